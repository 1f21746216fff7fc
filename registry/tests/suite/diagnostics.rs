//! Diagnostics of registries and snapshots.

use crate::echo::{blueprint, model, tool};
use registry::{AliasBinding, CapabilityRegistry, ComponentKind, DiagnosticCode};

#[test]
fn a_typical_registry_has_no_diagnostics() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_model("gpt-4o", model()).unwrap();
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    registry.register_graph_blueprint("triage", blueprint("triage")).unwrap();
    registry.register_model("default", model()).unwrap();
    assert_eq!(registry.diagnostics(), []);
}

#[test]
fn a_name_shared_by_several_kinds_is_reported_once_with_all_of_them() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_reducer("shared").unwrap();
    registry.register_model("shared", model()).unwrap();
    registry.register_router("shared").unwrap();
    registry.register_router("alone").unwrap();
    let diagnostics = registry.diagnostics();
    assert_eq!(diagnostics.len(), 1);
    assert_eq!((diagnostics[0].code, diagnostics[0].name.as_str()), (DiagnosticCode::SharedName, "shared"));
    assert_eq!(diagnostics[0].message, "`shared` is registered under multiple kinds: model, router, reducer");
}

#[test]
fn an_alias_may_have_the_name_of_another_kind() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_model("gpt-4o", model()).unwrap();
    registry.register_tool(tool("fast")).unwrap();
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    assert_eq!(registry.diagnostics(), []);
}

#[test]
fn diagnostics_are_sorted_by_code_and_name() {
    let mut registry = CapabilityRegistry::<()>::new();
    for name in ["b", "a", "c"] {
        registry.register_router(name).unwrap();
        registry.register_reducer(name).unwrap();
    }
    let mut snapshot = registry.snapshot();
    for (alias, canonical) in [("z", "gone"), ("a", "b")] {
        let (alias, canonical) = (alias.into(), canonical.into());
        snapshot.aliases.push(AliasBinding { kind: ComponentKind::Router, alias, canonical });
    }
    let found: Vec<_> =
        snapshot.diagnostics().into_iter().map(|diagnostic| (diagnostic.code, diagnostic.name)).collect();
    let expected = [
        (DiagnosticCode::ShadowingAlias, "a"),
        (DiagnosticCode::DanglingAlias, "z"),
        (DiagnosticCode::SharedName, "a"),
        (DiagnosticCode::SharedName, "b"),
        (DiagnosticCode::SharedName, "c"),
    ];
    assert_eq!(found, expected.map(|(code, name)| (code, name.to_owned())));
}

#[test]
fn an_alias_of_a_component_of_another_kind_is_dangling() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_router("by_intent").unwrap();
    let mut snapshot = registry.snapshot();
    let binding = AliasBinding { kind: ComponentKind::Reducer, alias: "default".into(), canonical: "by_intent".into() };
    snapshot.aliases.push(binding);
    let diagnostics = snapshot.diagnostics();
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(
        diagnostics[0].message,
        "the alias `default` refers to the reducer `by_intent`, which is not registered"
    );
}
