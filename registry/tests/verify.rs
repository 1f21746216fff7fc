//! Checks that a registry contains everything that the program declares.

mod echo;

use echo::{Echo, tool};
use registry::{Absence, CapabilityRegistry, ComponentKind, RegistryError, Unregistered, capability, declare};

declare!(tool "plugin");
declare!(router "by_plugin");

#[capability(tool = "built_in", alias = "included")]
const BUILT_IN: Echo = Echo("built_in");

fn missing(registry: &CapabilityRegistry<()>) -> Vec<Unregistered> {
    match registry.verify() {
        Ok(()) => Vec::new(),
        Err(RegistryError::Incomplete { missing, graphs }) => {
            assert!(graphs.is_empty());
            missing
        }
        Err(other) => panic!("{other}"),
    }
}

fn reasons(registry: &CapabilityRegistry<()>) -> Vec<(ComponentKind, String, Absence)> {
    missing(registry).into_iter().map(|missing| (missing.kind, missing.name, missing.reason)).collect()
}

#[test]
fn a_name_from_declare_is_missing_until_it_is_registered() {
    let mut registry = CapabilityRegistry::<()>::collect().unwrap();
    let plugin = (ComponentKind::Tool, "plugin".to_owned(), Absence::NeverRegistered);
    let router = (ComponentKind::Router, "by_plugin".to_owned(), Absence::NeverRegistered);
    assert_eq!(reasons(&registry), [plugin.clone(), router.clone()]);
    registry.register_router("plugin").unwrap();
    assert_eq!(reasons(&registry), [plugin, router.clone()]);
    registry.register_tool(tool("plugin")).unwrap();
    assert_eq!(reasons(&registry), [router]);
    registry.register_router("by_plugin").unwrap();
    registry.verify().unwrap();
}

#[test]
fn an_alias_satisfies_a_name_from_declare() {
    let mut registry = CapabilityRegistry::<()>::collect().unwrap();
    registry.register_tool(tool("server_tool")).unwrap();
    registry.alias(ComponentKind::Tool, "plugin", "server_tool").unwrap();
    registry.register_router("by_plugin").unwrap();
    registry.verify().unwrap();
}

#[test]
fn a_declaration_that_was_not_collected_is_missing() {
    let registry = CapabilityRegistry::<()>::new();
    let reasons = reasons(&registry);
    assert_eq!(reasons.len(), 3);
    assert_eq!(reasons[0], (ComponentKind::Tool, "built_in".to_owned(), Absence::NotCollected));
}

#[test]
fn a_missing_name_is_reported_with_its_location_and_the_reason() {
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    let line = include_str!("verify.rs").lines().position(|line| line.starts_with("declare!(tool")).unwrap() + 1;
    let at = &missing(&registry)[0].at;
    assert_eq!((&*at.file, at.line as usize, at.column), (file!(), line, 1));
    let text = registry.verify().unwrap_err().to_string();
    let expected = format!(
        "the tool `plugin`, declared at {}:{line}:1: it is declared with `declare!`, but the program never registered it",
        file!()
    );
    assert!(text.contains(&expected), "{text}");
}
