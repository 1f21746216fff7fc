//! Agents that are declared, and agents that run somewhere: one question for both.

use super::CapabilityRegistry;
use crate::agents::{AgentTable, RegistryEntry, Result};
use crate::harness::HarnessAgent;
use std::fmt;
use std::sync::Arc;

/// Who answers to the name of an agent.
#[derive(Clone)]
pub enum LocatedAgent {
    /// An agent of this program, declared or registered: call it.
    Declared(Arc<dyn HarnessAgent>),
    /// A process that has the name in the agent table: send it a message, by its pid.
    Dynamic(RegistryEntry),
}

impl fmt::Debug for LocatedAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declared(agent) => f.debug_tuple("Declared").field(&agent.name()).finish(),
            Self::Dynamic(entry) => f.debug_tuple("Dynamic").field(entry).finish(),
        }
    }
}

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// The agent table of the registry: which process has which name. Unless [`set_agent_table`](Self::set_agent_table) gave it
    /// another, it is in memory; clones of the registry share it.
    pub fn agent_table(&self) -> &Arc<dyn AgentTable> {
        &self.table
    }

    /// Uses another agent table: one in a file, or that of a daemon.
    pub fn set_agent_table(&mut self, table: Arc<dyn AgentTable>) {
        self.table = table;
    }

    /// Who answers to a name: an agent of this program, by its name or an alias; otherwise the process that has the name in
    /// the [agent table](Self::agent_table).
    ///
    /// # Errors
    /// [`RegistryNotFound`](crate::agents::AgentError::RegistryNotFound) when neither has it, and what keeps the table from
    /// answering. The table is not asked for a name that an agent of this program has.
    ///
    /// ```
    /// use registry::agents::{AgentTable, Metadata, NewProcess};
    /// use registry::harness::{HarnessAgent, HarnessError, async_trait};
    /// use registry::{CapabilityRegistry, LocatedAgent, capability};
    ///
    /// #[capability(agent = "shouter")]
    /// #[derive(Default)]
    /// struct Shouter;
    ///
    /// #[async_trait]
    /// impl HarnessAgent for Shouter {
    ///     fn name(&self) -> &str {
    ///         "shouter"
    ///     }
    ///
    ///     async fn run(&self, prompt: &str) -> Result<String, HarnessError> {
    ///         Ok(prompt.to_uppercase())
    ///     }
    /// }
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = CapabilityRegistry::<()>::collect()?;
    /// let pid = registry.agent_table().create(&NewProcess::new("alice", "research/surveyor"))?;
    /// registry.agent_table().register("/agents/researcher/alice", pid, &[], &Metadata::new())?;
    ///
    /// assert!(matches!(registry.locate_agent("shouter")?, LocatedAgent::Declared(_)));
    /// assert!(matches!(registry.locate_agent("/agents/researcher/alice")?, LocatedAgent::Dynamic(entry) if entry.pid == pid));
    /// assert!(registry.locate_agent("/agents/nobody").is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn locate_agent(&self, name: &str) -> Result<LocatedAgent> {
        match self.agent(name) {
            Some(agent) => Ok(LocatedAgent::Declared(Arc::clone(agent))),
            None => Ok(LocatedAgent::Dynamic(self.table.lookup(name)?)),
        }
    }
}
