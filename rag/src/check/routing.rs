//! Checks that every target exists, and that each node has at most one routing.

use super::GraphCheck;
use crate::ast::{Name, Node};
use crate::blueprint::END;
use crate::raw_diagnostic::DiagnosticKind;
use crate::source::ByteSpan;
use std::collections::{HashMap, HashSet};

/// The control flow of a graph, between nodes numbered in source order.
pub(super) struct Flow {
    pub(super) start: Option<usize>,
    pub(super) edges: Vec<(usize, usize)>,
    /// For each node, whether a run can end after it.
    pub(super) ends: Vec<bool>,
    /// For each node, whether it has a target that does not exist, which might have been any node.
    pub(super) unknown_target: Vec<bool>,
    /// For each node, the number of the first node with the same name, which represents all of them.
    pub(super) first: Vec<usize>,
}

/// What a target refers to.
enum Target {
    End,
    Node(usize),
    Unknown,
}

struct Routing<'a, 'c, 'p> {
    check: &'c mut GraphCheck<'a, 'p>,
    numbers: HashMap<&'a str, usize>,
    flow: Flow,
    /// For each node, whether it has a routing.
    routed: Vec<bool>,
    /// For each node, whether a join waits for it.
    awaited: Vec<bool>,
}

impl GraphCheck<'_, '_> {
    pub(super) fn routing(&mut self) -> Flow {
        let graph = self.graph;
        let count = graph.nodes.len();
        let mut numbers: HashMap<&str, usize> = HashMap::with_capacity(count);
        let mut first = Vec::with_capacity(count);
        for (number, node) in graph.nodes.iter().enumerate() {
            let name = node.name.text();
            let declared = *numbers.entry(name).or_insert(number);
            first.push(declared);
            if declared != number && !name.is_empty() {
                let first = graph.nodes.get(declared).map_or(node.name.span, |node| node.name.span);
                let first = self.place(first);
                self.report(node.name.span, DiagnosticKind::DuplicateNode { name, first });
            }
        }
        let flow = Flow {
            start: None,
            edges: Vec::with_capacity(count),
            ends: vec![false; count],
            unknown_target: vec![false; count],
            first,
        };
        let mut routing =
            Routing { check: self, numbers, flow, routed: vec![false; count], awaited: vec![false; count] };
        routing.run();
        routing.flow
    }
}

impl<'a> Routing<'a, '_, '_> {
    fn run(&mut self) {
        let graph = self.check.graph;
        if let Some(start) = &graph.start {
            self.flow.start = self.node(start);
        }
        let edges = self.edges();
        for (number, node) in graph.nodes.iter().enumerate() {
            let from = self.flow.first.get(number).copied().unwrap_or(number);
            self.node_targets(from, node);
            self.second_routings(node, edges.get(&from).copied().filter(|_| from == number));
        }
        self.joins();
        for number in 0..graph.nodes.len() {
            let open = !flag(&self.routed, number) && !flag(&self.awaited, number);
            if open {
                set(&mut self.flow.ends, number);
            }
        }
    }

    /// Returns the number of a node, or reports that it does not exist.
    fn node(&mut self, name: &'a Name<'a>) -> Option<usize> {
        if name.text() == END {
            self.check.report(name.span, DiagnosticKind::EndIsOnlyATarget);
            return None;
        }
        let number = self.numbers.get(name.text()).copied();
        if number.is_none() && !self.check.graph.lost.has("node") {
            let nodes = &self.check.graph.nodes;
            self.check.report(name.span, DiagnosticKind::UnknownNode { name: name.text(), nodes });
        }
        number
    }

    fn target(&mut self, name: &'a Name<'a>) -> Target {
        if name.text() == END {
            return Target::End;
        }
        self.node(name).map_or(Target::Unknown, Target::Node)
    }

    fn edge(&mut self, from: usize, target: &Target) {
        match target {
            Target::End => set(&mut self.flow.ends, from),
            Target::Node(to) => self.flow.edges.push((from, *to)),
            Target::Unknown => set(&mut self.flow.unknown_target, from),
        }
    }

    fn route(&mut self, from: usize, target: &'a Name<'a>) {
        set(&mut self.routed, from);
        let target = self.target(target);
        self.edge(from, &target);
    }

