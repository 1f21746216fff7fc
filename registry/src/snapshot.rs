//! Serializable snapshots of a registry.

use crate::{ComponentId, ComponentKind, ComponentMetadata};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The components and aliases of a registry, sorted by kind and name, so that equal registries have equal JSON.
///
/// ```
/// use registry::{CapabilityRegistry, ComponentKind, RegistrySnapshot};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut registry = CapabilityRegistry::<()>::new();
/// registry.register_router("route_by_intent")?;
/// registry.alias(ComponentKind::Router, "default", "route_by_intent")?;
///
/// let snapshot = registry.snapshot();
/// assert_eq!(snapshot.aliases[0].alias, "default");
/// assert_eq!(snapshot.aliases[0].canonical, "route_by_intent");
///
/// let json = serde_json::to_string(&snapshot)?;
/// assert_eq!(serde_json::from_str::<RegistrySnapshot>(&json)?, snapshot);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegistrySnapshot {
    /// Every component.
    pub components: Vec<ComponentMetadata>,
    /// Every alias.
    pub aliases: Vec<AliasBinding>,
}

/// An alias and its component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AliasBinding {
    /// The kind of the component.
    pub kind: ComponentKind,
    /// The alias.
    pub alias: Cow<'static, str>,
    /// The canonical name of the component.
    pub canonical: ComponentId,
}
