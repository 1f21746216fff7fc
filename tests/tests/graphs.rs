//! Graphs in programs: where they may stand, and that they are what the compiler of the language makes of their source.

use registry::rag::{CapabilityResolver, Literal, Origin, Source, testing};
use registry::{Blueprint, CapabilityRegistry, ComponentKind, capability, declare, include_rag, rag};
use tests::Echo;

#[capability(router = "by_topic")]
fn by_topic() {}

#[capability(tool = "a{b}c", any_name)]
static BRACES: Echo = Echo("a{b}c");

#[capability(tool = "a\"b\\c", any_name)]
static QUOTES: Echo = Echo("a\"b\\c");

#[capability(model = "größe_✓", custom)]
const UNICODE: Echo = Echo("größe_✓");

#[capability(graph = "desk", alias = "front")]
static DESK: Blueprint = include_rag!("tests/graphs/desk.rag", graph = "desk");

#[capability(graph = "escalation")]
const ESCALATION: &Blueprint = &include_rag!("tests/graphs/desk.rag", graph = "escalation",);

static HOSTILE: Blueprint = include_rag!("tests/graphs/hostile.rag");

declare!(graph "later");

/// Graphs of the same source that are declared elsewhere: one by an alias of another graph, one for run time.
#[capability(graph = "night_shift")]
static NIGHT_SHIFT: Blueprint = rag!(
    r#"
    graph night_shift {
      start first
      node first { kind subgraph  graph "front"  next second }
      node second { kind graph  model "later"  next END }
    }
    graph front { start a  node a {} }
    graph later { start a  node a {} }
    "#,
    graph = "night_shift"
);

static MANY: Blueprint = include_rag!("tests/graphs/many.rag");

/// What the compiler of the language makes of the same text at run time.
fn compiled(name: &'static str, text: &'static str) -> Vec<Blueprint> {
    rag::compile(&[Source::file(name, text)], &CapabilityResolver::without_registry()).unwrap().blueprints
}

#[test]
fn an_included_graph_is_what_the_file_compiles_to_with_its_provenance() {
    let at_run_time = compiled("tests/graphs/desk.rag", include_str!("graphs/desk.rag"));
    for (included, expected) in [&DESK, ESCALATION].into_iter().zip(&at_run_time) {
        assert_eq!(included, expected);
        assert_eq!(included.provenance, expected.provenance);
    }
}

#[test]
fn hostile_strings_arrive_as_they_were_written() {
    assert_eq!(HOSTILE, compiled("hostile", include_str!("graphs/hostile.rag"))[0]);
    let metadata = HOSTILE.metadata.as_ref().unwrap();
    assert_eq!(metadata.get("braces"), Some(&Literal::Text("{} {0} {{Declaration}} }".into())));
    assert_eq!(metadata.get("quote"), Some(&Literal::Text("say \"hi\"\\".into())));
    let prompt = HOSTILE.nodes[0].prompt.as_deref();
    assert_eq!(prompt, Some("You say \"hi\" and {Declaration}.\n  fn main() { panic!(\"\\n\") }"));
}

#[test]
fn long_lists_and_many_lists_arrive_as_they_were_written() {
    let expected = &compiled("tests/graphs/many.rag", include_str!("graphs/many.rag"))[0];
    assert_eq!(MANY, *expected);
    assert_eq!(MANY.provenance, expected.provenance);
    assert_eq!(MANY.node("last").unwrap().options.as_ref().unwrap()[69], "p69");
}

#[test]
fn a_registered_graph_is_found_by_name_and_alias_and_nothing_is_copied() {
    let registry = CapabilityRegistry::<()>::collect().unwrap();
    let found = registry.graph_blueprint("front").unwrap();
    assert_eq!(**found, DESK);
    assert!(std::ptr::eq(&raw const found.nodes, &raw const DESK.nodes), "the definition is that of the static");
    assert_eq!(registry.names(ComponentKind::Graph), ["desk", "escalation", "night_shift"]);
}

#[test]
fn a_subgraph_of_the_same_source_is_whatever_the_registry_has_under_its_name() {
    let mut registry = CapabilityRegistry::<()>::collect().unwrap();
    registry.register_graph_blueprint("later", testing::compile_graph("graph later { start b  node b {} }")).unwrap();
    registry.verify().unwrap();
    let run: Vec<_> = NIGHT_SHIFT.references().map(|named| registry.graph_blueprint(named.name).unwrap()).collect();
    assert_eq!(**run[0], DESK);
    assert_eq!(run[1].start, "b");
}

trait HasGraph {
    const GRAPH: Blueprint;
}

struct Generic<T>(T);

impl<T> HasGraph for Generic<T> {
    const GRAPH: Blueprint = include_rag!("tests/graphs/desk.rag", graph = "desk");
}

const fn of_any_type<T: Copy>() -> Blueprint {
    let _ = size_of::<T>();
    include_rag!("tests/graphs/desk.rag", graph = "desk")
}

#[test]
fn a_graph_may_stand_among_the_parameters_of_types_and_beside_another() {
    static BOTH: [Blueprint; 2] = [of_any_type::<u8>(), include_rag!("tests/graphs/desk.rag", graph = "desk")];
    let _ = Generic(0).0;
    for graph in BOTH.iter().chain([&<Generic<&str> as HasGraph>::GRAPH, &of_any_type::<&str>()]) {
        assert_eq!(*graph, DESK);
        assert_eq!(graph.provenance, DESK.provenance);
    }
}

#[test]
fn a_graph_may_stand_in_a_function_a_constant_and_a_pattern_of_a_call() {
    const LOCAL: Blueprint = rag!(r#"graph local { start a node a { kind router model "by_topic" } }"#);
    let bound = include_rag!("tests/graphs/desk.rag", graph = "desk");
    let starts = [&LOCAL, &bound, &rag!("graph cooked { start a\n node a { kind router model \"by_topic\" } }")]
        .map(|graph| graph.start.clone());
    assert_eq!(starts, ["a", "sort", "a"]);
}

#[test]
fn an_inline_source_may_hold_block_strings_and_several_graphs() {
    let inline = rag!(
        r##"
        graph quiet {
          start a
          node a {
            kind agent
            system """
              Say "#".
                Then stop.
              """
            next END
          }
        }
        graph loud { start a  node a { kind subgraph  graph "quiet" } }
        "##,
        graph = "quiet"
    );
    assert_eq!(inline.nodes[0].prompt.as_deref(), Some("Say \"#\".\n  Then stop."));
    let provenance = inline.provenance.clone().unwrap();
    assert_eq!((&*provenance.source, provenance.origin), ("rag!", Origin::File));
    assert_eq!(provenance.nodes[0].start.line, 4, "lines of the literal count from its own start");
}

#[test]
fn a_path_may_lead_out_of_the_crate() {
    let shared = include_rag!("../tests/tests/graphs/desk.rag", graph = "desk");
    assert_eq!(shared, DESK);
    assert_eq!(shared.provenance.as_ref().unwrap().source, "../tests/tests/graphs/desk.rag");
}

#[test]
fn a_byte_order_mark_before_an_inline_source_is_not_part_of_it() {
    let marked = rag!(r#"﻿graph marked { start a node a { kind router model "by_topic" } }"#);
    assert_eq!(marked.graph, "marked");
    assert_eq!(marked.provenance.as_ref().unwrap().nodes[0].start.column, 29);
}
