//! The names that the current crate has declared so far, in the order of macro expansion. Names of other crates and later
//! declarations are not included, so this is only used for hints in errors.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::env;
use std::ffi::OsString;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use syn::LitStr;
use vocabulary::{ComponentKind, did_you_mean, nearest};

/// The directory and name of a crate. The process of an editor expands the macros of many crates.
type Crate = [Option<OsString>; 2];

struct Declared {
    /// The names with the file and line of their declarations.
    names: HashMap<ComponentKind, BTreeMap<String, String>>,
    with_errors: HashSet<(ComponentKind, String)>,
    /// The remaining number of name comparisons and catalog searches. The limits keep compilation fast for a crate with
    /// thousands of correct references to other crates.
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

/// Returns the file and line of a name.
pub(crate) fn place(name: &LitStr) -> String {
    let span = name.span().unwrap();
    format!("{}:{}", span.file(), span.line())
}

/// Records a name or an alias. Returns whether it is new.
pub(crate) fn record(kind: ComponentKind, name: &LitStr) -> bool {
    let place = place(name);
    all().entry(this_crate()).or_default().names.entry(kind).or_default().insert(name.value(), place).is_none()
}

/// Records a name whose declaration has an error.
pub(crate) fn record_error(kind: ComponentKind, name: String) {
    all().entry(this_crate()).or_default().with_errors.insert((kind, name));
}

/// Returns whether a declaration of the name has an error. Uses of such a name are not reported as well.
pub(crate) fn has_error(kind: ComponentKind, name: &str) -> bool {
    all().get(&this_crate()).is_some_and(|declared| declared.with_errors.contains(&(kind, name.to_owned())))
}

/// Returns whether the crate has declared the name.
pub(crate) fn has(kind: ComponentKind, name: &str) -> bool {
    let all = all();
    all.get(&this_crate()).and_then(|declared| declared.names.get(&kind)).is_some_and(|names| names.contains_key(name))
}

/// Returns a hint about an undeclared name: similar names, or the same name of another kind.
pub(crate) fn hint(kind: ComponentKind, name: &str) -> Option<String> {
    all().get_mut(&this_crate())?.hint(kind, name)
}

/// Returns whether another catalog search for similar names is allowed, and counts it.
pub(crate) fn take_catalog_search() -> bool {
    let mut all = all();
    let searches = &mut all.entry(this_crate()).or_default().searches;
    let is_allowed = *searches > 0;
    *searches = searches.saturating_sub(1);
    is_allowed
}

impl Declared {
    fn hint(&mut self, kind: ComponentKind, name: &str) -> Option<String> {
        let Self { names, comparisons, .. } = self;
        if let Some(names) = names.get(&kind)
            && let Some(left) = comparisons.checked_sub(names.len())
        {
            *comparisons = left;
            let near = nearest(name, names.keys().map(String::as_str));
            let places: Vec<&str> = near.iter().filter_map(|near| names.get(*near)).map(String::as_str).collect();
            if !places.is_empty() {
                return Some(format!("{} (declared at {})", did_you_mean(near), places.join(", ")));
            }
        }
        let of = |kind: &ComponentKind| names.get(kind).and_then(|names| names.get(name));
        let (other, place) = ComponentKind::ALL.iter().find_map(|kind| Some((kind, of(kind)?)))?;
        let (of_other, of_kind) = (other.article(), kind.article());
        Some(format!("this crate declares `{name}` as {of_other} {other}, at {place}, not as {of_kind} {kind}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Declared;
    use vocabulary::ComponentKind::{Router, Tool};

    #[test]
    fn similar_names_of_the_same_kind_are_preferred_to_the_name_of_another_kind() {
        let mut declared = Declared::default();
        for (kind, name) in [(Tool, "lookup_user"), (Router, "lookup_usr"), (Router, "by_intent")] {
            declared.names.entry(kind).or_default().insert(name.to_owned(), "src/lib.rs:3".to_owned());
        }
        let mut hint = |kind, name| declared.hint(kind, name);
        assert_eq!(hint(Tool, "lookup_usr").as_deref(), Some("did you mean `lookup_user`? (declared at src/lib.rs:3)"));
        let other = hint(Tool, "by_intent");
        assert_eq!(
            other.as_deref(),
            Some("this crate declares `by_intent` as a router, at src/lib.rs:3, not as a tool")
        );
        assert_eq!(hint(Tool, "refund"), None);
    }
}
