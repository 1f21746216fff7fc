//! The model and tool registries of a run.

use crate::echo::{Echo, agent, model, tool};
use pollster::block_on;
use registry::harness::{HarnessError, ModelRegistry, ToolRegistry, json};
use registry::{AgentRegistry, CapabilityRegistry, CapabilitySource, ComponentKind};
use std::sync::Arc;

fn registry() -> CapabilityRegistry<()> {
    let mut registry = CapabilityRegistry::new();
    registry.register_model("gpt-4o", model()).unwrap();
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    registry.register_tool(tool("lookup_user")).unwrap();
    registry.alias(ComponentKind::Tool, "find_user", "lookup_user").unwrap();
    registry.register_agent(agent("researcher")).unwrap();
    registry.alias(ComponentKind::Agent, "scholar", "researcher").unwrap();
    registry
}

#[test]
fn models_are_handed_off_under_names_and_aliases_as_one_handle() {
    let registry = registry();
    let models = registry.to_model_registry();
    assert_eq!(models.names().collect::<Vec<_>>(), ["fast", "gpt-4o"]);
    assert!(Arc::ptr_eq(models.get("fast").unwrap(), registry.model("gpt-4o").unwrap()));
    assert!(Arc::ptr_eq(models.get("gpt-4o").unwrap(), registry.model("gpt-4o").unwrap()));
}

#[test]
fn tools_are_handed_off_under_their_own_names_only() {
    let registry = registry();
    let tools = registry.to_tool_registry();
    assert_eq!(tools.names().collect::<Vec<_>>(), ["lookup_user"]);
    assert!(Arc::ptr_eq(tools.get("lookup_user").unwrap(), registry.tool("find_user").unwrap()));
    let error = tools.get("find_user").err().unwrap();
    assert!(matches!(error, HarnessError::Unknown { kind: ComponentKind::Tool, .. }), "{error}");
}

#[test]
fn the_registries_of_a_run_do_not_follow_later_changes() {
    let mut registry = registry();
    let (models, tools) = (registry.to_model_registry(), registry.to_tool_registry());
    registry.register_model("late", model()).unwrap();
    registry.replace_tool(tool("lookup_user")).unwrap();
    assert!(models.get("late").is_err());
    assert!(!Arc::ptr_eq(tools.get("lookup_user").unwrap(), registry.tool("lookup_user").unwrap()));
}

#[test]
fn agents_are_found_for_a_graph_by_name_and_alias() {
    let registry = registry();
    let agents: &dyn AgentRegistry = &registry;
    assert!(Arc::ptr_eq(&agents.find_agent("scholar").unwrap(), registry.agent("researcher").unwrap()));
    assert!(agents.find_agent("lookup_user").is_none());
}

#[test]
fn a_resolver_allows_the_registered_names_of_each_kind() {
    let registry = registry();
    let resolver = registry.capability_resolver();
    for kind in ComponentKind::ALL {
        for name in ["gpt-4o", "fast", "lookup_user", "find_user", "researcher", "scholar", "other", ""] {
            assert_eq!(resolver.allows(kind, name), registry.has(kind, name), "{kind} {name}");
        }
    }
    assert_eq!(CapabilitySource::names_including_aliases(&registry, ComponentKind::Tool), ["find_user", "lookup_user"]);
    assert_eq!(registry.canonical_name(ComponentKind::Tool, "find_user"), Some("lookup_user"));
    assert_eq!(registry.canonical_name(ComponentKind::Model, "find_user"), None);
}

#[test]
fn a_run_rejects_duplicate_models_and_tools() {
    let mut models = ModelRegistry::<()>::new();
    models.register("echo", model()).unwrap();
    let error = models.register("echo", model()).unwrap_err();
    assert_eq!(error.to_string(), "a model is already registered as `echo`");
    let mut tools = ToolRegistry::<()>::default();
    let first = tool("ping");
    tools.register(Arc::clone(&first)).unwrap();
    let error = tools.register(tool("ping")).unwrap_err();
    assert_eq!(error.to_string(), "a tool is already registered as `ping`");
    assert!(Arc::ptr_eq(tools.get("ping").unwrap(), &first));
}

#[test]
fn a_run_calls_a_tool_by_name_and_suggests_similar_names() {
    let tools: ToolRegistry = [tool("ping"), tool("pong")].into_iter().collect();
    assert_eq!(block_on(tools.call("ping", &(), json!({ "a": 1 }))).unwrap(), json!({ "a": 1 }));
    let error = block_on(tools.call("pin", &(), json!(null))).unwrap_err();
    assert_eq!(error.to_string(), "no tool is registered as `pin`; did you mean `ping`?");
    assert_eq!(tools.specs().iter().map(|spec| spec.name.as_str()).collect::<Vec<_>>(), ["ping", "pong"]);
    assert_eq!(format!("{tools:?}"), r#"{"ping", "pong"}"#);
}

#[test]
fn of_two_models_or_tools_of_one_name_that_are_collected_the_last_stays() {
    let (first, last) = (model(), model());
    let models: ModelRegistry =
        [&first, &last].into_iter().map(|model| ("echo".to_owned(), Arc::clone(model))).collect();
    assert!(Arc::ptr_eq(models.get("echo").unwrap(), &last));
    let (first, last) = (tool("ping"), tool("ping"));
    let tools: ToolRegistry = [first, Arc::clone(&last)].into_iter().collect();
    assert!(Arc::ptr_eq(tools.get("ping").unwrap(), &last));
}

#[test]
fn a_pointer_to_an_implementor_implements_the_trait() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_tool(Arc::new(Box::new(Echo("boxed")))).unwrap();
    registry.register_tool(Arc::new(&Echo("borrowed"))).unwrap();
    registry.register_tool(Arc::new(tool("counted"))).unwrap();
    assert_eq!(registry.names(ComponentKind::Tool), ["borrowed", "boxed", "counted"]);
}
