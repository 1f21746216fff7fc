//! A constructor that collects declarations, its own perhaps among them.

use registry::harness::BoxError;
use registry::{CapabilityRegistry, ComponentKind, RegistryError, capability};
use tests::Echo;

#[capability(tool = "made_of_others")]
fn made_of_others() -> Result<Echo, RegistryError> {
    let stores = CapabilityRegistry::<()>::collect_where(|it| it.kind() == ComponentKind::Store)?;
    Ok(Echo(if stores.has(ComponentKind::Store, "another") { "made_of_others" } else { "made_of_nothing" }))
}

#[capability(tool = "made_of_itself")]
fn made_of_itself() -> Result<Echo, BoxError> {
    CapabilityRegistry::<()>::collect()?;
    Ok(Echo("made_of_itself"))
}

#[capability(store = "another")]
struct Another;

#[test]
fn a_constructor_may_collect_others_and_is_told_when_it_collects_itself() {
    let others = CapabilityRegistry::<()>::collect_where(|it| it.name() != "made_of_itself").unwrap();
    assert!(others.tool("made_of_others").is_some());

    let error = CapabilityRegistry::<()>::collect().unwrap_err().to_string();
    assert!(error.contains("the constructor of the tool `made_of_itself`, declared at"), "{error}");
    assert!(error.contains("collects it again; let it collect only others, with `collect_where`"), "{error}");
}
