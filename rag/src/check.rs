//! What a program must fulfil beside its grammar. The same rules check sources and blueprints.

mod capabilities;
mod cycles;
mod declarations;
mod paths;
mod routing;

pub(crate) use capabilities::references;
pub(crate) use declarations::timeout_milliseconds;

use crate::ast::Graph;
use crate::problem::{Place, Problem, ProblemKind};
use crate::resolver::CapabilityResolver;
use crate::source::ByteSpan;
use std::collections::HashMap;
use vocabulary::Comparisons;

/// The most nodes a graph may have.
pub const MAX_NODES: usize = 10_000;

/// A graph, and the number of the file or blueprint it stands in.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    pub(crate) file: u32,
    pub(crate) graph: &'a Graph<'a>,
}

/// Checks graphs together: subgraphs are sought among all of them.
pub(crate) fn check<'a>(graphs: &[Placed<'a>], resolver: &'a CapabilityResolver) -> Vec<Problem<'a>> {
    let mut problems = Vec::new();
    // The number of each graph, by its name.
    let mut declared = HashMap::with_capacity(graphs.len());
    for (number, placed) in graphs.iter().enumerate() {
        let name = placed.graph.name.text();
        match *declared.entry(name).or_insert(number) {
            first if first == number => {}
            first => {
                let first = graphs[first];
                let first = Place { file: first.file, span: first.graph.name.span };
                let at = placed.graph.name.span;
                problems.push(Problem::at(placed.file, at, ProblemKind::DuplicateGraph { name, first }));
            }
        }
    }
    declared.remove("");
    let mut hidden = HashMap::new();
    let mut comparisons = Comparisons::default();
    for placed in graphs {
        let mut check = GraphCheck { file: placed.file, graph: placed.graph, resolver, problems: &mut problems };
        check.declarations();
        let ways = check.routing();
        check.paths(&ways);
        check.capabilities(&declared, &mut hidden, &mut comparisons);
    }
    for (name, reference) in hidden {
        if let Some(Placed { file, graph }) = declared.get(name).and_then(|number| graphs.get(*number)) {
            problems.push(Problem::at(*file, graph.name.span, ProblemKind::HiddenGraph { name, reference }));
        }
    }
    cycles::check(graphs, &declared, &mut problems);
    problems
}

struct GraphCheck<'a, 'p> {
    file: u32,
    graph: &'a Graph<'a>,
    resolver: &'a CapabilityResolver,
    problems: &'p mut Vec<Problem<'a>>,
}

impl<'a> GraphCheck<'a, '_> {
    fn report(&mut self, span: ByteSpan, kind: ProblemKind<'a>) {
        self.problems.push(Problem::at(self.file, span, kind));
    }

    fn place(&self, span: ByteSpan) -> Place {
        Place { file: self.file, span }
    }

    /// Reports each name that stands twice, the second time and any further.
    fn unique<'n>(
        &mut self,
        names: impl IntoIterator<Item = (&'n str, ByteSpan)>,
        problem: impl Fn(&'n str, Place) -> ProblemKind<'a>,
    ) {
        let names = names.into_iter();
        let mut first = HashMap::with_capacity(names.size_hint().0);
        for (name, span) in names {
            if name.is_empty() {
                continue;
            }
            if let Some(first) = first.get(name) {
                let place = self.place(*first);
                self.report(span, problem(name, place));
            } else {
                first.insert(name, span);
            }
        }
    }
}
