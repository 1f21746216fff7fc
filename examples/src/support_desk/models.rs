//! The models of the desk, and which of them serves which work. The real ones are checked against the catalog while this
//! file compiles, and so is what each workload requires of them.

use registry::harness::{ChatModel, ChatRequest, ChatResponse, ChatRole, HarnessError, async_trait};
use registry::{ModelRouter, capability, model_router};
use serde_json::json;

/// Application code asks for "the model for this work". The model behind it is changed here.
pub(crate) fn router() -> ModelRouter {
    model_router! {
        workload "answer" => model "offline", fallbacks("fast");
        workload "read-screenshot" => model "fast", requires(vision, tool_calling), fallbacks("thorough");
        default "answer";
    }
}

/// Stands for the client library of a provider, which a real desk would call here.
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

/// Answers what needs thought.
#[capability(model = "thorough", catalog = "anthropic/claude-opus-4-5", tags("paid"), requires(reasoning))]
fn thorough() -> impl ChatModel {
    Remote("anthropic")
}

/// Follows a script, so that the example runs without network and key.
#[capability(model = "offline", custom, tags("free"))]
#[derive(Default)]
struct Offline;

#[async_trait]
impl ChatModel for Offline {
    async fn chat(&self, _state: &(), request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        let last = request.messages.last().ok_or_else(|| HarnessError::failed("nothing was said"))?;
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
