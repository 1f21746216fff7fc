//! Finds an agent of this program or a process in the agent table by name.

use super::CapabilityRegistry;
use crate::agents::{AgentTable, RegistryEntry, Result};
use crate::harness::HarnessAgent;
use std::fmt;
use std::sync::Arc;

/// The agent or process with a name.
#[derive(Clone)]
pub enum LocatedAgent {
    /// An agent that is registered in this program and can be called.
    Declared(Arc<dyn HarnessAgent>),
    /// A process with this name in the agent table, which can be sent messages by its pid.
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
    /// Returns the agent table of the registry, which maps names to processes. By default it is in memory, see
    /// [`set_agent_table`](Self::set_agent_table). Clones of the registry share the table.
    pub fn agent_table(&self) -> &Arc<dyn AgentTable> {
        &self.table
    }

    /// Sets the agent table, for example one in a file or that of a daemon.
    pub fn set_agent_table(&mut self, table: Arc<dyn AgentTable>) {
        self.table = table;
    }

    /// Returns the agent of this program with a name or alias, or else the process with that name in the
    /// [agent table](Self::agent_table). The table is not queried if an agent of this program has the name.
    ///
    /// # Errors
    ///
    /// [`RegistryNotFound`](crate::agents::AgentError::RegistryNotFound) if neither exists, or an error of the table.
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
