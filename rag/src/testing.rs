//! For tests of graphs: compile one and state what it does. Every function panics with what it found instead.
//!
//! ```
//! use registry::rag::testing::{assert_kind, assert_next, assert_route, assert_terminal, compile_graph};
//!
//! let graph = compile_graph("
//!     graph support {
//!       start agent
//!       node agent { kind agent  routes { tool_call -> tools  final -> END } }
//!       node tools { kind tool_executor  next agent }
//!       node unused {}
//!     }
//! ");
//! assert_kind(&graph, "agent", "agent");
//! assert_route(&graph, "agent", "final", "END");
//! assert_next(&graph, "tools", "agent");
//! assert_terminal(&graph, "unused");
//! ```

use crate::{Blueprint, CapabilityResolver, Node, Routing, Source};

/// Compiles a source with one graph. Names of capabilities are not looked up.
///
/// # Panics
/// With the rendered problems when there is an error, and when there is not exactly one graph.
#[track_caller]
pub fn compile_graph(text: &str) -> Blueprint {
    compile_graph_with(text, &CapabilityResolver::without_registry())
}

/// Compiles a source with one graph, whose names the resolver must allow.
///
/// # Panics
/// Like [`compile_graph`].
#[track_caller]
pub fn compile_graph_with(text: &str, resolver: &CapabilityResolver) -> Blueprint {
    match crate::compile(&[Source::file("test.rag", text)], resolver) {
        Err(report) => panic!("the graph does not compile\n{report}"),
        Ok(compiled) => match <[Blueprint; 1]>::try_from(compiled.blueprints) {
            Ok([blueprint]) => blueprint,
            Err(blueprints) => panic!("expected one graph, found {}", blueprints.len()),
        },
    }
}

/// States the kind of a node.
///
/// # Panics
/// When there is no such node, or it is of another kind.
#[track_caller]
pub fn assert_kind(blueprint: &Blueprint, node: &str, kind: &str) {
    assert_eq!(found(blueprint, node).kind(), kind, "the kind of node `{node}`");
}

/// States which node always follows.
///
/// # Panics
/// When there is no such node, or it goes elsewhere.
#[track_caller]
pub fn assert_next(blueprint: &Blueprint, node: &str, next: &str) {
    assert_eq!(found(blueprint, node).routing, Routing::Next(next.to_owned().into()), "the routing of node `{node}`");
}

/// States where a label leads.
///
/// # Panics
/// When there is no such node or label, or it leads elsewhere.
#[track_caller]
pub fn assert_route(blueprint: &Blueprint, node: &str, label: &str, target: &str) {
    assert_eq!(found(blueprint, node).target(label), Some(target), "the target of `{label}` on node `{node}`");
}

/// States that the run ends behind a node.
///
/// # Panics
/// When there is no such node, or it goes on.
#[track_caller]
pub fn assert_terminal(blueprint: &Blueprint, node: &str) {
    assert_eq!(found(blueprint, node).routing, Routing::Terminal, "the routing of node `{node}`");
}

#[track_caller]
fn found<'b>(blueprint: &'b Blueprint, node: &str) -> &'b Node {
    match blueprint.node(node) {
        Some(node) => node,
        None => panic!("graph `{}` has no node `{node}`", blueprint.graph),
    }
}
