use registry::capability;
use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};

struct Client;

#[async_trait]
impl ChatModel for Client {
    async fn chat(&self, _state: &(), _request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text(""))
    }
}

#[capability(model = "default", catalog = "openai/gtp-4")]
fn model() -> Client {
    Client
}

#[capability(model = "anthropic/claude-4-opus")]
fn model_of_another_provider() -> Client {
    Client
}

fn main() {}
