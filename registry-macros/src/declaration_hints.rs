//! Hints about where an unknown name may be declared: in the dependencies or behind the features of the package.

use crate::crate_path::{dependents, disabled_features};
use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The maximum number of crates or features that a hint lists.
const MAX_LISTED: usize = 5;

/// Returns hints about an unknown name. The files of the package are read once per crate.
pub(crate) fn notes() -> Arc<[String; 2]> {
    type Crate = [Option<OsString>; 2];
    static NOTES: LazyLock<Mutex<HashMap<Crate, Arc<[String; 2]>>>> = LazyLock::new(Mutex::default);
    let this = ["CARGO_MANIFEST_DIR", "CARGO_CRATE_NAME"].map(env::var_os);
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = this[0].clone();
    let read = || {
        let folder = folder.as_deref().map(Path::new);
        [
            crates_hint(&folder.map(dependents).unwrap_or_default()),
            features_hint(&folder.map(disabled_features).unwrap_or_default()),
        ]
    };
    Arc::clone(notes.entry(this).or_insert_with(|| Arc::new(read())))
}

fn crates_hint(dependents: &[String]) -> String {
    let some = match dependents {
        [only] => format!("`{only}` uses the registry, and "),
        some if (2..=MAX_LISTED).contains(&some.len()) => format!("{} use the registry, and ", joined(some)),
        _ => String::new(),
    };
    format!(
        "if another crate declares it, including this package's own library, link that crate with `use that_crate as _;`: \
         {some}`#![warn(unused_crate_dependencies)]` lists dependencies that are not linked"
    )
}

fn features_hint(off: &[String]) -> String {
    let rest = "declarations in crates that depend on this one are not visible here";
    match off {
        some if (1..=MAX_LISTED).contains(&some.len()) => format!(
            "if it is behind a feature or another `cfg`, enable it: the {} of this package {} disabled; {rest}",
            if some.len() == 1 { format!("feature {}", joined(some)) } else { format!("features {}", joined(some)) },
            if some.len() == 1 { "is" } else { "are" }
        ),
        _ => format!("if it is behind a feature or another `cfg`, enable it; {rest}"),
    }
}

fn joined(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{crates_hint, features_hint};

    fn names(count: usize) -> Vec<String> {
        ["crm", "mail", "hub", "desk", "shop", "till"].iter().take(count).map(ToString::to_string).collect()
    }

    #[test]
    fn up_to_five_dependencies_that_may_declare_the_name_are_listed() {
        assert!(crates_hint(&names(1)).contains("`use that_crate as _;`: `crm` uses the registry, and `#![warn"));
        assert!(
            crates_hint(&names(5))
                .contains("`: `crm`, `mail`, `hub`, `desk` and `shop` use the registry, and `#![warn")
        );
        for count in [0, 6] {
            assert!(crates_hint(&names(count)).contains("`use that_crate as _;`: `#![warn"), "{count}");
        }
    }

    #[test]
    fn up_to_five_disabled_features_are_listed() {
        assert!(
            features_hint(&names(1)).contains("enable it: the feature `crm` of this package is disabled; declarations")
        );
        assert!(
            features_hint(&names(2))
                .contains("the features `crm` and `mail` of this package are disabled; declarations")
        );
        for count in [0, 6] {
            assert!(features_hint(&names(count)).contains("enable it; declarations"), "{count}");
        }
    }
}
