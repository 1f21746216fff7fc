//! Conversion of a registry into the registries of a single run.

use super::CapabilityRegistry;
use crate::ComponentKind;
use crate::harness::{HarnessAgent, ModelRegistry, ToolRegistry};
use std::sync::Arc;

/// A source of agents for the sub-agent nodes of a graph.
pub trait AgentRegistry: Send + Sync {
    /// Returns the agent with a name or alias.
    fn find_agent(&self, name: &str) -> Option<Arc<dyn HarnessAgent>>;
}

impl<State: Send + Sync + 'static> AgentRegistry for CapabilityRegistry<State> {
    fn find_agent(&self, name: &str) -> Option<Arc<dyn HarnessAgent>> {
        self.agent(name).cloned()
    }
}

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// Returns the models for a run, each under its name and its aliases.
    pub fn to_model_registry(&self) -> ModelRegistry<State> {
        self.names_including_aliases(ComponentKind::Model)
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), Arc::clone(self.model(name)?))))
            .collect()
    }

    /// Returns the tools for a run, each under its canonical name only, because models call tools by that name.
    pub fn to_tool_registry(&self) -> ToolRegistry<State> {
        self.tools.iter().map(Arc::clone).collect()
    }
}
