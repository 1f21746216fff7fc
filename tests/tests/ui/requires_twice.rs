use registry::capability;
use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};

struct Client;

#[async_trait]
impl ChatModel for Client {
    async fn chat(&self, _state: &(), _request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text(""))
    }
}

#[capability(model = "gpt-4o", requires(vision, vision))]
fn model() -> Client {
    Client
}

fn main() {}
