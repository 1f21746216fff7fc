//! Adapter for stateless models and tools.

use super::{ChatModel, ChatRequest, ChatResponse, HarnessError, Tool, async_trait};
use serde_json::Value;

/// Wraps a model or tool for the state `()`, so that it can be used with any state.
pub(crate) struct Stateless<T>(pub(crate) T);

#[async_trait]
impl<State: Send + Sync + 'static, M: ChatModel> ChatModel<State> for Stateless<M> {
    async fn chat(&self, _state: &State, request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        self.0.chat(&(), request).await
    }
}

#[async_trait]
impl<State: Send + Sync + 'static, T: Tool> Tool<State> for Stateless<T> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn description(&self) -> &str {
        self.0.description()
    }

    fn parameters(&self) -> Value {
        self.0.parameters()
    }

    async fn call(&self, _state: &State, arguments: Value) -> Result<Value, HarnessError> {
        self.0.call(&(), arguments).await
    }
}
