use registry::{CapabilityRegistry, ComponentKind, capability};

fn first() {
    #[capability(store = "first")]
    struct MyStruct;
}

fn second() {
    #[capability(store = "second")]
    struct MyStruct;
}

fn main() {
    first();
    second();
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    assert_eq!(registry.names(ComponentKind::Store), ["first", "second"]);
}
