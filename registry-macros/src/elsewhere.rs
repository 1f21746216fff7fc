//! Where a name may be declared that rustc does not find, in words: among the dependencies and the features of the package.

use crate::crate_path::{dependents, features_that_are_off};
use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// So many of either are named; more are no hint.
const NAMED: usize = 5;

/// What to do about a name that nothing seems to declare. The files of the package are read once for each crate.
pub(crate) fn notes() -> Arc<[String; 2]> {
    type Crate = [Option<OsString>; 2];
    static NOTES: LazyLock<Mutex<HashMap<Crate, Arc<[String; 2]>>>> = LazyLock::new(Mutex::default);
    let this = ["CARGO_MANIFEST_DIR", "CARGO_CRATE_NAME"].map(env::var_os);
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = this[0].clone();
    let read = || {
        let folder = folder.as_deref().map(Path::new);
        [
            of_crates(&folder.map(dependents).unwrap_or_default()),
            of_features(&folder.map(features_that_are_off).unwrap_or_default()),
        ]
    };
    Arc::clone(notes.entry(this).or_insert_with(|| Arc::new(read())))
}

fn of_crates(dependents: &[String]) -> String {
    let some = match dependents {
        [only] => format!("`{only}` uses the registry, and "),
        some if (2..=NAMED).contains(&some.len()) => format!("{} use the registry, and ", listed(some)),
        _ => String::new(),
    };
    format!(
        "if another crate declares it, this package's own library included, link that crate, `use that_crate as _;`: \
         {some}`#![warn(unused_crate_dependencies)]` lists the crates that nothing links"
    )
}

fn of_features(off: &[String]) -> String {
    let rest = "a library does not see what a crate above it declares";
    match off {
        some if (1..=NAMED).contains(&some.len()) => format!(
            "if it is declared behind a feature or another `cfg`, enable that: of this package's features, {} {} off; {rest}",
            listed(some),
            if some.len() == 1 { "is" } else { "are" }
        ),
        _ => format!("if it is declared behind a feature or another `cfg`, enable that; {rest}"),
    }
}

fn listed(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{of_crates, of_features};

    fn names(count: usize) -> Vec<String> {
        ["crm", "mail", "hub", "desk", "shop", "till"].iter().take(count).map(ToString::to_string).collect()
    }

    #[test]
    fn a_few_dependencies_that_may_declare_the_name_are_named_and_many_are_not() {
        assert!(of_crates(&names(1)).contains("`use that_crate as _;`: `crm` uses the registry, and `#![warn"));
        assert!(
            of_crates(&names(5)).contains("`: `crm`, `mail`, `hub`, `desk` and `shop` use the registry, and `#![warn")
        );
        for count in [0, 6] {
            assert!(of_crates(&names(count)).contains("`use that_crate as _;`: `#![warn"), "{count}");
        }
    }

    #[test]
    fn a_few_features_that_are_off_are_named_and_many_are_not() {
        assert!(of_features(&names(1)).contains("enable that: of this package's features, `crm` is off; a library"));
        assert!(of_features(&names(2)).contains("`crm` and `mail` are off; a library"));
        for count in [0, 6] {
            assert!(of_features(&names(count)).contains("enable that; a library"), "{count}");
        }
    }
}
