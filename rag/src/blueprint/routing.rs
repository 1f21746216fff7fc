//! How control moves: edges, successors and the topology.

use super::{Blueprint, Node, Route, Routing, Span};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// An edge from a node to another one, or to [`END`](super::END).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Edge<'b> {
    /// The node where the edge begins.
    pub from: &'b str,
    /// The node where the edge ends, or [`END`](super::END).
    pub to: &'b str,
    /// Why control takes the edge.
    pub via: Via<'b>,
    /// The span of the target in the source, or for a join that of the awaited node, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// Why control takes an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Via<'b> {
    /// The node returned this label.
    Route(&'b str),
    /// Control always takes it.
    Next,
    /// The target is started in addition to the routing.
    Send,
    /// The target waits for this node and the other sources of the join.
    Join,
}

/// The shape of a graph: what a diagram shows. It can be serialized for other tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Topology<'b> {
    /// The name of the graph.
    pub graph: &'b str,
    /// The node where a run begins.
    pub start: &'b str,
    /// The nodes.
    pub nodes: Vec<TopologyNode<'b>>,
    /// The edges, in the order of [`Blueprint::edges`].
    pub edges: Vec<Edge<'b>>,
}

/// A node of a [`Topology`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TopologyNode<'b> {
    /// The name of the node.
    pub name: &'b str,
    /// The kind of the node.
    pub kind: &'b str,
    /// Whether a run can end at this node.
    pub terminal: bool,
}

impl Node {
    /// Returns the routes of a conditional routing, or an empty slice for other routings.
    pub fn routes(&self) -> &[Route] {
        match &self.routing {
            Routing::Conditional(routes) => routes,
            Routing::Next(_) | Routing::Terminal => &[],
        }
    }

    /// Returns the target of a label.
    pub fn target(&self, label: &str) -> Option<&str> {
        self.routes().iter().find(|route| route.label == label).map(|route| &*route.target)
    }

    /// Returns the node that always runs next, if any.
    pub fn next(&self) -> Option<&str> {
        match &self.routing {
            Routing::Next(target) => Some(target),
            Routing::Conditional(_) | Routing::Terminal => None,
        }
    }
}

impl Blueprint {
    /// Returns the node with this name.
    pub fn node(&self, name: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.name == name)
    }

    /// Returns every edge: for each node those of its routing, its sends and its `sources`; then those of the joins.
    pub fn edges(&self) -> impl Iterator<Item = Edge<'_>> {
        let of_nodes = self.nodes.iter().flat_map(|node| {
            let name = &*node.name;
            let edge = move |to, via| Edge { from: name, to, via, span: None };
            let routes = node.routes().iter().map(move |route| edge(&route.target, Via::Route(&route.label)));
            let next = node.next().map(move |target| edge(target, Via::Next));
            let sends = node.sends.iter().flat_map(|sends| sends.iter()).map(move |send| edge(&send.node, Via::Send));
            let sources = node.sources.iter().flat_map(|sources| sources.iter());
            let joins = sources.map(move |source| Edge { from: source, to: name, via: Via::Join, span: None });
            routes.chain(next).chain(sends).chain(joins)
        });
        let joins = self.joins.iter().flat_map(|join| {
            join.sources.iter().map(|source| Edge { from: source, to: &join.target, via: Via::Join, span: None })
        });
        let spans = self.provenance.as_ref().map(|provenance| &*provenance.edges).unwrap_or_default();
        of_nodes.chain(joins).enumerate().map(|(number, edge)| Edge { span: spans.get(number).copied(), ..edge })
    }

    /// Returns the targets that control can move to from a node, including [`END`](super::END), without duplicates and
    /// in the order of the edges. A terminal node has none.
    ///
    /// ```
    /// use registry::rag::testing::compile_graph;
    ///
    /// let graph = compile_graph("graph g { start a  node a { routes { more -> b  done -> END } }  node b { next a } }");
    /// assert_eq!(graph.successors("a"), ["b", "END"]);
    /// assert_eq!(graph.node("a").unwrap().target("done"), Some("END"));
    /// ```
    pub fn successors(&self, node: &str) -> Vec<&str> {
        let mut successors = Vec::new();
        for edge in self.edges().filter(|edge| edge.from == node) {
            if !successors.contains(&edge.to) {
                successors.push(edge.to);
            }
        }
        successors
    }

    /// Returns the shape of the graph as data.
    ///
    /// ```
    /// use registry::rag::testing::compile_graph;
    ///
    /// let graph = compile_graph("graph g { start a  node a { next b }  node b {} }");
    /// let json = serde_json::to_value(graph.topology())?;
    /// assert_eq!(json["edges"][0]["to"], "b");
    /// assert_eq!(json["nodes"][1]["terminal"], true);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn topology(&self) -> Topology<'_> {
        let edges: Vec<_> = self.edges().collect();
        let awaited: HashSet<&str> = edges.iter().filter(|edge| edge.via == Via::Join).map(|edge| edge.from).collect();
        let nodes = self.nodes.iter().map(|node| TopologyNode {
            name: &node.name,
            kind: node.kind(),
            terminal: node.routing == Routing::Terminal && !awaited.contains(&*node.name),
        });
        Topology { graph: &self.graph, start: &self.start, nodes: nodes.collect(), edges }
    }
}

/// Returns the cycles of graphs that run each other as subgraphs, as lists of names. For each group of graphs that can
/// all reach each other, one of the shortest cycles is returned. References to graphs outside the list are ignored.
pub fn cycles<'b>(blueprints: &[&'b Blueprint]) -> Vec<Vec<&'b str>> {
    let numbers: HashMap<&str, usize> =
        blueprints.iter().enumerate().rev().map(|(number, blueprint)| (&*blueprint.graph, number)).collect();
    let subgraphs = |blueprint: &&Blueprint| {
        let graphs = blueprint.references().filter(|reference| reference.kind == crate::ComponentKind::Graph);
        graphs.filter_map(|reference| numbers.get(reference.name).copied()).collect()
    };
    let successors: Vec<Vec<usize>> = blueprints.iter().map(subgraphs).collect();
    let names = |cycle: Vec<usize>| cycle.iter().filter_map(|number| Some(&*blueprints.get(*number)?.graph)).collect();
    vocabulary::cycles(&successors).into_iter().map(names).collect()
}
