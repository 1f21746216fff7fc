//! The tools of a run.

use super::{HarnessError, Tool, ToolSpec};
use crate::{ComponentKind, nearest};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The tools that a run may call, each under its own [`Tool::name`].
///
/// ```
/// # use registry::harness::*;
/// # use serde_json::{json, Value};
/// # struct Ping;
/// # #[async_trait] impl Tool for Ping {
/// #     fn name(&self) -> &str { "ping" }
/// #     async fn call(&self, _: &(), _: Value) -> Result<Value, HarnessError> { Ok(json!("pong")) }
/// # }
/// # fn main() -> Result<(), HarnessError> {
/// let mut tools = ToolRegistry::<()>::new();
/// tools.register(std::sync::Arc::new(Ping))?;
/// assert_eq!(tools.specs()[0].name, "ping");
/// # Ok(())
/// # }
/// ```
pub struct ToolRegistry<State: Send + Sync + 'static = ()> {
    tools: BTreeMap<String, Arc<dyn Tool<State>>>,
}

impl<State: Send + Sync + 'static> ToolRegistry<State> {
    /// Creates an empty registry.
    pub const fn new() -> Self {
        Self { tools: BTreeMap::new() }
    }

    /// Adds a tool under its own name.
    ///
    /// # Errors
    ///
    /// [`HarnessError::Duplicate`] if the name is already in use.
    pub fn register(&mut self, tool: Arc<dyn Tool<State>>) -> Result<(), HarnessError> {
        let name = tool.name().to_owned();
        if self.tools.contains_key(&name) {
            return Err(HarnessError::Duplicate { kind: ComponentKind::Tool, name });
        }
        self.tools.insert(name, tool);
        Ok(())
    }

    /// Returns the tool with a name.
    ///
    /// # Errors
    ///
    /// [`HarnessError::Unknown`] with similar names if there is no such tool.
    pub fn get(&self, name: &str) -> Result<&Arc<dyn Tool<State>>, HarnessError> {
        self.tools.get(name).ok_or_else(|| HarnessError::Unknown {
            kind: ComponentKind::Tool,
            name: name.to_owned(),
            nearest: nearest::names(name, self.names()),
        })
    }

    /// Calls the tool with a name.
    ///
    /// # Errors
    ///
    /// [`HarnessError::Unknown`] with similar names if there is no such tool, or the error of the tool.
    pub async fn call(&self, name: &str, state: &State, arguments: Value) -> Result<Value, HarnessError> {
        self.get(name)?.call(state, arguments).await
    }

    /// Returns the specifications of the tools, sorted by name.
    pub fn specs(&self) -> Vec<ToolSpec> {
        self.tools.values().map(|tool| ToolSpec::from_tool(&**tool)).collect()
    }

    /// Returns all names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.keys().map(String::as_str)
    }
}

/// Of several tools with the same name, the last one is kept, as in a map of the standard library. To reject duplicates, use
/// [`register`](Self::register).
impl<State: Send + Sync + 'static> FromIterator<Arc<dyn Tool<State>>> for ToolRegistry<State> {
    fn from_iter<I: IntoIterator<Item = Arc<dyn Tool<State>>>>(tools: I) -> Self {
        Self { tools: tools.into_iter().map(|tool| (tool.name().to_owned(), tool)).collect() }
    }
}

impl<State: Send + Sync + 'static> Default for ToolRegistry<State> {
    fn default() -> Self {
        Self::new()
    }
}

impl<State: Send + Sync + 'static> Clone for ToolRegistry<State> {
    fn clone(&self) -> Self {
        Self { tools: self.tools.clone() }
    }
}

impl<State: Send + Sync + 'static> fmt::Debug for ToolRegistry<State> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.tools.keys()).finish()
    }
}
