//! Error messages.

use registry::harness::{BoxError, HarnessError};
use registry::{
    Absence, CapabilityRegistry, Claim, ComponentKind, Duplicate, GraphHop, NameError, RegistryError, SourceLocation,
    Unregistered,
};
use std::error::Error;

fn at(line: u32) -> SourceLocation {
    SourceLocation { file: "src/tools.rs".into(), line, column: 21 }
}

#[test]
fn a_main_that_returns_an_error_prints_its_message() {
    let mut registry = CapabilityRegistry::<()>::new();
    registry.register_descriptor(ComponentKind::Store, "memory").unwrap();
    let again = registry.register_descriptor(ComponentKind::Store, "memory").unwrap_err();
    let collected = RegistryError::Collect(vec![again, registry.resolve(ComponentKind::Store, "memry").unwrap_err()]);
    let shown = format!("{collected:?}");
    assert_eq!(shown, collected.to_string());
    assert!(
        shown.contains("the store name `memory` is used twice") && shown.contains("did you mean `memory`?"),
        "{shown}"
    );
    let harness = registry.to_tool_registry().get("none").err().map(|error| (format!("{error:?}"), error.to_string()));
    assert!(harness.is_some_and(|(debug, display)| debug == display));
}

#[test]
fn an_error_states_what_is_wrong_where_and_what_to_do() {
    let duplicate = |alias_of: Option<&'static str>| {
        RegistryError::Duplicate(Box::new(Duplicate {
            kind: ComponentKind::Tool,
            name: "delete_user".into(),
            first: Claim { alias_of: None, at: at(3) },
            second: Claim { alias_of: alias_of.map(Into::into), at: at(9) },
        }))
    };
    let unknown = |nearest: &[&str]| RegistryError::Unknown {
        kind: ComponentKind::Store,
        name: "memry".into(),
        nearest: nearest.iter().map(|name| (*name).to_owned()).collect(),
        nearest_at: (3..).map(at).take(nearest.len()).collect(),
        declared: None,
        is_replacement: false,
    };
    let cases = [
        (
            RegistryError::InvalidName { kind: ComponentKind::Agent, name: String::new(), reason: NameError::Empty },
            r#""" is not a valid agent name: a name cannot be empty"#,
        ),
        (
            RegistryError::InvalidName {
                kind: ComponentKind::Tool,
                name: "a\tb".into(),
                reason: NameError::Control { character: '\t', byte: 1 },
            },
            r#""a\tb" is not a valid tool name: a name cannot contain control characters, this one has U+0009 at byte 1"#,
        ),
        (
            duplicate(None),
            "the tool name `delete_user` is used twice: for a component at src/tools.rs:3:21 and for a component at src/tools.rs:9:21; rename one of them",
        ),
        (
            duplicate(Some("remove_user")),
            "the tool name `delete_user` is used twice: for a component at src/tools.rs:3:21 and for an alias of `remove_user` at \
             src/tools.rs:9:21; rename one of them",
        ),
        (unknown(&[]), "no store is registered as `memry`; is the crate that declares it linked?"),
        (unknown(&["memory"]), "no store is registered as `memry`; did you mean `memory`? (at src/tools.rs:3:21)"),
        (
            unknown(&["memory", "memo", "merry"]),
            "no store is registered as `memry`; did you mean `memory`, `memo` or `merry`? (at src/tools.rs:3:21, src/tools.rs:4:21, src/tools.rs:5:21)",
        ),
        (
            RegistryError::AliasOfAlias {
                kind: ComponentKind::Model,
                alias: "quick".into(),
                target: "fast".into(),
                canonical: "gpt-4o".into(),
            },
            "`quick` cannot be an alias of the model `fast`, which is itself an alias; bind it to `gpt-4o`",
        ),
        (
            RegistryError::NeedsHandle { kind: ComponentKind::Graph },
            "a graph cannot be registered by name only; use `register_graph_blueprint`",
        ),
        (
            RegistryError::NeedsHandle { kind: ComponentKind::Agent },
            "an agent cannot be registered by name only; use `register_agent`",
        ),
        (
            RegistryError::NameMismatch {
                kind: ComponentKind::Agent,
                declared: "writer".into(),
                actual: "sub_agent".into(),
                at: at(4),
            },
            "the agent declared as `writer` at src/tools.rs:4:21 returns `sub_agent` from `name()`; the two names must match",
        ),
        (
            RegistryError::Constructor {
                kind: ComponentKind::Tool,
                name: "search".into(),
                at: at(4),
                source: "no key".into(),
            },
            "the constructor of the tool `search`, declared at src/tools.rs:4:21, failed: no key",
        ),
        (
            RegistryError::Collect(vec![unknown(&[]), RegistryError::NeedsHandle { kind: ComponentKind::Tool }]),
            "the declarations cannot be collected:\n  no store is registered as `memry`; is the crate that declares it linked?\n  \
             a tool cannot be registered by name only; use `register_tool`",
        ),
    ];
    for (error, expected) in cases {
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_cycle_of_graphs_is_listed_step_by_step_with_every_known_location() {
    let hop = |graph: &'static str, runs: &'static str, written: &str, place| GraphHop {
        graph: graph.into(),
        declared_at: at(2),
        node: "run".into(),
        runs: runs.into(),
        written: written.into(),
        at: place,
    };
    let error = RegistryError::GraphCycle(vec![
        hop("desk", "press", "press", Some(at(4))),
        hop("press", "desk", "front", None),
    ]);
    assert_eq!(
        error.to_string(),
        "graphs run each other in a cycle: `desk` → `press` → `desk`; change one of these nodes\n  \
         `desk`, declared at src/tools.rs:2:21, runs `press` in its node `run` at src/tools.rs:4:21\n  \
         `press`, declared at src/tools.rs:2:21, runs `desk` as `front` in its node `run`"
    );
}

#[test]
fn missing_names_are_listed_line_by_line_with_the_reason() {
    let missing = |name: &str, reason| Unregistered { kind: ComponentKind::Tool, name: name.into(), at: at(2), reason };
    let error = RegistryError::Incomplete {
        missing: vec![
            missing("plugin", Absence::NeverRegistered),
            missing("stateful", Absence::OtherState { declared: "desk::App", registry: "()" }),
            missing("left_out", Absence::NotCollected),
        ],
        graphs: Vec::new(),
    };
    assert_eq!(
        error.to_string(),
        "declared but not registered:\n  \
         the tool `plugin`, declared at src/tools.rs:2:21: it is declared with `declare!`, but the program never \
         registered it\n  \
         the tool `stateful`, declared at src/tools.rs:2:21: it is declared with `state = desk::App`, but this is a \
         `CapabilityRegistry<()>`, which only accepts declarations for its own state or without a state\n  \
         the tool `left_out`, declared at src/tools.rs:2:21: it was not collected into this registry"
    );
}

#[test]
fn an_error_has_its_cause_as_source() {
    let cause = |error: &dyn Error| error.source().map(ToString::to_string);
    let invalid =
        RegistryError::InvalidName { kind: ComponentKind::Agent, name: String::new(), reason: NameError::Empty };
    assert_eq!(cause(&invalid).unwrap(), "a name cannot be empty");
    let failed = RegistryError::Constructor {
        kind: ComponentKind::Tool,
        name: "search".into(),
        at: at(4),
        source: "no key".into(),
    };
    assert_eq!(cause(&failed).unwrap(), "no key");
    assert_eq!(cause(&RegistryError::ConstructorsNeverRan), None);
}

#[test]
fn errors_can_be_sent_between_threads_and_boxed() {
    fn is_sendable<T: Error + Send + Sync + 'static>() {}

    is_sendable::<RegistryError>();
    is_sendable::<HarnessError>();
    let boxed: BoxError = RegistryError::ConstructorsNeverRan.into();
    assert!(matches!(boxed.downcast_ref(), Some(RegistryError::ConstructorsNeverRan)));
}

#[test]
fn a_harness_error_can_wrap_an_error_of_the_implementation() {
    let invalid = HarnessError::invalid_arguments("add", "`a` is not an integer");
    assert_eq!(invalid.to_string(), "invalid arguments for tool `add`: `a` is not an integer");
    let io = HarnessError::failed(std::io::Error::other("on fire"));
    assert_eq!(io.to_string(), "on fire");
    let HarnessError::Failed(inner) = io else { panic!("an error of the implementation") };
    assert!(inner.is::<std::io::Error>());
    let question_mark = || -> Result<(), HarnessError> { Err(BoxError::from("plain"))? };
    assert_eq!(question_mark().unwrap_err().to_string(), "plain");
}
