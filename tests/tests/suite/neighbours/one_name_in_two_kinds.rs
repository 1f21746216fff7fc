use registry::{CapabilityRegistry, ComponentKind, capability};

#[capability(router = "shared")]
#[capability(reducer = "shared", alias = "merged")]
fn shared() -> i64 {
    7
}

#[test]
fn a_name_may_be_declared_in_two_kinds() {
    let router: fn() -> i64 = registry::resolve!(router "shared");
    assert_eq!(router(), registry::resolve!(reducer "shared")());
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    assert!(registry.has(ComponentKind::Router, "shared") && registry.has(ComponentKind::Reducer, "merged"));
}
