//! Diagnostics of a registry: valid but suspicious contents, and graphs with errors.

use crate::{ComponentKind, RegistrySnapshot};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A diagnostic about a registry or a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegistryDiagnostic {
    /// The kind of diagnostic.
    pub code: DiagnosticCode,
    /// The name or alias concerned.
    pub name: String,
    /// A description with the kinds and names concerned.
    pub message: String,
}

impl fmt::Display for RegistryDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The kind of a [`RegistryDiagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DiagnosticCode {
    /// An alias has the same name as a component of its kind. A registry rejects this, but a snapshot from another source
    /// may contain it.
    ShadowingAlias,
    /// An alias refers to a component that does not exist. A registry rejects this, but a snapshot from another source may
    /// contain it.
    DanglingAlias,
    /// Components of different kinds share a name. This is valid because each kind is a namespace, but may be unintended.
    SharedName,
    /// A registered graph refers to a name that is not registered.
    UnregisteredReference,
    /// Registered graphs run each other in a cycle.
    GraphCycle,
    /// A graph is registered under a different name than its own.
    GraphNameMismatch,
}

impl RegistrySnapshot {
    /// Returns the diagnostics of the snapshot, sorted by code and name.
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
                    message: format!(
                        "the alias `{alias}` of the {kind} `{canonical}` has the same name as another {kind}"
                    ),
                });
            }
            if !components.contains(&(kind, canonical.as_str())) {
                found.push(RegistryDiagnostic {
                    code: DiagnosticCode::DanglingAlias,
                    name: alias.to_string(),
                    message: format!("the alias `{alias}` refers to the {kind} `{canonical}`, which is not registered"),
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
    fn dangling_and_shadowing_aliases_of_a_foreign_snapshot_are_reported() {
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
