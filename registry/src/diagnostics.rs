//! What is legal, or was when it was done, and still deserves a look.

use crate::{ComponentKind, RegistrySnapshot};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A remark about a registry, or about the snapshot of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegistryDiagnostic {
    /// What was found.
    pub code: DiagnosticCode,
    /// The name or alias that it is about.
    pub name: String,
    /// The remark in words, with the kinds and names concerned.
    pub message: String,
}

impl fmt::Display for RegistryDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// What a [`RegistryDiagnostic`] remarks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DiagnosticCode {
    /// An alias has the name of a component of its kind. A registry refuses it; a snapshot from elsewhere may hold it.
    ShadowingAlias,
    /// An alias stands for a component that is not there. A registry refuses it; a snapshot from elsewhere may hold it.
    DanglingAlias,
    /// Components of several kinds share a name: legal, since kinds are namespaces, and worth a look in an audit.
    SharedName,
    /// A registered graph refers to something that is not registered.
    UnregisteredReference,
    /// Registered graphs run each other in a cycle.
    GraphCircle,
    /// A graph is registered under another name than its own.
    OtherGraphName,
}

impl RegistrySnapshot {
    /// What deserves a look, sorted by code and name.
    pub fn diagnostics(&self) -> Vec<RegistryDiagnostic> {
        let components: BTreeSet<(ComponentKind, &str)> =
            self.components.iter().map(|component| (component.kind, component.id.as_str())).collect();
        let mut found = Vec::new();
        for binding in &self.aliases {
            let (kind, alias, canonical) = (binding.kind, &binding.alias, &binding.canonical);
            if components.contains(&(kind, alias)) {
                found.push(RegistryDiagnostic {
                    code: DiagnosticCode::ShadowingAlias,
                    name: alias.to_string(),
                    message: format!("the alias `{alias}` of the {kind} `{canonical}` has the name of another {kind}"),
                });
            }
            if !components.contains(&(kind, canonical.as_str())) {
                found.push(RegistryDiagnostic {
                    code: DiagnosticCode::DanglingAlias,
                    name: alias.to_string(),
                    message: format!(
                        "the alias `{alias}` stands for the {kind} `{canonical}`, which is not registered"
                    ),
                });
            }
        }
        let mut kinds_of: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (kind, name) in &components {
            kinds_of.entry(name).or_default().push(kind.key());
        }
        for (name, kinds) in kinds_of.into_iter().filter(|(_, kinds)| kinds.len() > 1) {
            found.push(RegistryDiagnostic {
                code: DiagnosticCode::SharedName,
                name: name.to_owned(),
                message: format!("`{name}` is registered under multiple kinds: {}", kinds.join(", ")),
            });
        }
        sort(&mut found);
        found
    }
}

pub(crate) fn sort(diagnostics: &mut [RegistryDiagnostic]) {
    diagnostics.sort_by(|a, b| (a.code, &a.name, &a.message).cmp(&(b.code, &b.name, &b.message)));
}

#[cfg(test)]
mod tests {
    use super::DiagnosticCode;
    use crate::{AliasBinding, CapabilityRegistry, ComponentKind};

    #[test]
    fn a_snapshot_from_elsewhere_shows_its_dangling_and_shadowing_aliases() {
        let mut registry = CapabilityRegistry::<()>::new();
        registry.register_router("a").unwrap();
        registry.register_router("b").unwrap();
        let mut snapshot = registry.snapshot();
        assert!(snapshot.diagnostics().is_empty());
        for (alias, canonical) in [("a", "b"), ("c", "gone")] {
            let (alias, canonical) = (alias.into(), canonical.into());
            snapshot.aliases.push(AliasBinding { kind: ComponentKind::Router, alias, canonical });
        }
        let codes: Vec<_> = snapshot.diagnostics().into_iter().map(|d| (d.code, d.name)).collect();
        let expected =
            [(DiagnosticCode::ShadowingAlias, "a".to_owned()), (DiagnosticCode::DanglingAlias, "c".to_owned())];
        assert_eq!(codes, expected);
    }
}
