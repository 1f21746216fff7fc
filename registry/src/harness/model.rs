//! Chat models, requests and responses.

use super::{HarnessError, ToolSpec, async_trait};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// A chat model with access to the application's `State`.
///
/// ```
/// use registry::harness::{ChatMessage, ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
///
/// struct Echo;
///
/// #[async_trait]
/// impl ChatModel for Echo {
///     async fn chat(&self, _state: &(), request: ChatRequest) -> Result<ChatResponse, HarnessError> {
///         let last = request.messages.last().ok_or_else(|| HarnessError::failed("the conversation is empty"))?;
///         Ok(ChatResponse::text(last.content.clone()))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model for the state `{State}`",
    label = "it does not implement `ChatModel<{State}>`",
    note = "implement `ChatModel` for it; the documentation of `registry::harness` shows how",
    note = "if the model uses the application's state, declare the state: `#[capability(model = \"…\", state = Type)]`"
)]
#[async_trait]
pub trait ChatModel<State: Send + Sync + 'static = ()>: Send + Sync {
    /// Answers a conversation with text, or with calls of tools in the request.
    ///
    /// # Errors
    ///
    /// Any error that prevents an answer.
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

/// The role of a message's author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    /// Instructions of the application.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// The result of a tool call.
    Tool,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatMessage {
    /// The role of the author.
    pub role: ChatRole,
    /// The text, which may be empty if there are tool calls.
    pub content: String,
    /// The tool calls that the model requests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// For the result of a tool call, the [`ToolCall::id`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
}

impl ChatMessage {
    fn new(role: ChatRole, content: impl Into<String>) -> Self {
        Self { role, content: content.into(), tool_calls: Vec::new(), tool_call_id: None }
    }

    /// Creates a message with instructions of the application.
    pub fn system(content: impl Into<String>) -> Self {
        Self::new(ChatRole::System, content)
    }

    /// Creates a message of the user.
    pub fn user(content: impl Into<String>) -> Self {
        Self::new(ChatRole::User, content)
    }

    /// Creates a message of the model.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self::new(ChatRole::Assistant, content)
    }

    /// Creates a message with the result of a tool call.
    pub fn tool(call_id: impl Into<String>, content: impl Into<String>) -> Self {
        Self { tool_call_id: Some(call_id.into()), ..Self::new(ChatRole::Tool, content) }
    }
}

/// A tool call that a model requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// Identifies the call within its conversation.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments, according to the schema of the tool.
    pub arguments: Value,
}

/// A request to a model: the conversation so far and the tools that the model may call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    /// The conversation, the oldest message first.
    pub messages: Vec<ChatMessage>,
    /// The available tools.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolSpec>,
}

/// The answer of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatResponse {
    /// The text, which may be empty if there are tool calls.
    pub content: String,
    /// The requested tool calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
}

impl ChatResponse {
    /// Creates an answer with text only.
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), tool_calls: Vec::new() }
    }

    /// Creates an answer that requests one tool call.
    pub fn call(id: impl Into<String>, name: impl Into<String>, arguments: Value) -> Self {
        Self { content: String::new(), tool_calls: vec![ToolCall { id: id.into(), name: name.into(), arguments }] }
    }
}
