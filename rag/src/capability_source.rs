//! Where names come from: a registry, or the picture of one.

use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
use vocabulary::ComponentKind;

/// What knows which capabilities exist: a registry, or a [`Snapshot`] of one.
pub trait CapabilitySource {
    /// The names and aliases of a kind: all that a source may refer to. The order does not matter.
    fn names_including_aliases(&self, kind: ComponentKind) -> Vec<String>;

    /// The canonical name behind a name or alias of a kind, when it is known.
    fn canonical_name(&self, kind: ComponentKind, name: &str) -> Option<&str>;
}

/// The capabilities that a registry had when its snapshot was written.
///
/// ```
/// use registry::rag::{CapabilitySource, ComponentKind, Snapshot};
///
/// let snapshot = Snapshot::from_json(r#"{
///     "components": [{"id": "gpt-4o", "kind": "model", "description": "", "tags": [], "aliases": ["fast"]}],
///     "aliases": [{"kind": "model", "alias": "fast", "canonical": "gpt-4o"}]
/// }"#)?;
/// assert_eq!(snapshot.names_including_aliases(ComponentKind::Model), ["fast", "gpt-4o"]);
/// assert_eq!(snapshot.canonical_name(ComponentKind::Model, "fast"), Some("gpt-4o"));
/// # Ok::<(), registry::rag::RegistrySnapshotError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The canonical name behind each name and alias, for each kind.
    canonical: HashMap<ComponentKind, HashMap<String, String>>,
}

/// A text that is not the JSON of a registry's snapshot.
#[derive(Debug, thiserror::Error)]
#[error("not a snapshot of a registry: {0}")]
pub struct RegistrySnapshotError(#[from] serde_json::Error);

impl Snapshot {
    /// Reads the JSON of a registry's snapshot: `components` with `id`, `kind` and `aliases`, and `aliases` with
    /// `kind`, `alias` and `canonical`. Other fields are passed over, and so is an alias of something that is not there.
    ///
    /// # Errors
    /// When the text is not such an object, with its line and column.
    pub fn from_json(text: &str) -> Result<Self, RegistrySnapshotError> {
        #[derive(Deserialize)]
        struct Written {
            components: Vec<Component>,
            #[serde(default)]
            aliases: Vec<Alias>,
        }

        #[derive(Deserialize)]
        struct Component {
            id: String,
            kind: ComponentKind,
            #[serde(default)]
            aliases: Vec<String>,
        }

        #[derive(Deserialize)]
        struct Alias {
            kind: ComponentKind,
            #[serde(rename = "alias")]
            name: String,
            canonical: String,
        }

        let written: Written = serde_json::from_str(text)?;
        let mut canonical: HashMap<ComponentKind, HashMap<String, String>> = HashMap::new();
        for Component { id, kind, .. } in &written.components {
            canonical.entry(*kind).or_default().insert(id.clone(), id.clone());
        }
        let of_components = written.components.into_iter().flat_map(|Component { id, kind, aliases }| {
            aliases.into_iter().map(move |name| Alias { kind, name, canonical: id.clone() })
        });
        // An alias leads straight to a component, and never takes the name of another.
        for Alias { kind, name, canonical: behind } in written.aliases.into_iter().chain(of_components) {
            let names = canonical.entry(kind).or_default();
            if names.get(&behind) == Some(&behind) {
                names.entry(name).or_insert(behind);
            }
        }
        Ok(Self { canonical })
    }
}

impl CapabilitySource for Snapshot {
    fn names_including_aliases(&self, kind: ComponentKind) -> Vec<String> {
        let names: BTreeSet<&String> = self.canonical.get(&kind).into_iter().flat_map(HashMap::keys).collect();
        names.into_iter().cloned().collect()
    }

    fn canonical_name(&self, kind: ComponentKind, name: &str) -> Option<&str> {
        self.canonical.get(&kind)?.get(name).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::{CapabilitySource, Snapshot};
    use vocabulary::ComponentKind;

    #[test]
    fn an_unknown_kind_is_refused_and_unknown_fields_are_not() {
        let error = Snapshot::from_json(r#"{"components": [{"id": "x", "kind": "gadget"}]}"#).unwrap_err().to_string();
        assert!(error.contains("unknown variant `gadget`"), "{error}");
        let snapshot =
            Snapshot::from_json(r#"{"components": [{"id": "x", "kind": "tool", "origin": "a"}], "version": 3}"#);
        assert_eq!(snapshot.unwrap().canonical_name(ComponentKind::Tool, "x"), Some("x"));
    }

    #[test]
    fn aliases_count_wherever_they_are_listed() {
        let text = r#"{
            "components": [{"id": "x", "kind": "tool", "aliases": ["one"]}],
            "aliases": [{"kind": "tool", "alias": "two", "canonical": "x"}]
        }"#;
        let snapshot = Snapshot::from_json(text).unwrap();
        assert_eq!(snapshot.names_including_aliases(ComponentKind::Tool), ["one", "two", "x"]);
        assert_eq!(snapshot.canonical_name(ComponentKind::Tool, "one"), Some("x"));
        assert_eq!(snapshot.canonical_name(ComponentKind::Tool, "two"), Some("x"));
    }

    #[test]
    fn an_alias_of_what_is_gone_is_no_name_and_a_component_keeps_its_own() {
        let text = r#"{
            "components": [
                {"id": "x", "kind": "tool"}, {"id": "y", "kind": "tool", "aliases": ["x"]}, {"id": "m", "kind": "model"}
            ],
            "aliases": [
                {"kind": "tool", "alias": "dead", "canonical": "gone"}, {"kind": "tool", "alias": "other", "canonical": "m"},
                {"kind": "tool", "alias": "chain", "canonical": "dead"}, {"kind": "tool", "alias": "y", "canonical": "x"},
                {"kind": "tool", "alias": "self", "canonical": "self"}
            ]
        }"#;
        let snapshot = Snapshot::from_json(text).unwrap();
        assert_eq!(snapshot.names_including_aliases(ComponentKind::Tool), ["x", "y"]);
        assert_eq!(snapshot.canonical_name(ComponentKind::Tool, "x"), Some("x"));
        assert_eq!(snapshot.canonical_name(ComponentKind::Tool, "y"), Some("y"));
    }

    #[test]
    fn kinds_do_not_share_names() {
        let snapshot = Snapshot::from_json(r#"{"components": [{"id": "x", "kind": "tool"}]}"#).unwrap();
        assert_eq!(snapshot.canonical_name(ComponentKind::Model, "x"), None);
        assert!(snapshot.names_including_aliases(ComponentKind::Model).is_empty());
    }
}
