//! Semantic checks. The same rules apply to sources and blueprints.

mod capabilities;
mod cycles;
mod declarations;
mod paths;
mod routing;

pub(crate) use capabilities::references;
pub(crate) use declarations::timeout_milliseconds;

use crate::ast::Graph;
use crate::raw_diagnostic::{DiagnosticKind, Place, RawDiagnostic};
use crate::resolver::CapabilityResolver;
use crate::source::ByteSpan;
use std::collections::HashMap;
use vocabulary::Comparisons;

/// The maximum number of nodes in a graph.
pub const MAX_NODES: usize = 10_000;

/// A graph and the number of the file that contains it.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    pub(crate) file: u32,
    pub(crate) graph: &'a Graph<'a>,
}

/// Checks graphs together, so that each may use any other as a subgraph.
pub(crate) fn check<'a>(graphs: &[Placed<'a>], resolver: &'a CapabilityResolver) -> Vec<RawDiagnostic<'a>> {
    let mut diagnostics = Vec::new();
    // The index of each graph, by name.
    let mut declared = HashMap::with_capacity(graphs.len());
    for (number, placed) in graphs.iter().enumerate() {
        let name = placed.graph.name.text();
        match *declared.entry(name).or_insert(number) {
            first if first == number => {}
            first => {
                let first = graphs[first];
                let first = Place { file: first.file, span: first.graph.name.span };
                let at = placed.graph.name.span;
                diagnostics.push(RawDiagnostic::at(placed.file, at, DiagnosticKind::DuplicateGraph { name, first }));
            }
        }
    }
    declared.remove("");
    let mut hidden = HashMap::new();
    let mut comparisons = Comparisons::default();
    for placed in graphs {
        let mut check = GraphCheck { file: placed.file, graph: placed.graph, resolver, diagnostics: &mut diagnostics };
        check.declarations();
        let flow = check.routing();
        check.paths(&flow);
        check.capabilities(&declared, &mut hidden, &mut comparisons);
    }
    for (name, reference) in hidden {
        if let Some(Placed { file, graph }) = declared.get(name).and_then(|number| graphs.get(*number)) {
            diagnostics.push(RawDiagnostic::at(
                *file,
                graph.name.span,
                DiagnosticKind::HiddenGraph { name, reference },
            ));
        }
    }
    cycles::check(graphs, &declared, &mut diagnostics);
    diagnostics
}

struct GraphCheck<'a, 'p> {
    file: u32,
    graph: &'a Graph<'a>,
    resolver: &'a CapabilityResolver,
    diagnostics: &'p mut Vec<RawDiagnostic<'a>>,
}

impl<'a> GraphCheck<'a, '_> {
    fn report(&mut self, span: ByteSpan, kind: DiagnosticKind<'a>) {
        self.diagnostics.push(RawDiagnostic::at(self.file, span, kind));
    }

    fn place(&self, span: ByteSpan) -> Place {
        Place { file: self.file, span }
    }

    /// Reports the second and any further occurrence of each name.
    fn unique<'n>(
        &mut self,
        names: impl IntoIterator<Item = (&'n str, ByteSpan)>,
        diagnostic: impl Fn(&'n str, Place) -> DiagnosticKind<'a>,
    ) {
        let names = names.into_iter();
        let mut first = HashMap::with_capacity(names.size_hint().0);
        for (name, span) in names {
            if name.is_empty() {
                continue;
            }
            if let Some(first) = first.get(name) {
                let place = self.place(*first);
                self.report(span, diagnostic(name, place));
            } else {
                first.insert(name, span);
            }
        }
    }
}
