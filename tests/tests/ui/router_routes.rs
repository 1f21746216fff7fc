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
        workload "a" => model "fast", fallbacks("b");
        workload "b" => model "fast", fallbacks("c", "d");
        workload "c" => model "fast", fallbacks("a");
        workload "d" => model "fast", fallbacks("d", "a");
    };
    let _ = model_router! {
        workload "chat-v1" => model "fast", requires(visoin, vision, vision), fallbacks("x", "x");
        workload "chat-v1" => model "";
        default "chat-v2";
        default "chat-v1";
    };
}
