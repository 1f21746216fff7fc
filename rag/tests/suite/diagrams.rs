//! Diagrams of graphs whose names have a special meaning in Mermaid or Graphviz.

use layout::gv::parser::DotParser;
use rag::testing::compile_graph;
use rag::{Blueprint, Routing};

#[test]
fn keywords_of_mermaid_and_graphviz_are_used_as_labels_and_never_as_ids() {
    let graph = compile_graph(
        "graph digraph { start end node end { routes { graph -> graph subgraph -> default click -> END } } node graph { next class } node default { kind router next style } node class { kind human } node style { kind tool_executor } }",
    );
    insta::assert_snapshot!(graph.to_mermaid());
    insta::assert_snapshot!(graph.to_dot());
    assert!(DotParser::new(&graph.to_dot()).process().is_ok());
}

/// Names that cannot occur in a source but can in a stored blueprint.
const HOSTILE: [&str; 14] = [
    "a\"b",
    "a\\",
    "\\\"",
    "x]-->y",
    "|",
    "#quot;",
    "&lt;b&gt;",
    "<script>",
    "line\nbreak",
    "`md`",
    "%% comment",
    "",
    "\u{0}\u{7}",
    "é😀\u{202E}",
];

fn hostile() -> Blueprint {
    let mut graph = compile_graph("graph g { start a node a { routes { x -> b } } node b {} }");
    let template = graph.nodes[0].clone();
    let nodes = graph.nodes.to_mut();
    nodes.clear();
    for (name, next) in HOSTILE.iter().zip(HOSTILE.iter().cycle().skip(1)) {
        let mut node = template.clone();
        node.name = (*name).into();
        node.routing = Routing::Conditional(vec![rag::Route { label: (*name).into(), target: (*next).into() }].into());
        nodes.push(node);
    }
    graph.start = HOSTILE[0].into();
    graph.graph = HOSTILE[2].into();
    graph
}

#[test]
fn hostile_names_are_escaped() {
    let graph = hostile();
    insta::assert_snapshot!(graph.to_mermaid());
    insta::assert_snapshot!(graph.to_dot());
    for line in graph.to_mermaid().lines().skip(1) {
        assert!(line.starts_with("  ") && line.matches('"').count() % 2 == 0, "{line}");
    }
    let mut parser = DotParser::new(&graph.to_dot());
    assert!(parser.process().is_ok(), "{}", graph.to_dot());
}
