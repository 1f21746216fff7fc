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

/// A cheap model that reads no images.
#[capability(model = "gpt-3.5-turbo", alias = "cheap")]
static CHEAP: Model = Model;

#[capability(model = "house", custom, requires(tool_calling))]
static HOUSE: Model = Model;

fn main() {
    let _ = model_router! {
        workload "chat-v1" => model "cheap", requires(vision, tool_calling, pdf_input), fallbacks("house");
        workload "big-v1" => model "house", requires(tool_calling), fallbacks("vision-v1");
        workload "vision-v1" => model "gpt-3.5-turbo", requires(vision);
    };
}
