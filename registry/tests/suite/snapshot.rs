//! Snapshots of a registry.

use crate::echo::{blueprint, model, tool};
use registry::{AliasBinding, CapabilityRegistry, ComponentKind, RegistrySnapshot};

type Step = fn(&mut CapabilityRegistry<()>);

#[test]
fn a_snapshot_does_not_depend_on_the_order_of_registration() {
    let steps: [Step; 5] = [
        |registry| registry.register_model("b", model()).unwrap(),
        |registry| registry.register_model("a", model()).unwrap(),
        |registry| registry.register_tool(tool("z")).unwrap(),
        |registry| registry.register_graph_blueprint("g", blueprint("g")).unwrap(),
        |registry| registry.register_router("a").unwrap(),
    ];
    let aliases: [Step; 3] = [
        |registry| registry.alias(ComponentKind::Model, "y", "b").unwrap(),
        |registry| registry.alias(ComponentKind::Model, "x", "a").unwrap(),
        |registry| registry.alias(ComponentKind::Router, "w", "a").unwrap(),
    ];
    let build = |order: &mut dyn Iterator<Item = &Step>| {
        let mut registry = CapabilityRegistry::new();
        order.for_each(|step| step(&mut registry));
        registry.snapshot()
    };
    let forwards = build(&mut steps.iter().chain(&aliases));
    let backwards = build(&mut steps.iter().rev().chain(aliases.iter().rev()));
    assert_eq!(forwards, backwards);
    let components: Vec<_> =
        forwards.components.iter().map(|component| (component.kind, component.id.as_str())).collect();
    let expected = [
        (ComponentKind::Model, "a"),
        (ComponentKind::Model, "b"),
        (ComponentKind::Tool, "z"),
        (ComponentKind::Graph, "g"),
        (ComponentKind::Router, "a"),
    ];
    assert_eq!(components, expected);
}

#[test]
fn a_snapshot_lists_aliases_by_kind_and_alias_with_their_canonical_names() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_router("by_intent").unwrap();
    registry.register_model("gpt-4o", model()).unwrap();
    registry.alias(ComponentKind::Router, "a", "by_intent").unwrap();
    registry.alias(ComponentKind::Model, "z", "gpt-4o").unwrap();
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    let binding = |kind, alias: &'static str, canonical: &'static str| AliasBinding {
        kind,
        alias: alias.into(),
        canonical: canonical.into(),
    };
    let expected = [
        binding(ComponentKind::Model, "fast", "gpt-4o"),
        binding(ComponentKind::Model, "z", "gpt-4o"),
        binding(ComponentKind::Router, "a", "by_intent"),
    ];
    assert_eq!(registry.snapshot().aliases, expected);
}

#[test]
fn a_snapshot_is_serialized_with_the_keys_of_the_kinds() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_descriptor(ComponentKind::TaskStore, "memory").unwrap();
    registry.describe(ComponentKind::TaskStore, "memory", "Forgets.", ["test"]).unwrap();
    registry.alias(ComponentKind::TaskStore, "default", "memory").unwrap();
    let mut json = serde_json::to_value(registry.snapshot()).unwrap();
    let at = json["components"][0]["declared_at"].take();
    assert_eq!(at["file"], file!());
    let expected = serde_json::json!({
        "components": [{
            "id": "memory",
            "kind": "task_store",
            "description": "Forgets.",
            "tags": ["test"],
            "aliases": ["default"],
            "declared_at": null,
        }],
        "aliases": [{ "kind": "task_store", "alias": "default", "canonical": "memory" }],
    });
    assert_eq!(json, expected);
}

#[test]
fn an_invalid_snapshot_is_rejected() {
    for text in [
        r#"{"components": [], "aliases": [], "extra": 1}"#,
        r#"{"components": []}"#,
        r#"{"components": [], "aliases": [{"kind": "widget", "alias": "a", "canonical": "b"}]}"#,
    ] {
        assert!(serde_json::from_str::<RegistrySnapshot>(text).is_err(), "{text}");
    }
}
