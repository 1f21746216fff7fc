//! Checks that every node is reachable and can reach an end.

use super::GraphCheck;
use super::routing::{Flow, flag, set};
use crate::blueprint::END;
use crate::keyword::CONTROL;
use crate::raw_diagnostic::DiagnosticKind;

impl GraphCheck<'_, '_> {
    pub(super) fn paths(&mut self, flow: &Flow) {
        let graph = self.graph;
        if graph.lost.has_any_of(CONTROL) || graph.lost_in_nodes.has_any_of(CONTROL) {
            return;
        }
        let count = graph.nodes.len();
        let reached = flow.start.map(|start| {
            let mut reached = vec![false; count];
            set(&mut reached, start);
            mark_reachable(&mut reached, &Edges::new(count, flow.edges.iter().copied()));
            reached
        });
        let mut leads_out: Vec<bool> =
            flow.ends.iter().zip(&flow.unknown_target).map(|(ends, any)| *ends || *any).collect();
        mark_reachable(&mut leads_out, &Edges::new(count, flow.edges.iter().map(|(from, to)| (*to, *from))));
        let all_reached = reached.as_ref().is_none_or(|reached| {
            reached.iter().zip(&flow.unknown_target).any(|(reached, unknown_target)| *reached && *unknown_target)
        });
        for (number, first) in flow.first.iter().enumerate() {
            let reached = all_reached || reached.as_ref().is_some_and(|reached| flag(reached, number));
            if number != *first || (reached && flag(&leads_out, number)) {
                continue;
            }
            let Some(node) = graph.nodes.get(number).filter(|node| node.name.text() != END) else { continue };
            if !reached {
                self.report(node.name.span, DiagnosticKind::Unreachable { node: node.name.text() });
            }
            if !flag(&leads_out, number) {
                self.report(node.name.span, DiagnosticKind::NoEnd { node: node.name.text() });
            }
        }
    }
}

/// Edges grouped by the node where they begin.
struct Edges {
    to: Vec<usize>,
    /// The index in `to` of the first edge of each node, and at the end the number of edges.
    begin: Vec<usize>,
}

impl Edges {
    fn new(count: usize, edges: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut begin = vec![0; count + 1];
        for (from, _) in edges.clone() {
            if let Some(size) = begin.get_mut(from + 1) {
                *size += 1;
            }
        }
        let mut total = 0;
        for place in &mut begin {
            total += *place;
            *place = total;
        }
        let (mut next, mut to) = (begin.clone(), vec![0; total]);
        for (from, target) in edges {
            let Some(place) = next.get_mut(from) else { continue };
            if let Some(slot) = to.get_mut(*place) {
                *slot = target;
            }
            *place += 1;
        }
        Self { to, begin }
    }

    fn from(&self, number: usize) -> &[usize] {
        let range = |at: usize| self.begin.get(at).copied().unwrap_or_default();
        self.to.get(range(number)..range(number + 1)).unwrap_or_default()
    }
}

/// Marks everything that is reachable from marked nodes.
fn mark_reachable(marked: &mut [bool], edges: &Edges) {
    let mut open: Vec<usize> = (0..marked.len()).filter(|number| flag(marked, *number)).collect();
    while let Some(number) = open.pop() {
        for to in edges.from(number) {
            if !flag(marked, *to) {
                set(marked, *to);
                open.push(*to);
            }
        }
    }
}
