//! The names that the crate has declared up to here, in the order in which its macros are expanded: they know of no other crate,
//! and of nothing that stands behind them. Only the words of errors depend on it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::env;
use std::ffi::OsString;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use vocabulary::{ComponentKind, did_you_mean, nearest};

/// The folder and the name of a crate: the process of an editor expands the macros of many.
type Crate = [Option<OsString>; 2];

struct Declared {
    names: HashMap<ComponentKind, BTreeSet<String>>,
    with_errors: HashSet<(ComponentKind, String)>,
    /// How many names may still be compared, and how often the catalog may still be searched: a program of thousands of right
    /// references to other crates is checked as soon as any other.
    comparisons: usize,
    searches: usize,
}

impl Default for Declared {
    fn default() -> Self {
        Self { names: HashMap::new(), with_errors: HashSet::new(), comparisons: 50_000, searches: 20 }
    }
}

fn all() -> MutexGuard<'static, HashMap<Crate, Declared>> {
    static ALL: LazyLock<Mutex<HashMap<Crate, Declared>>> = LazyLock::new(Mutex::default);
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn this_crate() -> Crate {
    ["CARGO_MANIFEST_DIR", "CARGO_CRATE_NAME"].map(env::var_os)
}

/// Remembers a name or an alias, and says whether it is new.
pub(crate) fn remember(kind: ComponentKind, name: String) -> bool {
    all().entry(this_crate()).or_default().names.entry(kind).or_default().insert(name)
}

/// Remembers a name whose declaration has an error and declares nothing.
pub(crate) fn remember_error(kind: ComponentKind, name: String) {
    all().entry(this_crate()).or_default().with_errors.insert((kind, name));
}

/// Whether a declaration of the name has an error and declares nothing. That its uses find nothing is not worth another.
pub(crate) fn has_error(kind: ComponentKind, name: &str) -> bool {
    all().get(&this_crate()).is_some_and(|declared| declared.with_errors.contains(&(kind, name.to_owned())))
}

/// Whether the crate declares the name.
pub(crate) fn has(kind: ComponentKind, name: &str) -> bool {
    let all = all();
    all.get(&this_crate()).and_then(|declared| declared.names.get(&kind)).is_some_and(|names| names.contains(name))
}

/// What the crate has declared that may be meant by a name which it does not declare.
pub(crate) fn hint(kind: ComponentKind, name: &str) -> Option<String> {
    all().get_mut(&this_crate())?.hint(kind, name)
}

/// Whether a search of the catalog for near names can be afforded.
pub(crate) fn may_search() -> bool {
    let mut all = all();
    let searches = &mut all.entry(this_crate()).or_default().searches;
    let may = *searches > 0;
    *searches = searches.saturating_sub(1);
    may
}

impl Declared {
    fn hint(&mut self, kind: ComponentKind, name: &str) -> Option<String> {
        let Self { names, comparisons, .. } = self;
        if let Some(names) = names.get(&kind)
            && let Some(left) = comparisons.checked_sub(names.len())
        {
            *comparisons = left;
            let near = nearest(name, names.iter().map(String::as_str));
            if !near.is_empty() {
                return Some(format!("{} (declared in this crate)", did_you_mean(near)));
            }
        }
        let other = ComponentKind::ALL.into_iter().find(|kind| names.get(kind).is_some_and(|it| it.contains(name)))?;
        Some(format!("this crate declares `{name}` as {} {other}, not as {} {kind}", other.article(), kind.article()))
    }
}

#[cfg(test)]
mod tests {
    use super::Declared;
    use vocabulary::ComponentKind::{Router, Tool};

    #[test]
    fn near_names_of_the_kind_come_before_the_name_of_another_kind() {
        let mut declared = Declared::default();
        for (kind, name) in [(Tool, "lookup_user"), (Router, "lookup_usr"), (Router, "by_intent")] {
            declared.names.entry(kind).or_default().insert(name.to_owned());
        }
        let mut hint = |kind, name| declared.hint(kind, name);
        assert_eq!(hint(Tool, "lookup_usr").as_deref(), Some("did you mean `lookup_user`? (declared in this crate)"));
        let other = hint(Tool, "by_intent");
        assert_eq!(other.as_deref(), Some("this crate declares `by_intent` as a router, not as a tool"));
        assert_eq!(hint(Tool, "refund"), None);
    }
}
