//! From the catalog of what exists to what one run may use.

use super::CapabilityRegistry;
use crate::ComponentKind;
use crate::harness::{HarnessAgent, ModelRegistry, ToolRegistry};
use rag::{CapabilityResolver, CapabilitySource};
use std::sync::Arc;

/// Where a graph's sub-agent node finds its agents.
pub trait AgentRegistry: Send + Sync {
    /// The agent of a name or alias.
    fn find_agent(&self, name: &str) -> Option<Arc<dyn HarnessAgent>>;
}

impl<State: Send + Sync + 'static> AgentRegistry for CapabilityRegistry<State> {
    fn find_agent(&self, name: &str) -> Option<Arc<dyn HarnessAgent>> {
        self.agent(name).cloned()
    }
}

impl<State: Send + Sync + 'static> CapabilitySource for CapabilityRegistry<State> {
    fn names_including_aliases(&self, kind: ComponentKind) -> Vec<String> {
        self.names_including_aliases(kind).into_iter().map(str::to_owned).collect()
    }

    fn canonical_name(&self, kind: ComponentKind, name: &str) -> Option<&str> {
        self.metadata(kind, name).map(|metadata| metadata.id.as_str())
    }
}

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// What `.rag` sources are checked against: the names and aliases that the registry has now, for each kind.
    ///
    /// ```
    /// use registry::{CapabilityRegistry, ComponentKind};
    ///
    /// # fn main() -> registry::Result<()> {
    /// let mut registry = CapabilityRegistry::<()>::new();
    /// registry.register_router("by_intent")?;
    /// assert!(registry.capability_resolver().allows(ComponentKind::Router, "by_intent"));
    /// assert!(!registry.capability_resolver().allows(ComponentKind::Router, "by_mood"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn capability_resolver(&self) -> CapabilityResolver {
        CapabilityResolver::from_registry(self)
    }

    /// The models for one run, each under its name and its aliases.
    pub fn to_model_registry(&self) -> ModelRegistry<State> {
        self.names_including_aliases(ComponentKind::Model)
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), Arc::clone(self.model(name)?))))
            .collect()
    }

    /// The tools for one run, each under its own name: a tool is always called by its canonical name.
    pub fn to_tool_registry(&self) -> ToolRegistry<State> {
        self.tools.iter().map(Arc::clone).collect()
    }
}
