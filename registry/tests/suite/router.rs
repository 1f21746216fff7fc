//! Routes of workloads, and the errors that validation finds.

use registry::catalog::{Capability, CapabilitySet, ModelCatalog};
use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
use registry::{CapabilityRegistry, ComponentKind, ModelRouter, RouterError, WorkloadRoute};
use std::sync::Arc;

struct Model;

#[async_trait]
impl ChatModel for Model {
    async fn chat(&self, _state: &(), _request: ChatRequest) -> Result<ChatResponse, HarnessError> {
        Ok(ChatResponse::text(""))
    }
}

fn registry(models: &[&'static str]) -> CapabilityRegistry {
    let mut registry = CapabilityRegistry::new();
    for model in models {
        registry.register_model(*model, Arc::new(Model)).unwrap();
    }
    registry
}

fn router(routes: impl IntoIterator<Item = WorkloadRoute>) -> ModelRouter {
    routes.into_iter().fold(ModelRouter::new(), |mut all, route| {
        all.add(route).unwrap();
        all
    })
}

fn errors(router: &ModelRouter, registry: &CapabilityRegistry) -> Vec<String> {
    router.validate(registry, ModelCatalog::seed()).iter().map(ToString::to_string).collect()
}

#[test]
fn a_valid_router_has_no_errors() {
    let router = router([
        WorkloadRoute::new("chat-v1", "gpt-4o")
            .requiring(CapabilitySet::EMPTY.with(Capability::Vision).with(Capability::ToolCalling))
            .with_fallbacks(["cheap-v1", "claude-opus-5"]),
        WorkloadRoute::new("cheap-v1", "gpt-4o-mini"),
    ]);
    assert_eq!(errors(&router, &registry(&["gpt-4o", "gpt-4o-mini", "claude-opus-5"])), [""; 0]);
    assert_eq!(router.chain("chat-v1"), ["gpt-4o", "gpt-4o-mini", "claude-opus-5"]);
    assert_eq!(router.fallback_policy("chat-v1"), ["gpt-4o-mini", "claude-opus-5"]);
    assert_eq!(router.required_capabilities("chat-v1").unwrap().to_string(), "tool_calling, vision");
}

#[test]
fn fallback_cycles_are_reported_with_every_step_and_traversal_terminates() {
    let route = |alias: &str, fallback: &str| WorkloadRoute::new(alias, "gpt-4o").with_fallbacks([fallback]);
    let two = router([route("chat", "burst"), route("burst", "chat")]);
    assert_eq!(errors(&two, &registry(&["gpt-4o"])), ["the workloads fall back in a cycle: burst -> chat -> burst"]);
    assert_eq!(two.chain("chat"), ["gpt-4o"]);

    let three = router([route("a", "b"), route("b", "c"), route("c", "a")]);
    assert_eq!(errors(&three, &registry(&["gpt-4o"])), ["the workloads fall back in a cycle: a -> b -> c -> a"]);
    let one = router([route("a", "a")]);
    assert_eq!(errors(&one, &registry(&["gpt-4o"])), ["the workloads fall back in a cycle: a -> a"]);
}

#[test]
fn every_fallback_that_closes_a_cycle_is_reported() {
    let route = |alias: &str, fallbacks: &[&str]| {
        WorkloadRoute::new(alias, "m").with_fallbacks(fallbacks.iter().map(ToString::to_string))
    };
    let router = router([route("a", &["b", "c"]), route("b", &["d"]), route("c", &["d"]), route("d", &["a"])]);
    assert_eq!(
        errors(&router, &registry(&["m"])),
        [
            "the workloads fall back in a cycle: a -> b -> d -> a",
            "the workloads fall back in a cycle: a -> c -> d -> a"
        ]
    );
}

#[test]
fn a_cycle_that_other_workloads_lead_into_is_reported_once() {
    let router = router([
        WorkloadRoute::new("a", "m").with_fallbacks(["b", "c"]),
        WorkloadRoute::new("b", "m").with_fallbacks(["c"]),
        WorkloadRoute::new("c", "m").with_fallbacks(["b"]),
    ]);
    assert_eq!(errors(&router, &registry(&["m"])), ["the workloads fall back in a cycle: b -> c -> b"]);
}

#[test]
fn unregistered_models_and_fallbacks_are_reported_with_similar_names() {
    let mut router = router([WorkloadRoute::new("chat", "gpt-4").with_fallbacks(["chatt", "gpt-4o"])]);
    router.set_default("chta");
    assert_eq!(
        errors(&router, &registry(&["gpt-4o"])),
        [
            "the workload `chat` names the model `gpt-4`, which is not registered; did you mean `gpt-4o`?",
            "the workload `chat` falls back to `chatt`, which is neither a registered model nor a workload; did you mean `chat`?",
            "the default `chta` has no route; did you mean `chat`?",
        ]
    );
}

#[test]
fn a_model_or_fallback_that_lacks_a_required_capability_is_reported() {
    let vision = CapabilitySet::EMPTY.with(Capability::Vision);
    let router =
        router([WorkloadRoute::new("see", "gpt-4o").requiring(vision).with_fallbacks(["gpt-3.5-turbo", "house"])]);
    assert_eq!(
        errors(&router, &registry(&["gpt-4o", "gpt-3.5-turbo", "house"])),
        [
            "the workload `see` requires vision, which the model `gpt-3.5-turbo` does not support",
            "the workload `see` requires vision, which the model `house` is not known to support: it is not in the catalog",
        ]
    );
}

#[test]
fn a_full_name_never_refers_to_a_model_of_another_provider() {
    let vision = CapabilitySet::EMPTY.with(Capability::Vision);
    let router = router([WorkloadRoute::new("see", "anthropic/claude-4-opus")
        .requiring(vision)
        .with_fallbacks(["deepinfra/anthropic/claude-4-opus"])]);
    let registry = registry(&["anthropic/claude-4-opus", "deepinfra/anthropic/claude-4-opus"]);
    assert_eq!(
        errors(&router, &registry)[0],
        "the workload `see` requires vision, which the model `anthropic/claude-4-opus` is not known to support: it is not in the catalog"
    );
    let entry = registry.catalog_entry(ModelCatalog::seed(), "deepinfra/anthropic/claude-4-opus").unwrap();
    assert_eq!((&*entry.provider, &*entry.model_id), ("deepinfra", "anthropic/claude-4-opus"));
}

#[test]
fn the_route_of_a_model_is_found_under_its_aliases() {
    let mut registry = registry(&["gpt-4o", "claude-opus-5"]);
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    registry.alias(ComponentKind::Model, "opus", "claude-opus-5").unwrap();
    let router = router([WorkloadRoute::new("gpt-4o", "gpt-4o").with_fallbacks(["opus"])]);
    for name in ["gpt-4o", "fast"] {
        assert_eq!(router.route_in(&registry, name).unwrap().fallbacks, ["opus"], "{name}");
        assert_eq!(router.chain_in(&registry, name), ["gpt-4o", "claude-opus-5"], "{name}");
    }
    assert!(router.route_in(&registry, "opus").is_none());
}

#[test]
fn a_cycle_through_an_alias_is_reported() {
    let mut registry = registry(&["gpt-4o"]);
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    let router = router([WorkloadRoute::new("gpt-4o", "gpt-4o").with_fallbacks(["fast"])]);
    assert_eq!(errors(&router, &registry), ["the workloads fall back in a cycle: gpt-4o -> gpt-4o"]);
    assert_eq!(router.chain_in(&registry, "fast"), ["gpt-4o"]);
}

#[test]
fn a_workload_has_one_route_and_the_default_serves_all_others() {
    let mut router = router([WorkloadRoute::new("chat", "a")]);
    let error = router.add(WorkloadRoute::new("chat", "b")).unwrap_err();
    assert_eq!(error, RouterError::DuplicateRoute { route: "chat".into() });
    assert_eq!((router.target_model("chat"), router.target_model("other")), (Some("a"), None));
    router.set_default("chat");
    assert_eq!(router.target_model("other"), Some("a"));
}

#[test]
fn a_router_round_trips_through_json_and_duplicate_routes_are_rejected() {
    let mut router = router([WorkloadRoute::new("chat", "a")
        .requiring(CapabilitySet::EMPTY.with(Capability::Vision))
        .with_fallbacks(["b"])]);
    router.set_default("chat");
    let json = serde_json::to_string(&router).unwrap();
    assert_eq!(
        json,
        r#"{"routes":[{"alias":"chat","model":"a","requires":["vision"],"fallbacks":["b"]}],"default":"chat"}"#
    );
    assert_eq!(serde_json::from_str::<ModelRouter>(&json).unwrap(), router);
    let twice = r#"{"routes":[{"alias":"chat","model":"a"},{"alias":"chat","model":"b"}]}"#;
    let error = serde_json::from_str::<ModelRouter>(twice).unwrap_err().to_string();
    assert!(error.contains("the workload `chat` has two routes"), "{error}");
}
