//! Where names come from: a registry or a snapshot of one.

use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
use vocabulary::ComponentKind;

/// A source of the names of capabilities: a registry or a [`Snapshot`] of one.
pub trait CapabilitySource {
    /// Returns the names and aliases of a kind, in any order.
    fn names_including_aliases(&self, kind: ComponentKind) -> Vec<String>;

    /// Returns the canonical name for a name or alias of a kind, if it is known.
    fn canonical_name(&self, kind: ComponentKind, name: &str) -> Option<&str>;
}

/// The capabilities in the snapshot of a registry.
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
    /// The canonical name of each name and alias, for each kind.
    canonical: HashMap<ComponentKind, HashMap<String, String>>,
}

/// The error for a text that is not the JSON form of a registry snapshot.
#[derive(Debug, thiserror::Error)]
#[error("not a registry snapshot: {0}")]
pub struct RegistrySnapshotError(#[from] serde_json::Error);

impl Snapshot {
    /// Reads the JSON form of a registry snapshot: `components` with `id`, `kind` and `aliases`, and `aliases` with
    /// `kind`, `alias` and `canonical`. Other fields are ignored, as are aliases of components that do not exist.
    ///
    /// # Errors
    /// Returns an error with the line and column if the text does not have this form.
    pub fn from_json(text: &str) -> Result<Self, RegistrySnapshotError> {
        #[derive(Deserialize)]
        struct SnapshotJson {
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

        let snapshot: SnapshotJson = serde_json::from_str(text)?;
        let mut canonical: HashMap<ComponentKind, HashMap<String, String>> = HashMap::new();
        for Component { id, kind, .. } in &snapshot.components {
            canonical.entry(*kind).or_default().insert(id.clone(), id.clone());
        }
        let of_components = snapshot.components.into_iter().flat_map(|Component { id, kind, aliases }| {
            aliases.into_iter().map(move |name| Alias { kind, name, canonical: id.clone() })
        });
        // An alias refers directly to a component and never overrides the name of another one.
        for Alias { kind, name, canonical: target } in snapshot.aliases.into_iter().chain(of_components) {
            let names = canonical.entry(kind).or_default();
            if names.get(&target) == Some(&target) {
                names.entry(name).or_insert(target);
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
    fn an_unknown_kind_is_rejected_and_unknown_fields_are_ignored() {
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
    fn an_alias_of_a_missing_component_is_ignored_and_a_component_keeps_its_own_name() {
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
