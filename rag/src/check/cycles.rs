//! Checks that no graph runs itself, directly or through subgraphs.

use super::Placed;
use super::capabilities::references;
use crate::raw_diagnostic::{CycleStep, DiagnosticKind, Place, RawDiagnostic};
use std::collections::HashMap;
use vocabulary::{ComponentKind, cycles};

pub(super) fn check<'a>(
    graphs: &[Placed<'a>],
    declared: &HashMap<&'a str, usize>,
    diagnostics: &mut Vec<RawDiagnostic<'a>>,
) {
    let subgraphs: Vec<Vec<(usize, Place)>> = graphs
        .iter()
        .map(|placed| {
            let references = placed.graph.nodes.iter().flat_map(references);
            references
                .filter(|(kind, ..)| *kind == ComponentKind::Graph)
                .filter_map(|(_, _, name)| {
                    Some((*declared.get(name.text())?, Place { file: placed.file, span: name.span }))
                })
                .collect()
        })
        .collect();
    if subgraphs.iter().all(Vec::is_empty) {
        return;
    }
    let successors: Vec<Vec<usize>> = subgraphs.iter().map(|steps| steps.iter().map(|(to, _)| *to).collect()).collect();
    for cycle in cycles(&successors) {
        let pairs = cycle.iter().zip(cycle.iter().cycle().skip(1));
        let steps: Vec<CycleStep<'a>> = pairs
            .filter_map(|(from, to)| {
                let (_, at) = subgraphs.get(*from)?.iter().find(|(target, _)| target == to)?;
                Some(CycleStep { graph: graphs.get(*from)?.graph.name.text(), at: *at })
            })
            .collect();
        if let Some(first) = steps.first() {
            diagnostics.push(RawDiagnostic { at: first.at, kind: DiagnosticKind::Cycle { steps } });
        }
    }
}
