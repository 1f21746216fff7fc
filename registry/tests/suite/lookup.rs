//! Lookup of known and unknown names, and from several threads.

use crate::echo::{agent, blueprint, model, tool};
use registry::{CapabilityRegistry, ComponentKind, RegistryError};
use std::sync::Arc;
use std::thread;

fn registry() -> CapabilityRegistry<()> {
    let mut registry = CapabilityRegistry::new();
    registry.register_model("gpt-4o", model()).unwrap();
    registry.register_tool(tool("lookup_user")).unwrap();
    registry.register_graph_blueprint("triage", blueprint("triage")).unwrap();
    registry.register_agent(agent("researcher")).unwrap();
    registry.register_reducer("append").unwrap();
    registry.register_reducer("last").unwrap();
    registry.register_router("by_intent").unwrap();
    registry
}

#[test]
fn each_kind_is_found_by_its_own_look_up() {
    let registry = registry();
    assert!(registry.model("gpt-4o").is_some());
    assert_eq!(registry.tool("lookup_user").unwrap().name(), "lookup_user");
    assert_eq!(registry.graph_blueprint("triage").unwrap().graph, "triage");
    assert_eq!(registry.agent("researcher").unwrap().name(), "researcher");
}

#[test]
fn an_unknown_name_is_none_and_names_are_compared_exactly() {
    let registry = registry();
    for name in ["", "GPT-4o", "gpt-4o ", "lookup_user", "triage\0"] {
        assert!(registry.model(name).is_none(), "{name:?}");
        assert!(!registry.has(ComponentKind::Model, name), "{name:?}");
        assert!(registry.metadata(ComponentKind::Model, name).is_none(), "{name:?}");
    }
    assert!(registry.tool("gpt-4o").is_none());
    assert!(registry.graph_blueprint("gpt-4o").is_none());
    assert!(registry.agent("gpt-4o").is_none());
}

#[test]
fn an_unknown_name_suggests_similar_names_of_its_kind() {
    let mut registry = registry();
    registry.alias(ComponentKind::Tool, "find_user", "lookup_user").unwrap();
    let near = |kind, name: &str| match registry.resolve(kind, name) {
        Err(RegistryError::Unknown { kind: asked, name: given, nearest, .. }) => {
            assert_eq!((asked, given.as_str()), (kind, name));
            nearest
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(near(ComponentKind::Tool, "lookup_usr"), ["lookup_user"]);
    assert_eq!(near(ComponentKind::Tool, "finduser"), ["find_user"]);
    assert!(near(ComponentKind::Model, "lookup_usr").is_empty());
    assert!(near(ComponentKind::Store, "anything").is_empty());
}

#[test]
fn a_known_name_or_alias_resolves_to_its_metadata() {
    let mut registry = registry();
    registry.alias(ComponentKind::Reducer, "default", "last").unwrap();
    assert_eq!(registry.resolve(ComponentKind::Reducer, "default").unwrap().id, "last");
    assert_eq!(registry.resolve(ComponentKind::Reducer, "append").unwrap().id, "append");
}

#[test]
fn components_are_sorted_by_kind_and_name_whatever_the_order_of_registration() {
    let registry = registry();
    let all: Vec<_> =
        registry.components().into_iter().map(|component| (component.kind, component.id.as_str())).collect();
    let expected = [
        (ComponentKind::Model, "gpt-4o"),
        (ComponentKind::Tool, "lookup_user"),
        (ComponentKind::Graph, "triage"),
        (ComponentKind::Agent, "researcher"),
        (ComponentKind::Router, "by_intent"),
        (ComponentKind::Reducer, "append"),
        (ComponentKind::Reducer, "last"),
    ];
    assert_eq!(all, expected);
}

#[test]
fn an_empty_registry_has_no_components() {
    let registry = CapabilityRegistry::<()>::default();
    assert!(registry.components().is_empty() && registry.snapshot().components.is_empty());
    assert!(ComponentKind::ALL.iter().all(|kind| registry.names_including_aliases(*kind).is_empty()));
    assert_eq!(format!("{registry:?}"), "{}");
}

#[test]
fn the_debug_output_of_a_registry_lists_its_names() {
    let shown = format!("{:?}", registry());
    assert!(shown.contains(r#""reducer": ["append", "last"]"#), "{shown}");
}

#[test]
fn a_registry_is_shared_between_threads() {
    fn is_shared<T: Send + Sync + 'static>(_: &T) {}
    struct App;

    is_shared(&CapabilityRegistry::<App>::new());
    let registry = Arc::new(registry());
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let registry = Arc::clone(&registry);
            thread::spawn(move || {
                (0..100).all(|_| registry.tool("lookup_user").is_some() && registry.model("x").is_none())
            })
        })
        .collect();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap()));
}
