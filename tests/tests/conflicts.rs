//! What only a whole program can tell: crates that do not know of each other and share a name, and what cannot be made.

use conflicting_a as _;
use registry::{CapabilityRegistry, ComponentKind, RegistryError};
use std::sync::atomic::Ordering;

const A: (&str, &str) =
    ("tests/fixtures/conflicting-a/src/lib.rs", include_str!("../fixtures/conflicting-a/src/lib.rs"));
const B: (&str, &str) =
    ("tests/fixtures/conflicting-b/src/lib.rs", include_str!("../fixtures/conflicting-b/src/lib.rs"));

/// Where a crate declares something: `file:line:column`.
fn place((file, source): (&str, &str), declaration: &str) -> String {
    let line = source.lines().position(|line| line.contains(declaration)).unwrap() + 1;
    format!("{file}:{line}:1")
}

fn problems() -> Vec<RegistryError> {
    match CapabilityRegistry::<()>::collect() {
        Err(RegistryError::Collect(problems)) => problems,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_conflict_is_reported_at_once_and_in_order() {
    let found: Vec<String> = problems().iter().map(ToString::to_string).collect();
    let taken = |kind: &str, name: &str, first: (&str, String), second: (&str, String)| {
        format!(
            "the {kind} name `{name}` is taken: {} at {}, and {} at {}; rename one of the two",
            first.0, first.1, second.0, second.1
        )
    };
    let other_name = |kind: &str, declared: &str, actual: &str, at: &str| {
        let at = place(A, at);
        format!("the {kind} declared as `{declared}` at {at} calls itself `{actual}`; the two names must be equal")
    };
    let expected = [
        taken(
            "tool",
            "delete_user",
            ("a component", place(A, r#"tool = "delete_user""#)),
            ("a component", place(B, r#"tool = "delete_user""#)),
        ),
        other_name("tool", "renamed", "old_name", r#"tool = "renamed""#),
        taken(
            "tool",
            "find",
            ("an alias of `look`", place(B, r#"tool = "look""#)),
            ("an alias of `search`", place(A, r#"tool = "search""#)),
        ),
        format!(
            "the tool `search`, declared at {}, could not be made: the server is down",
            place(A, r#"tool = "search""#)
        ),
        taken(
            "tool",
            "search",
            ("a component", place(A, r#"tool = "search""#)),
            ("a component", place(B, r#"tool = "search""#)),
        ),
        taken(
            "tool",
            "renamed",
            ("a component", place(A, r#"tool = "renamed""#)),
            ("an alias of `search`", place(B, r#"tool = "search""#)),
        ),
        format!(
            "the graph `broken`, declared at {}, could not be made: {}",
            place(A, r#"graph = "broken""#),
            registry::Blueprint::from_json("{}").unwrap_err()
        ),
        other_name("agent", "editor", "sub_agent", r#"agent = "editor""#),
        other_name("agent", "researcher", "sub_agent", r#"agent = "researcher""#),
        other_name("agent", "writer", "sub_agent", r#"agent = "writer""#),
        taken(
            "router",
            "default",
            ("an alias of `by_intent`", place(A, r#"router = "by_intent""#)),
            ("an alias of `by_mood`", place(B, r#"router = "by_mood""#)),
        ),
        taken(
            "reducer",
            "last",
            ("an alias of `keep`", place(B, r#"reducer = "keep""#)),
            ("a component", place(A, r#"reducer = "last""#)),
        ),
    ];
    assert_eq!(found, expected);
    let text = CapabilityRegistry::<()>::collect().unwrap_err().to_string();
    assert_eq!(text, format!("the declarations cannot be collected:\n  {}", expected.join("\n  ")));
}

#[test]
fn a_tool_whose_name_is_taken_is_not_even_made() {
    problems();
    assert!(!conflicting_b::MADE.load(Ordering::Relaxed));
}

#[test]
fn a_filter_that_leaves_the_conflicts_out_collects_the_rest() {
    let registry = CapabilityRegistry::<()>::collect_where(|declaration| {
        declaration.crate_name() == "conflicting_b" && !["search", "delete_user"].contains(&declaration.name())
    })
    .unwrap();
    assert_eq!(registry.names_including_aliases(ComponentKind::Tool), ["find", "look"]);
    assert_eq!(registry.names_including_aliases(ComponentKind::Reducer), ["keep", "last"]);
    assert!(registry.names(ComponentKind::Agent).is_empty());
}
