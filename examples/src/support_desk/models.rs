//! The models of the desk and the workloads they serve. The real models, and what each workload requires of them, are
//! checked against the catalog at compile time.

use registry::harness::{ChatModel, ChatRequest, ChatResponse, ChatRole, HarnessError, async_trait};
use registry::{ModelRouter, capability, model_router};
use serde_json::json;

/// Application code asks for the model for a workload. Which model that is can be changed here.
pub(crate) fn router() -> ModelRouter {
    model_router! {
        workload "answer" => model "offline", fallbacks("fast");
        workload "read-screenshot" => model "fast", requires(vision, tool_calling), fallbacks("thorough");
        default "answer";
    }
}

/// A stand-in for the client library of a provider.
struct Remote(&'static str);

#[async_trait]
impl ChatModel for Remote {
    async fn chat(&self, _state: &(), _request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Err(HarnessError::failed(format!("this example makes no calls to {}", self.0)))
    }
}

/// Answers most questions.
#[capability(model = "gpt-4o", alias = "fast", tags("paid"), requires(tool_calling, vision))]
fn gpt_4o() -> impl ChatModel {
    Remote("openai")
}

/// Answers difficult questions.
#[capability(model = "thorough", catalog = "anthropic/claude-opus-4-5", tags("paid"), requires(reasoning))]
fn thorough() -> impl ChatModel {
    Remote("anthropic")
}

/// Follows a script, so that the example needs no network and no API key.
#[capability(model = "offline", custom, tags("free"))]
#[derive(Default)]
struct Offline;

#[async_trait]
impl ChatModel for Offline {
    async fn chat(&self, _state: &(), request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        let last = request.messages.last().ok_or_else(|| HarnessError::failed("the request has no messages"))?;
        if last.role == ChatRole::Tool {
            return Ok(ChatResponse::text(format!("I looked it up: {}. A ticket is open.", last.content)));
        }
        let digits: String = last.content.chars().filter(char::is_ascii_digit).collect();
        Ok(match digits.parse::<u64>() {
            Ok(id) => ChatResponse::call("call-1", "lookup_user", json!({ "id": id })),
            Err(_) => ChatResponse::text("Which user is it about? Tell me the number."),
        })
    }
}
