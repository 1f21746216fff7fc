//! Helpers for tests of graphs: compile a graph and assert what it does. On failure, every function panics with what
//! was found instead.
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

/// Compiles a source with one graph, without looking up the names of capabilities.
///
/// # Panics
/// Panics with the rendered diagnostics if there is an error, or if there is not exactly one graph.
#[track_caller]
pub fn compile_graph(text: &str) -> Blueprint {
    compile_graph_with(text, &CapabilityResolver::without_registry())
}

/// Compiles a source with one graph, and looks up names in the resolver.
///
/// # Panics
/// Panics like [`compile_graph`].
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

/// Asserts the kind of a node.
///
/// # Panics
/// Panics if the node does not exist or has another kind.
#[track_caller]
pub fn assert_kind(blueprint: &Blueprint, node: &str, kind: &str) {
    assert_eq!(found(blueprint, node).kind(), kind, "the kind of node `{node}`");
}

/// Asserts which node always runs next.
///
/// # Panics
/// Panics if the node does not exist or has another routing.
#[track_caller]
pub fn assert_next(blueprint: &Blueprint, node: &str, next: &str) {
    assert_eq!(found(blueprint, node).routing, Routing::Next(next.to_owned().into()), "the routing of node `{node}`");
}

/// Asserts the target of a label.
///
/// # Panics
/// Panics if the node or label does not exist or has another target.
#[track_caller]
pub fn assert_route(blueprint: &Blueprint, node: &str, label: &str, target: &str) {
    assert_eq!(found(blueprint, node).target(label), Some(target), "the target of `{label}` on node `{node}`");
}

/// Asserts that a run ends after a node.
///
/// # Panics
/// Panics if the node does not exist or has another routing.
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
