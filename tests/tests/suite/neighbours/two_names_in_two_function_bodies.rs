use registry::{CapabilityRegistry, ComponentKind, capability};

fn first() {
    #[capability(store = "first")]
    struct MyStruct;
}

fn second() {
    #[capability(store = "second")]
    struct MyStruct;
}

#[test]
fn types_of_one_name_in_two_bodies_are_two() {
    first();
    second();
    let registry = CapabilityRegistry::<()>::collect_where(|it| it.module_path() == module_path!()).unwrap();
    assert_eq!(registry.names(ComponentKind::Store), ["first", "second"]);
}
