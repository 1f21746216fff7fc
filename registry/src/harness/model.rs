//! Chat models, and what is said to them.

use super::{HarnessError, ToolSpec, async_trait};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// A chat model, with the application's `State` at hand.
///
/// ```
/// use registry::harness::{ChatMessage, ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
///
/// struct Echo;
///
/// #[async_trait]
/// impl ChatModel for Echo {
///     async fn chat(&self, _state: &(), request: ChatRequest) -> Result<ChatResponse, HarnessError> {
///         let last = request.messages.last().ok_or_else(|| HarnessError::failed("nothing was said"))?;
///         Ok(ChatResponse::text(last.content.clone()))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model for the state `{State}`",
    label = "it does not implement `ChatModel<{State}>`",
    note = "implement `ChatModel` for it; the documentation of `registry::harness` shows how",
    note = "a model that is written for the application's state says so: `#[capability(model = \"…\", state = Type)]`"
)]
#[async_trait]
pub trait ChatModel<State: Send + Sync + 'static = ()>: Send + Sync {
    /// Answers a conversation, with text or with calls of the tools that the request offers.
    ///
    /// # Errors
    /// Whatever keeps the model from answering.
    async fn chat(&self, state: &State, request: ChatRequest) -> Result<ChatResponse, HarnessError>;
}

macro_rules! forward {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        #[async_trait]
        impl<State: Send + Sync + 'static, M: ChatModel<State> + ?Sized> ChatModel<State> for $pointer {
            async fn chat(&self, state: &State, request: ChatRequest) -> Result<ChatResponse, HarnessError> {
                (**self).chat(state, request).await
            }
        }
    )*};
}

forward!(&M, Box<M>, Arc<M>);

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    /// The application, about how to behave.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
    /// A tool, with its result.
    Tool,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatMessage {
    /// Who says it.
    pub role: ChatRole,
    /// The text; may be empty beside tool calls.
    pub content: String,
    /// The calls that an assistant asks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// For a tool's message, the [`ToolCall::id`] that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
}

impl ChatMessage {
    fn new(role: ChatRole, content: impl Into<String>) -> Self {
        Self { role, content: content.into(), tool_calls: Vec::new(), tool_call_id: None }
    }

    /// What the application says about how to behave.
    pub fn system(content: impl Into<String>) -> Self {
        Self::new(ChatRole::System, content)
    }

    /// What the person says.
    pub fn user(content: impl Into<String>) -> Self {
        Self::new(ChatRole::User, content)
    }

    /// What the model says.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self::new(ChatRole::Assistant, content)
    }

    /// The result of a tool call.
    pub fn tool(call_id: impl Into<String>, content: impl Into<String>) -> Self {
        Self { tool_call_id: Some(call_id.into()), ..Self::new(ChatRole::Tool, content) }
    }
}

/// A call of a tool that a model asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// Identifies the call within its conversation.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments, as the tool's schema says.
    pub arguments: Value,
}

/// What is asked of a model: the conversation so far, and the tools it may call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    /// The conversation, the oldest message first.
    pub messages: Vec<ChatMessage>,
    /// The tools on offer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolSpec>,
}

/// A model's answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatResponse {
    /// The text; may be empty beside tool calls.
    pub content: String,
    /// The calls it asks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
}

impl ChatResponse {
    /// An answer in text only.
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), tool_calls: Vec::new() }
    }

    /// An answer that asks for one tool call.
    pub fn call(id: impl Into<String>, name: impl Into<String>, arguments: Value) -> Self {
        Self { content: String::new(), tool_calls: vec![ToolCall { id: id.into(), name: name.into(), arguments }] }
    }
}