    /// Returns the span of the first edge of each node, by its number.
    fn edges(&mut self) -> HashMap<usize, ByteSpan> {
        let mut first = HashMap::new();
        for edge in &self.check.graph.edges {
            let Some(from) = self.node(&edge.from) else {
                self.target(&edge.target);
                continue;
            };
            if let Some(first) = first.get(&from) {
                let first = self.check.place(*first);
                self.check.report(edge.from.span, DiagnosticKind::SecondEdge { node: edge.from.text(), first });
            } else {
                first.insert(from, edge.from.span);
            }
            self.route(from, &edge.target);
        }
        first
    }

    fn node_targets(&mut self, from: usize, node: &'a Node<'a>) {
        let goto = node.command.as_ref().and_then(|command| command.value.goto.as_ref());
        for target in [node.next.as_ref(), goto].into_iter().flatten() {
            self.route(from, &target.value);
        }
        for route in node.routes.iter().flat_map(|routes| &routes.value) {
            self.route(from, &route.target);
        }
        for send in node.sends.iter().flat_map(|sends| &sends.value) {
            let target = if send.node.text() == END {
                self.check.report(send.node.span, DiagnosticKind::EndIsSent);
                Target::Unknown
            } else {
                self.node(&send.node).map_or(Target::Unknown, Target::Node)
            };
            self.edge(from, &target);
        }
        for source in node.sources.iter().flat_map(|sources| &sources.value) {
            self.join_source(source, &Target::Node(from));
        }
    }

    /// Adds a source of a join, after which the target runs.
    fn join_source(&mut self, source: &'a Name<'a>, target: &Target) {
        match (self.node(source), target) {
            (Some(source), _) => {
                set(&mut self.awaited, source);
                self.edge(source, target);
            }
            // A source that does not exist might have been any node, so the target counts as reachable.
            (None, Target::Node(to)) => self.flow.edges.extend(self.flow.start.map(|start| (start, *to))),
            (None, _) => {}
        }
    }

    fn joins(&mut self) {
        let graph = self.check.graph;
        let mut compared = HashMap::new();
        for join in &graph.joins {
            let target = self.target(&join.target);
            for source in &join.sources {
                self.join_source(source, &target);
            }
            let Target::Node(number) = target else { continue };
            let Some(node) = graph.nodes.get(number) else { continue };
            let Some(sources) = &node.sources else { continue };
            let (names, reported) = compared.entry(number).or_insert_with(|| {
                let names: HashSet<&str> = sources.value.iter().map(Name::text).collect();
                (names, false)
            });
            if node.lost.has("sources") || graph.lost.has("join") {
                continue;
            }
            let joined: HashSet<&str> = join.sources.iter().map(Name::text).collect();
            let outside = join.sources.iter().filter(|name| !names.contains(name.text()));
            let differences: Vec<_> = outside.map(|name| (name, sources.span)).collect();
            // Only the first join with missing sources is reported for each node; the others will be found once it is
            // fixed.
            let lacking = if *reported || joined.intersection(names).count() == names.len() {
                Vec::new()
            } else {
                *reported = true;
                sources
                    .value
                    .iter()
                    .filter(|name| !joined.contains(name.text()))
                    .map(|name| (name, join.target.span))
                    .collect()
            };
            for (name, other) in differences.into_iter().chain(lacking) {
                if self.numbers.contains_key(name.text()) {
                    let (target, other) = (join.target.text(), self.check.place(other));
                    self.check.report(name.span, DiagnosticKind::MissingSource { name: name.text(), target, other });
                }
            }
        }
    }

    /// Reports each routing of a node after the first.
    fn second_routings(&mut self, node: &'a Node<'a>, edge: Option<ByteSpan>) {
        let goto = node.command.as_ref().and_then(|command| command.value.goto.as_ref());
        let spans = [
            node.next.as_ref().map(|next| next.span),
            node.routes.as_ref().map(|routes| routes.span),
            goto.map(|goto| goto.span),
            edge,
        ];
        let Some(first) = spans.into_iter().flatten().min() else { return };
        let place = self.check.place(first);
        for span in spans.into_iter().flatten().filter(|span| *span != first) {
            self.check.report(span, DiagnosticKind::SecondRouting { node: node.name.text(), first: place });
        }
    }
}

pub(super) fn flag(flags: &[bool], number: usize) -> bool {
    flags.get(number).copied().unwrap_or_default()
}

pub(super) fn set(flags: &mut [bool], number: usize) {
    if let Some(flag) = flags.get_mut(number) {
        *flag = true;
    }
}
