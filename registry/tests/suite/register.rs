//! Registration, replacement and description. A failed operation changes nothing.

use crate::echo::{agent, blueprint, model, tool};
use registry::{CapabilityRegistry, ComponentKind, NameError, RegistryError, RegistrySnapshot, SourceLocation};
use std::sync::Arc;

type Registry = CapabilityRegistry<()>;
type Operation = fn(&mut Registry, &'static str) -> registry::Result<()>;

/// Every operation that registers a component, with its kind.
const REGISTER: [(ComponentKind, Operation); 12] = [
    (ComponentKind::Model, |registry, name| registry.register_model(name, model())),
    (ComponentKind::Tool, |registry, name| registry.register_tool(tool(name))),
    (ComponentKind::Graph, |registry, name| registry.register_graph_blueprint(name, blueprint("graph"))),
    (ComponentKind::Agent, |registry, name| registry.register_agent(agent(name))),
    (ComponentKind::Router, |registry, name| registry.register_router(name)),
    (ComponentKind::Reducer, |registry, name| registry.register_reducer(name)),
    (ComponentKind::Store, |registry, name| registry.register_descriptor(ComponentKind::Store, name)),
    (ComponentKind::Script, |registry, name| registry.register_descriptor(ComponentKind::Script, name)),
    (ComponentKind::Middleware, |registry, name| registry.register_descriptor(ComponentKind::Middleware, name)),
    (ComponentKind::Checkpointer, |registry, name| registry.register_descriptor(ComponentKind::Checkpointer, name)),
    (ComponentKind::TaskStore, |registry, name| registry.register_descriptor(ComponentKind::TaskStore, name)),
    (ComponentKind::Listener, |registry, name| registry.register_descriptor(ComponentKind::Listener, name)),
];

/// Every operation that replaces a component.
const REPLACE: [(ComponentKind, Operation); 4] = [
    (ComponentKind::Model, |registry, name| registry.replace_model(name, model()).map(drop)),
    (ComponentKind::Tool, |registry, name| registry.replace_tool(tool(name)).map(drop)),
    (ComponentKind::Graph, |registry, name| registry.replace_graph_blueprint(name, blueprint("replaced")).map(drop)),
    (ComponentKind::Agent, |registry, name| registry.replace_agent(agent(name)).map(drop)),
];

/// Every operation that registers or replaces a component. It returns whether a component was replaced.
#[allow(clippy::type_complexity, reason = "read once, here")]
const REGISTER_OR_REPLACE: [(ComponentKind, fn(&mut Registry, &'static str) -> registry::Result<bool>); 4] = [
    (ComponentKind::Model, |registry, name| Ok(registry.register_or_replace_model(name, model())?.is_some())),
    (ComponentKind::Tool, |registry, name| Ok(registry.register_or_replace_tool(tool(name))?.is_some())),
    (ComponentKind::Graph, |registry, name| {
        Ok(registry.register_or_replace_graph_blueprint(name, blueprint("replaced"))?.is_some())
    }),
    (ComponentKind::Agent, |registry, name| Ok(registry.register_or_replace_agent(agent(name))?.is_some())),
];

/// The observable contents of a registry.
fn contents(registry: &Registry) -> (RegistrySnapshot, Vec<*const ()>) {
    let names = |kind| registry.names_including_aliases(kind).into_iter();
    let handles = names(ComponentKind::Model)
        .map(|name| Arc::as_ptr(registry.model(name).unwrap()).cast())
        .chain(names(ComponentKind::Tool).map(|name| Arc::as_ptr(registry.tool(name).unwrap()).cast()))
        .chain(names(ComponentKind::Graph).map(|name| Arc::as_ptr(registry.graph_blueprint(name).unwrap()).cast()))
        .chain(names(ComponentKind::Agent).map(|name| Arc::as_ptr(registry.agent(name).unwrap()).cast()))
        .collect();
    (registry.snapshot(), handles)
}

/// Returns a registry with a component `first`, alias `other`, of every kind.
fn filled() -> Registry {
    let mut registry = Registry::new();
    for (kind, register) in REGISTER {
        register(&mut registry, "first").unwrap();
        registry.alias(kind, "other", "first").unwrap();
        registry.describe(kind, "first", "The first.", ["a", "b"]).unwrap();
    }
    registry
}

#[test]
fn a_component_is_registered_under_its_kind_only() {
    for (kind, register) in REGISTER {
        let mut registry = Registry::new();
        register(&mut registry, "name").unwrap();
        for other in ComponentKind::ALL {
            assert_eq!(registry.has(other, "name"), other == kind, "{kind} and {other}");
            assert_eq!(registry.metadata(other, "name").is_some(), other == kind);
            assert_eq!(registry.names(other).len(), usize::from(other == kind));
        }
        let metadata = registry.metadata(kind, "name").unwrap();
        assert_eq!((metadata.id.as_str(), metadata.kind, &*metadata.description), ("name", kind, ""));
        assert!(metadata.tags.is_empty() && metadata.aliases.is_empty());
    }
}

#[test]
fn kinds_are_namespaces_of_their_own() {
    let registry = filled();
    assert!(ComponentKind::ALL.iter().all(|kind| registry.names(*kind) == ["first"]));
}

#[test]
fn a_name_that_is_used_by_a_component_or_an_alias_is_rejected() {
    let mut registry = filled();
    let before = contents(&registry);
    for (kind, register) in REGISTER {
        for (name, alias_of) in [("first", None), ("other", Some("first"))] {
            let Err(RegistryError::Duplicate(duplicate)) = register(&mut registry, name) else {
                panic!("the {kind} `{name}` is taken")
            };
            assert_eq!((duplicate.kind, duplicate.name.as_str()), (kind, name));
            assert_eq!(duplicate.first.alias_of.as_ref().map(AsRef::as_ref), alias_of);
            assert_eq!(duplicate.second.alias_of, None);
        }
    }
    assert_eq!(contents(&registry), before);
}

#[test]
fn an_invalid_name_is_rejected() {
    let too_long: &'static str = Box::leak("n".repeat(257).into_boxed_str());
    let longest: &'static str = Box::leak("n".repeat(256).into_boxed_str());
    let cases = [
        ("", NameError::Empty),
        (too_long, NameError::TooLong { bytes: 257 }),
        ("a\nb", NameError::Control { character: '\n', byte: 1 }),
        ("ü\u{202E}", NameError::Control { character: '\u{202E}', byte: 2 }),
    ];
    let mut registry = filled();
    let before = contents(&registry);
    for (text, expected) in &cases {
        let assert_rejected = |result: registry::Result<()>, in_kind: ComponentKind| {
            let Err(RegistryError::InvalidName { kind, name, reason }) = result else { panic!("{text:?} is no name") };
            assert_eq!((kind, name.as_str(), &reason), (in_kind, *text, expected));
        };
        for (kind, register) in REGISTER {
            assert_rejected(register(&mut registry, text), kind);
            assert_rejected(registry.alias(kind, *text, "first"), kind);
        }
        for (kind, replace) in REPLACE {
            assert_rejected(replace(&mut registry, text), kind);
        }
        for (kind, register_or_replace) in REGISTER_OR_REPLACE {
            assert_rejected(register_or_replace(&mut registry, text).map(drop), kind);
        }
    }
    assert_eq!(contents(&registry), before);
    for (kind, register) in REGISTER {
        register(&mut registry, longest).unwrap();
        assert!(registry.has(kind, longest));
    }
}

#[test]
fn a_kind_with_a_handle_cannot_be_registered_as_a_descriptor() {
    let mut registry = Registry::new();
    for kind in [ComponentKind::Model, ComponentKind::Tool, ComponentKind::Graph, ComponentKind::Agent] {
        let error = registry.register_descriptor(kind, "name").unwrap_err();
        assert!(matches!(error, RegistryError::NeedsHandle { kind: needing } if needing == kind));
        assert!(!registry.has(kind, "name"));
    }
}

#[test]
fn a_replacement_changes_only_the_handle() {
    let mut registry = filled();
    let before = registry.snapshot();
    for (kind, replace) in REPLACE {
        let handles = contents(&registry).1;
        replace(&mut registry, "first").unwrap();
        assert_ne!(contents(&registry).1, handles, "{kind}");
    }
    for (kind, register_or_replace) in REGISTER_OR_REPLACE {
        let handles = contents(&registry).1;
        assert!(register_or_replace(&mut registry, "first").unwrap(), "{kind}");
        assert_ne!(contents(&registry).1, handles, "{kind}");
    }
    assert_eq!(registry.snapshot(), before);
}

#[test]
fn a_replacement_returns_the_old_handle() {
    // The replaced component is neither the first nor the last of its kind, to test the position of its handle.
    let mut registry = filled();
    let (old_model, old_tool, old_agent) = (model(), tool("lookup"), agent("lookup"));
    let old_graph = blueprint("old");
    registry.register_model("lookup", Arc::clone(&old_model)).unwrap();
    registry.register_tool(Arc::clone(&old_tool)).unwrap();
    registry.register_graph_blueprint("lookup", Arc::clone(&old_graph)).unwrap();
    registry.register_agent(Arc::clone(&old_agent)).unwrap();
    for (_, register) in REGISTER {
        register(&mut registry, "last").unwrap();
    }
    let (new_model, new_tool, new_agent) = (model(), tool("lookup"), agent("lookup"));
    let new_graph = blueprint("new");

    assert!(Arc::ptr_eq(&registry.replace_model("lookup", Arc::clone(&new_model)).unwrap(), &old_model));
    assert!(Arc::ptr_eq(&registry.replace_tool(Arc::clone(&new_tool)).unwrap(), &old_tool));
    assert!(Arc::ptr_eq(&registry.replace_graph_blueprint("lookup", Arc::clone(&new_graph)).unwrap(), &old_graph));
    assert!(Arc::ptr_eq(&registry.replace_agent(Arc::clone(&new_agent)).unwrap(), &old_agent));
    assert!(Arc::ptr_eq(registry.model("lookup").unwrap(), &new_model));
    assert!(Arc::ptr_eq(registry.tool("lookup").unwrap(), &new_tool));
    assert!(Arc::ptr_eq(registry.graph_blueprint("lookup").unwrap(), &new_graph));
    assert!(Arc::ptr_eq(registry.agent("lookup").unwrap(), &new_agent));

    assert!(Arc::ptr_eq(&registry.register_or_replace_model("lookup", old_model).unwrap().unwrap(), &new_model));
    assert!(Arc::ptr_eq(&registry.register_or_replace_tool(old_tool).unwrap().unwrap(), &new_tool));
    let graph = registry.register_or_replace_graph_blueprint("lookup", old_graph).unwrap().unwrap();
    assert!(Arc::ptr_eq(&graph, &new_graph));
    assert!(Arc::ptr_eq(&registry.register_or_replace_agent(old_agent).unwrap().unwrap(), &new_agent));
}

#[test]
fn a_replacement_of_an_unknown_name_is_rejected_with_similar_names() {
    let mut registry = filled();
    let before = contents(&registry);
    for (in_kind, replace) in REPLACE {
        for (unknown, near) in [("frist", &["first"][..]), ("othre", &["other"]), ("nothing like it", &[])] {
            let error = replace(&mut registry, unknown).unwrap_err();
            let RegistryError::Unknown { kind, name, nearest, .. } = &error else { panic!("{error}") };
            assert_eq!((*kind, name.as_str()), (in_kind, unknown));
            assert_eq!(nearest, near);
            let method = if in_kind == ComponentKind::Graph { "graph_blueprint" } else { in_kind.key() };
            let remedy = format!("to register it if the name is unused, call `register_or_replace_{method}`");
            assert!(error.to_string().ends_with(&remedy), "{error}");
        }
    }
    assert_eq!(contents(&registry), before);
}

#[test]
fn registering_or_replacing_nothing_registers() {
    let mut registry = Registry::new();
    let line = line!() + 1;
    registry.register_or_replace_tool(tool("placed")).unwrap();
    assert_eq!(registry.metadata(ComponentKind::Tool, "placed").unwrap().declared_at.line, line);
    for (kind, register_or_replace) in REGISTER_OR_REPLACE {
        assert!(!register_or_replace(&mut registry, "name").unwrap());
        assert!(registry.has(kind, "name"));
    }
    assert_eq!(contents(&registry).1.len(), 5);
}

#[test]
fn a_replacement_by_an_alias_is_rejected() {
    let mut registry = filled();
    let before = contents(&registry);
    for ((kind, replace), (_, register_or_replace)) in REPLACE.into_iter().zip(REGISTER_OR_REPLACE) {
        let errors =
            [replace(&mut registry, "other").unwrap_err(), register_or_replace(&mut registry, "other").unwrap_err()];
        for error in errors {
            assert!(matches!(error, RegistryError::ReplacementOfAlias { .. }), "{error}");
            assert_eq!(
                error.to_string(),
                format!("`other` is an alias of the {kind} `first`; replace it under the name `first`")
            );
        }
    }
    assert_eq!(contents(&registry), before);
}

#[test]
fn sub_agents_that_share_a_constant_name_are_rejected_not_overwritten() {
    let mut registry = Registry::new();
    let first = agent("sub_agent");
    registry.register_agent(Arc::clone(&first)).unwrap();
    assert!(matches!(registry.register_agent(agent("sub_agent")), Err(RegistryError::Duplicate(_))));
    assert!(Arc::ptr_eq(registry.agent("sub_agent").unwrap(), &first));
}

#[test]
fn a_second_tool_with_the_same_name_is_rejected_with_both_locations() {
    let mut registry = Registry::new();
    let harmless = tool("delete_user");
    let first = line!() + 1;
    registry.register_tool(Arc::clone(&harmless)).unwrap();
    let second = line!() + 1;
    let error = registry.register_tool(tool("delete_user")).unwrap_err();
    let file = file!();
    let text = error.to_string();
    assert!(text.contains(&format!("{file}:{first}:")) && text.contains(&format!("{file}:{second}:")), "{text}");
    assert!(Arc::ptr_eq(registry.tool("delete_user").unwrap(), &harmless));
}

#[test]
fn a_manual_registration_has_its_location() {
    let mut registry = Registry::new();
    let line = line!() + 1;
    registry.register_router("by_intent").unwrap();
    let at = &registry.metadata(ComponentKind::Router, "by_intent").unwrap().declared_at;
    assert_eq!(*at, SourceLocation { file: file!().into(), line, column: 14 });
}

#[test]
fn a_description_is_replaced_by_name_or_alias() {
    let mut registry = filled();
    registry.describe(ComponentKind::Model, "other", "Another.", ["c"]).unwrap();
    let metadata = registry.metadata(ComponentKind::Model, "first").unwrap();
    assert_eq!((&*metadata.description, &*metadata.tags), ("Another.", &["c".into()][..]));
    registry.describe::<&str>(ComponentKind::Model, "first", String::new(), []).unwrap();
    let metadata = registry.metadata(ComponentKind::Model, "first").unwrap();
    assert!(metadata.description.is_empty() && metadata.tags.is_empty());
    assert_eq!(registry.metadata(ComponentKind::Tool, "first").unwrap().description, "The first.");
}

#[test]
fn a_description_of_an_unknown_name_is_rejected() {
    let mut registry = filled();
    let before = contents(&registry);
    let error = registry.describe(ComponentKind::Tool, "frist", "What?", ["tag"]).unwrap_err();
    assert!(matches!(&error, RegistryError::Unknown { nearest, .. } if nearest == &["first"]), "{error}");
    assert_eq!(contents(&registry), before);
}

#[test]
fn a_clone_is_independent() {
    let mut registry = filled();
    let clone = registry.clone();
    assert_eq!(contents(&clone), contents(&registry));
    registry.register_router("second").unwrap();
    assert!(!clone.has(ComponentKind::Router, "second"));
}
