//! Aliases refer to canonical names and are unique like names.

use crate::echo::{model, tool};
use registry::{CapabilityRegistry, ComponentKind, RegistryError};
use std::sync::Arc;

fn registry() -> CapabilityRegistry<()> {
    let mut registry = CapabilityRegistry::new();
    registry.register_model("gpt-4o", model()).unwrap();
    registry.register_model("small", model()).unwrap();
    registry.register_tool(tool("small")).unwrap();
    registry.alias(ComponentKind::Model, "fast", "gpt-4o").unwrap();
    registry
}

/// Tries to add an alias of a model, which must fail and change nothing.
fn rejected(alias: &'static str, target: &str) -> RegistryError {
    let mut registry = registry();
    let before = registry.snapshot();
    let error = registry.alias(ComponentKind::Model, alias, target).unwrap_err();
    assert_eq!(registry.snapshot(), before);
    error
}

#[test]
fn an_alias_finds_what_its_target_finds() {
    let registry = registry();
    assert!(Arc::ptr_eq(registry.model("fast").unwrap(), registry.model("gpt-4o").unwrap()));
    assert!(registry.has(ComponentKind::Model, "fast"));
    let metadata = registry.metadata(ComponentKind::Model, "fast").unwrap();
    assert_eq!((metadata.id.as_str(), &*metadata.aliases), ("gpt-4o", &["fast".into()][..]));
    assert_eq!(registry.names(ComponentKind::Model), ["gpt-4o", "small"]);
    assert_eq!(registry.names_including_aliases(ComponentKind::Model), ["fast", "gpt-4o", "small"]);
}

#[test]
fn an_alias_belongs_to_its_kind() {
    let mut registry = registry();
    assert!(!registry.has(ComponentKind::Tool, "fast"));
    registry.alias(ComponentKind::Tool, "fast", "small").unwrap();
    assert!(Arc::ptr_eq(registry.tool("fast").unwrap(), registry.tool("small").unwrap()));
    assert_eq!(registry.metadata(ComponentKind::Model, "fast").unwrap().id, "gpt-4o");
}

#[test]
fn several_aliases_keep_the_order_in_which_they_were_bound() {
    let mut registry = registry();
    registry.alias(ComponentKind::Model, "zeta", "gpt-4o").unwrap();
    registry.alias(ComponentKind::Model, "alpha", "gpt-4o").unwrap();
    assert_eq!(registry.metadata(ComponentKind::Model, "gpt-4o").unwrap().aliases, ["fast", "zeta", "alpha"]);
}

#[test]
fn an_alias_of_an_unknown_name_is_rejected_with_similar_names() {
    let error = rejected("quick", "gpt-40");
    let RegistryError::Unknown { kind, name, nearest, .. } = error else { panic!("there is no `gpt-40`: {error}") };
    assert_eq!((kind, name.as_str(), nearest), (ComponentKind::Model, "gpt-40", vec!["gpt-4o".to_owned()]));
}

#[test]
fn an_alias_of_itself_is_rejected() {
    assert!(matches!(rejected("gpt-4o", "gpt-4o"), RegistryError::Duplicate(_)));
    assert!(matches!(rejected("new", "new"), RegistryError::Unknown { .. }));
}

#[test]
fn an_alias_that_is_a_name_is_rejected_with_both_locations() {
    let RegistryError::Duplicate(duplicate) = rejected("small", "gpt-4o") else { panic!("`small` is a model") };
    assert_eq!((duplicate.first.alias_of, duplicate.second.alias_of.unwrap().as_str()), (None, "gpt-4o"));
    assert_eq!(duplicate.first.at.file, file!());
    assert!(duplicate.first.at.line < duplicate.second.at.line);
}

#[test]
fn a_duplicate_alias_is_rejected_even_for_the_same_component() {
    for target in ["gpt-4o", "small"] {
        let RegistryError::Duplicate(duplicate) = rejected("fast", target) else { panic!("`fast` is an alias") };
        assert_eq!(duplicate.first.alias_of.unwrap(), "gpt-4o");
        assert_eq!(duplicate.second.alias_of.unwrap(), target);
    }
}

#[test]
fn a_chain_of_aliases_is_rejected_with_the_canonical_name() {
    let error = rejected("quick", "fast");
    let RegistryError::AliasOfAlias { alias, target, canonical, .. } = error else { panic!("`fast` is an alias") };
    assert_eq!((alias.as_str(), target.as_str(), canonical.as_str()), ("quick", "fast", "gpt-4o"));
}

#[test]
fn a_cycle_of_aliases_cannot_be_created_in_any_order() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_router("x").unwrap();
    let kind = ComponentKind::Router;
    assert!(registry.alias(kind, "a", "b").is_err());
    assert!(registry.alias(kind, "b", "a").is_err());
    registry.alias(kind, "a", "x").unwrap();
    assert!(registry.alias(kind, "b", "a").is_err());
    assert!(registry.alias(kind, "x", "a").is_err());
    assert!(registry.alias(kind, "a", "a").is_err());
    assert_eq!(registry.names_including_aliases(kind), ["a", "x"]);
}

#[test]
fn a_component_cannot_take_the_name_of_an_alias() {
    let mut registry = registry();
    let Err(RegistryError::Duplicate(duplicate)) = registry.register_model("fast", model()) else {
        panic!("`fast` is an alias")
    };
    assert_eq!(duplicate.first.alias_of.unwrap(), "gpt-4o");
    assert_eq!(registry.metadata(ComponentKind::Model, "fast").unwrap().id, "gpt-4o");
}
