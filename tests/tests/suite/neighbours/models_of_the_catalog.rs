//! Models of the catalog in every form. That this compiles without a warning is the test.

use registry::capability;
use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};

struct Client;

#[async_trait]
impl ChatModel for Client {
    async fn chat(&self, _state: &(), _request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text(""))
    }
}

#[capability(model = "gpt-4o", alias = "fast", requires(tool_calling, vision))]
fn fast() -> Client {
    Client
}

#[capability(model = "azure/gpt-4o")]
fn of_another_provider() -> Client {
    Client
}

#[capability(model = "thorough", catalog = "anthropic/claude-opus-4-5", requires(reasoning, priced))]
fn thorough() -> Client {
    Client
}

#[allow(deprecated)]
mod old {
    use super::{Client, capability};

    #[capability(model = "gpt-3.5-turbo")]
    fn retired_and_known_to_be() -> Client {
        Client
    }
}

#[capability(model = "house", custom, requires(vision))]
fn model() -> Client {
    Client
}
