//! Nodes that no path reaches, and nodes from which no path leads out.

use super::GraphCheck;
use super::routing::{Ways, flag, raise};
use crate::blueprint::END;
use crate::keyword::CONTROL;
use crate::problem::ProblemKind;

impl GraphCheck<'_, '_> {
    pub(super) fn paths(&mut self, ways: &Ways) {
        let graph = self.graph;
        if graph.lost.has_any_of(CONTROL) || graph.lost_in_nodes.has_any_of(CONTROL) {
            return;
        }
        let count = graph.nodes.len();
        let reached = ways.start.map(|start| {
            let mut reached = vec![false; count];
            raise(&mut reached, start);
            spread(&mut reached, &Steps::new(count, ways.steps.iter().copied()));
            reached
        });
        let mut leads_out: Vec<bool> = ways.ends.iter().zip(&ways.anywhere).map(|(ends, any)| *ends || *any).collect();
        spread(&mut leads_out, &Steps::new(count, ways.steps.iter().map(|(from, to)| (*to, *from))));
        let all_reached = reached
            .as_ref()
            .is_none_or(|reached| reached.iter().zip(&ways.anywhere).any(|(reached, anywhere)| *reached && *anywhere));
        for (number, first) in ways.first.iter().enumerate() {
            let reached = all_reached || reached.as_ref().is_some_and(|reached| flag(reached, number));
            if number != *first || (reached && flag(&leads_out, number)) {
                continue;
            }
            let Some(node) = graph.nodes.get(number).filter(|node| node.name.text() != END) else { continue };
            if !reached {
                self.report(node.name.span, ProblemKind::Unreachable { node: node.name.text() });
            }
            if !flag(&leads_out, number) {
                self.report(node.name.span, ProblemKind::Endless { node: node.name.text() });
            }
        }
    }
}

/// Steps sorted by where they begin, so that those of one node lie side by side.
struct Steps {
    to: Vec<usize>,
    /// Where the steps of each node begin in `to`, and, last, where all end.
    begin: Vec<usize>,
}

impl Steps {
    fn new(count: usize, steps: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut begin = vec![0; count + 1];
        for (from, _) in steps.clone() {
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
        for (from, target) in steps {
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

/// Marks all that can be reached from what is marked.
fn spread(marked: &mut [bool], steps: &Steps) {
    let mut open: Vec<usize> = (0..marked.len()).filter(|number| flag(marked, *number)).collect();
    while let Some(number) = open.pop() {
        for to in steps.from(number) {
            if !flag(marked, *to) {
                raise(marked, *to);
                open.push(*to);
            }
        }
    }
}
