use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
use registry::{capability, declare, model_router};

struct Model;

#[async_trait]
impl ChatModel for Model {
    async fn chat(&self, (): &(), _: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text("fine"))
    }
}

#[capability(model = "gpt-4o-mini", alias = "quick")]
static QUICK: Model = Model;

#[capability(model = "home", custom, requires(vision))]
static HOME: Model = Model;

declare!(model "from_a_plugin");
declare!(model "claude-opus-4-1");

#[test]
fn a_router_may_name_declared_models_and_workloads() {
    assert_eq!(model_router! {}.routes().len(), 0);
    let router = model_router! {
        workload "look {v1}" => model "quick", requires(vision), fallbacks("home", "spare", "from_a_plugin");
        workload "spare" => model "claude-opus-4-1", requires(vision, pdf_input), fallbacks("gpt-4o-mini",);
        default "spare"
    };
    assert_eq!(router.chain("look {v1}"), ["quick", "home", "claude-opus-4-1", "gpt-4o-mini", "from_a_plugin"]);
    assert_eq!(router.target_model("whatever"), Some("claude-opus-4-1"));
    assert_eq!(router.required_capabilities("spare").unwrap().to_string(), "vision, pdf_input");
}
