//! The capability registry.

mod collect;
#[cfg(feature = "rag")]
mod graph_cycles;
#[cfg(feature = "rag")]
mod graphs;
mod harness_registries;
mod inspect;
mod locate;
mod lookup;
mod namespace;
mod register;

use crate::ComponentKind;
use crate::agents::{AgentTable, MemoryTable};
use crate::harness::{ChatModel, HarnessAgent, Tool};
use namespace::Namespace;
#[cfg(feature = "rag")]
use rag::Blueprint;
use std::fmt;
use std::sync::Arc;

pub use collect::declarations;
pub use harness_registries::AgentRegistry;
pub use locate::LocatedAgent;

/// The components of an application, by name.
///
/// Each of the twelve [kinds](ComponentKind) is a namespace: a model and a tool may share a name, but two tools may not. A
/// registry is a plain value: an application may own several, and lookups use no global state. It is `Send` and `Sync`, and
/// can be shared in an `Arc` once it is filled.
///
/// `State` is the application state that models and tools receive when they run. A registry accepts models and tools that
/// are declared for its state or without a state.
///
/// ```
/// use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
/// use registry::{CapabilityRegistry, ComponentKind};
/// use std::sync::Arc;
///
/// struct Echo;
///
/// #[async_trait]
/// impl ChatModel for Echo {
///     async fn chat(&self, _: &(), request: ChatRequest) -> Result<ChatResponse, HarnessError> {
///         Ok(ChatResponse::text(request.messages.last().map_or("", |message| message.content.as_str())))
///     }
/// }
///
/// # fn main() -> registry::Result<()> {
/// let mut registry = CapabilityRegistry::<()>::new();
/// registry.register_model("echo", Arc::new(Echo))?;
/// registry.alias(ComponentKind::Model, "default", "echo")?;
///
/// assert!(registry.model("default").is_some());
/// let error = registry.resolve(ComponentKind::Model, "ecko").unwrap_err();
/// assert!(error.to_string().starts_with("no model is registered as `ecko`; did you mean `echo`? (at "));
/// # Ok(())
/// # }
/// ```
pub struct CapabilityRegistry<State: Send + Sync + 'static = ()> {
    namespaces: [Namespace; ComponentKind::ALL.len()],
    // A handle has the same index as its component in the namespace of its kind.
    models: Vec<Arc<dyn ChatModel<State>>>,
    tools: Vec<Arc<dyn Tool<State>>>,
    #[cfg(feature = "rag")]
    graphs: Vec<Arc<Blueprint>>,
    agents: Vec<Arc<dyn HarnessAgent>>,
    table: Arc<dyn AgentTable>,
}

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// Creates an empty registry.
    pub fn new() -> Self {
        Self {
            namespaces: ComponentKind::ALL.map(Namespace::new),
            models: Vec::new(),
            tools: Vec::new(),
            #[cfg(feature = "rag")]
            graphs: Vec::new(),
            agents: Vec::new(),
            table: Arc::new(MemoryTable::new()),
        }
    }

    fn namespace(&self, kind: ComponentKind) -> &Namespace {
        &self.namespaces[kind as usize]
    }

    /// Without the feature `rag`, no graphs are registered.
    #[cfg(not(feature = "rag"))]
    #[allow(clippy::unused_self, reason = "same signature as with the feature `rag`")]
    pub(crate) fn graph_diagnostics(&self) -> Vec<crate::RegistryDiagnostic> {
        Vec::new()
    }

    fn namespace_mut(&mut self, kind: ComponentKind) -> &mut Namespace {
        &mut self.namespaces[kind as usize]
    }
}

impl<State: Send + Sync + 'static> Default for CapabilityRegistry<State> {
    fn default() -> Self {
        Self::new()
    }
}

impl<State: Send + Sync + 'static> Clone for CapabilityRegistry<State> {
    fn clone(&self) -> Self {
        Self {
            namespaces: self.namespaces.clone(),
            models: self.models.clone(),
            tools: self.tools.clone(),
            #[cfg(feature = "rag")]
            graphs: self.graphs.clone(),
            agents: self.agents.clone(),
            table: Arc::clone(&self.table),
        }
    }
}

impl<State: Send + Sync + 'static> fmt::Debug for CapabilityRegistry<State> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for kind in ComponentKind::ALL {
            let names = self.names(kind);
            if !names.is_empty() {
                map.entry(&kind.key(), &names);
            }
        }
        map.finish()
    }
}
