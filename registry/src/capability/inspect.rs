//! Snapshots and diagnostics of a registry.

use super::CapabilityRegistry;
use crate::diagnostics::sort;
use crate::{AliasBinding, ComponentMetadata, RegistryDiagnostic, RegistrySnapshot};

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// Returns a snapshot of the registry.
    pub fn snapshot(&self) -> RegistrySnapshot {
        let components: Vec<ComponentMetadata> = self.components().into_iter().cloned().collect();
        let mut aliases: Vec<AliasBinding> = components
            .iter()
            .flat_map(|component| {
                component.aliases.iter().map(|alias| AliasBinding {
                    kind: component.kind,
                    alias: alias.clone(),
                    canonical: component.id.clone(),
                })
            })
            .collect();
        aliases.sort_unstable_by(|a, b| (a.kind, &a.alias).cmp(&(b.kind, &b.alias)));
        RegistrySnapshot { components, aliases }
    }

    /// Returns the diagnostics of the registry, sorted by code and name.
    ///
    /// ```
    /// use registry::{CapabilityRegistry, ComponentKind};
    ///
    /// # fn main() -> registry::Result<()> {
    /// let mut registry = CapabilityRegistry::<()>::new();
    /// registry.register_router("shared")?;
    /// registry.register_reducer("shared")?;
    /// let diagnostics = registry.diagnostics();
    /// assert_eq!(diagnostics[0].name, "shared");
    /// assert!(diagnostics[0].message.contains("multiple kinds"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn diagnostics(&self) -> Vec<RegistryDiagnostic> {
        let mut found = self.snapshot().diagnostics();
        found.extend(self.graph_diagnostics());
        sort(&mut found);
        found
    }
}
