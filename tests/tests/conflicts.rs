//! What only a whole program can tell: crates that do not know of each other and share a name, what cannot be made, and files
//! whose graphs run each other in a cycle.

use conflicting_a as _;
use registry::{Blueprint, CapabilityRegistry, ComponentKind, GraphHop, RegistryError, capability, include_rag};
use std::sync::atomic::Ordering;

#[capability(graph = "there")]
static THERE: Blueprint = include_rag!("tests/graphs/there.rag");

/// Under another name than its own, and referred to by an alias.
#[capability(graph = "back_again", alias = "returning")]
static BACK: Blueprint = include_rag!("tests/graphs/back.rag");

const A: (&str, &str) =
    ("tests/fixtures/conflicting-a/src/lib.rs", include_str!("../fixtures/conflicting-a/src/lib.rs"));
const B: (&str, &str) =
    ("tests/fixtures/conflicting-b/src/lib.rs", include_str!("../fixtures/conflicting-b/src/lib.rs"));
const HERE: (&str, &str) = (file!(), include_str!("conflicts.rs"));

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
            "the {kind} name `{name}` is used twice: for {} at {} and for {} at {}; rename one of them",
            first.0, first.1, second.0, second.1
        )
    };
    let other_name = |kind: &str, declared: &str, actual: &str, at: &str| {
        let at = place(A, at);
        format!(
            "the {kind} declared as `{declared}` at {at} returns `{actual}` from `name()`; the two names must match"
        )
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
            "the constructor of the tool `search`, declared at {}, failed: the server is down",
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
            "the constructor of the graph `broken`, declared at {}, failed: {}",
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
        format!(
            "graphs run each other in a cycle: `back_again` → `there` → `back_again`; change one of these nodes
  `back_again`, declared at {}, runs `there` in its node `go` at tests/graphs/back.rag:3:32
  `there`, declared at {}, runs `back_again` as `returning` in its node `go` at tests/graphs/there.rag:3:35",
            place(HERE, r#"graph = "back_again""#),
            place(HERE, r#"graph = "there""#),
        ),
    ];
    assert_eq!(found, expected);
    let text = CapabilityRegistry::<()>::collect().unwrap_err().to_string();
    let indented = expected.join("\n").replace('\n', "\n  ");
    assert_eq!(text, format!("the declarations cannot be collected:\n  {indented}"));
}

#[test]
fn a_tool_whose_name_is_taken_is_not_even_made() {
    problems();
    assert!(!conflicting_b::MADE.load(Ordering::Relaxed));
}

#[test]
fn a_cycle_across_two_files_shows_the_place_of_each_hop() {
    let own = CapabilityRegistry::<()>::collect_where(|declaration| declaration.crate_name() == "conflicts");
    let Err(RegistryError::Collect(problems)) = own else { panic!("{own:?}") };
    let [RegistryError::GraphCycle(hops)] = &problems[..] else { panic!("{problems:?}") };
    let shown = |hop: &GraphHop| {
        let at = hop.at.as_ref().unwrap();
        (hop.graph.to_string(), hop.node.clone(), hop.runs.to_string(), hop.written.clone(), at.to_string())
    };
    let hop = |graph: &str, runs: &str, written: &str, at: &str| {
        (graph.to_owned(), "go".to_owned(), runs.to_owned(), written.to_owned(), at.to_owned())
    };
    let expected = [
        hop("back_again", "there", "there", "tests/graphs/back.rag:3:32"),
        hop("there", "back_again", "returning", "tests/graphs/there.rag:3:35"),
    ];
    assert_eq!(hops.iter().map(shown).collect::<Vec<_>>(), expected);
}

#[test]
fn a_cycle_of_which_a_filter_leaves_a_graph_out_is_none() {
    CapabilityRegistry::<()>::collect_where(|declaration| declaration.name() == "there").unwrap();
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
