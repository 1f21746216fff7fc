//! Diagrams of a graph for Mermaid and Graphviz.

use super::{Blueprint, END, TopologyNode, Via};
use std::collections::HashMap;
use std::fmt::Write as _;
use vocabulary::{dot_label, mermaid_label};

/// How nodes of some kinds are drawn: the brackets in a Mermaid flowchart, and the Graphviz shape.
const SHAPES: [(&[&str], [&str; 2], &str); 5] = [
    (&["tool_executor"], ["(", ")"], "ellipse"),
    (&["interrupt", "human"], ["{{", "}}"], "hexagon"),
    (&["router"], ["{", "}"], "diamond"),
    (&["subgraph", "graph", "subagent", "repl_agent"], ["[[", "]]"], "component"),
    (&["join"], ["[/", "/]"], "trapezium"),
];

const OTHER_SHAPE: ([&str; 2], &str) = (["[", "]"], "box");

fn shape(kind: &str) -> ([&'static str; 2], &'static str) {
    let known = SHAPES.iter().find(|(kinds, ..)| kinds.contains(&kind));
    known.map_or(OTHER_SHAPE, |(_, brackets, shape)| (*brackets, *shape))
}

/// The parts of a diagram, with ids that have no special meaning in either language.
struct Diagram<'b> {
    nodes: Vec<TopologyNode<'b>>,
    /// From, to, the label, and whether the arrow is dashed.
    arrows: Vec<(String, String, Option<&'b str>, bool)>,
}

impl<'b> Diagram<'b> {
    fn new(blueprint: &'b Blueprint) -> Self {
        let topology = blueprint.topology();
        let mut numbers = HashMap::new();
        for (number, node) in topology.nodes.iter().enumerate() {
            numbers.entry(node.name).or_insert(number);
        }
        let id = |name: &str| match numbers.get(name) {
            Some(number) => Some(format!("n{number}")),
            None => (name == END).then(|| "finish".to_owned()),
        };
        let mut arrows: Vec<_> =
            id(topology.start).map(|start| ("begin".to_owned(), start, None, false)).into_iter().collect();
        for edge in &topology.edges {
            let (Some(from), Some(to)) = (id(edge.from), id(edge.to)) else { continue };
            let (label, dashed) = match edge.via {
                Via::Route(label) => (Some(label), false),
                Via::Next => (None, false),
                Via::Send => (Some("send"), true),
                Via::Join => (Some("join"), true),
            };
            arrows.push((from, to, label, dashed));
        }
        let terminal = topology.nodes.iter().filter(|node| node.terminal).filter_map(|node| id(node.name));
        arrows.extend(terminal.map(|from| (from, "finish".to_owned(), None, false)));
        Self { nodes: topology.nodes, arrows }
    }
}

impl Blueprint {
    /// Returns a Mermaid flowchart. Labels are the names, whatever characters they contain.
    ///
    /// ```
    /// use registry::rag::testing::compile_graph;
    ///
    /// let graph = compile_graph("graph g { start a  node a { routes { done -> END } } }");
    /// assert!(graph.to_mermaid().contains(r#"n0 -->|"done"| finish"#));
    /// ```
    pub fn to_mermaid(&self) -> String {
        let diagram = Diagram::new(self);
        let mut text = String::from("flowchart TD\n  begin([\"start\"])\n");
        for (number, node) in diagram.nodes.iter().enumerate() {
            let ([open, close], _) = shape(node.kind);
            push(&mut text, format_args!("  n{number}{open}\"{}\"{close}\n", mermaid_label(node.name)));
        }
        push(&mut text, format_args!("  finish([\"{END}\"])\n"));
        for (from, to, label, dashed) in diagram.arrows {
            let arrow = if dashed { "-.->" } else { "-->" };
            let label = label.map(|label| format!("|\"{}\"|", mermaid_label(label))).unwrap_or_default();
            push(&mut text, format_args!("  {from} {arrow}{label} {to}\n"));
        }
        text
    }

    /// Returns a Graphviz digraph. Labels are the names, whatever characters they contain.
    ///
    /// ```
    /// use registry::rag::testing::compile_graph;
    ///
    /// let graph = compile_graph("graph g { start a  node a { routes { done -> END } } }");
    /// assert!(graph.to_dot().contains(r#"n0 -> finish [label="done"];"#));
    /// ```
    pub fn to_dot(&self) -> String {
        let diagram = Diagram::new(self);
        let mut text = String::new();
        push(&mut text, format_args!("digraph \"{}\" {{\n", dot_label(&self.graph)));
        text.push_str("  begin [label=\"start\" shape=oval];\n");
        for (number, node) in diagram.nodes.iter().enumerate() {
            let (_, shape) = shape(node.kind);
            push(&mut text, format_args!("  n{number} [label=\"{}\" shape={shape}];\n", dot_label(node.name)));
        }
        push(&mut text, format_args!("  finish [label=\"{END}\" shape=oval];\n"));
        for (from, to, label, dashed) in diagram.arrows {
            let label = label.map(|label| format!("label=\"{}\"", dot_label(label)));
            let style = dashed.then(|| "style=dashed".to_owned());
            let attributes: Vec<_> = label.into_iter().chain(style).collect();
            let attributes = if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(" ")) };
            push(&mut text, format_args!("  {from} -> {to}{attributes};\n"));
        }
        text.push_str("}\n");
        text
    }
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).unwrap_or_else(|error| unreachable!("writing to a string cannot fail: {error}"));
}
