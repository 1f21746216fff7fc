//! From the catalog of what exists to what one run may use.

use super::CapabilityRegistry;
use crate::ComponentKind;
use crate::harness::{HarnessAgent, ModelRegistry, ToolRegistry};
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

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
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
