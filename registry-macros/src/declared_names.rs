//! The names that the crate has declared up to here, in the order in which its macros are expanded: they know of no other crate,
//! and of nothing that stands behind them. Only the words of errors depend on it.

use std::collections::{BTreeSet, HashMap};
use std::env;
use std::ffi::OsString;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use vocabulary::{Comparisons, ComponentKind, did_you_mean};

/// The folder and the name of a crate: the process of an editor expands the macros of many.
type Crate = [Option<OsString>; 2];

#[derive(Default)]
struct Declared {
    names: HashMap<ComponentKind, BTreeSet<String>>,
    comparisons: Comparisons,
}

fn all() -> MutexGuard<'static, HashMap<Crate, Declared>> {
    static ALL: LazyLock<Mutex<HashMap<Crate, Declared>>> = LazyLock::new(Mutex::default);
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn this_crate() -> Crate {
    ["CARGO_MANIFEST_DIR", "CARGO_CRATE_NAME"].map(env::var_os)
}

/// Remembers a name or an alias.
pub(crate) fn remember(kind: ComponentKind, name: String) {
    all().entry(this_crate()).or_default().names.entry(kind).or_default().insert(name);
}

/// What the crate has declared that may be meant by a name which is perhaps unknown.
pub(crate) fn hint(kind: ComponentKind, name: &str) -> Option<String> {
    all().get_mut(&this_crate())?.hint(kind, name)
}

impl Declared {
    fn hint(&mut self, kind: ComponentKind, name: &str) -> Option<String> {
        let Self { names, comparisons } = self;
        let of = |kind| names.get(&kind).into_iter().flatten().map(String::as_str);
        if names.get(&kind).is_some_and(|names| names.contains(name)) {
            return None;
        }
        let near = comparisons.nearest(name, of(kind));
        if !near.is_empty() {
            return Some(format!("{} (declared in this crate)", did_you_mean(near)));
        }
        let other = ComponentKind::ALL.into_iter().find(|other| of(*other).any(|other| other == name))?;
        Some(format!("this crate declares `{name}` as {} {other}, not as {} {kind}", other.article(), kind.article()))
    }
}

#[cfg(test)]
mod tests {
    use super::Declared;
    use vocabulary::ComponentKind::{Router, Tool};

    #[test]
    fn near_names_of_the_kind_come_before_the_name_of_another_kind_and_a_declared_name_needs_no_hint() {
        let mut declared = Declared::default();
        for (kind, name) in [(Tool, "lookup_user"), (Router, "lookup_usr"), (Router, "by_intent")] {
            declared.names.entry(kind).or_default().insert(name.to_owned());
        }
        let mut hint = |kind, name| declared.hint(kind, name);
        assert_eq!(hint(Tool, "lookup_usr").as_deref(), Some("did you mean `lookup_user`? (declared in this crate)"));
        let other = hint(Tool, "by_intent");
        assert_eq!(other.as_deref(), Some("this crate declares `by_intent` as a router, not as a tool"));
        assert_eq!(hint(Tool, "lookup_user"), None);
        assert_eq!(hint(Tool, "refund"), None);
    }
}
