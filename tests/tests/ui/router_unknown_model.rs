use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
use registry::{capability, model_router};

#[derive(Default)]
struct Model;

#[async_trait]
impl ChatModel for Model {
    async fn chat(&self, _: &(), _: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text("fine"))
    }
}

#[capability(model = "gpt-4o", alias = "fast")]
static FAST: Model = Model;

fn main() {
    let _ = model_router! {
        workload "first-v1" => model "gpt-4o", fallbacks("chat-v1");
        workload "chat-v1" => model "fsat", requires(vision);
        workload "vision-v1" => model "gpt-4o", fallbacks("chat-v2", "gpt-4o-mini");
    };
}
