//! Graphs that reach themselves through their subgraphs.

use super::Placed;
use super::capabilities::references;
use crate::problem::{Hop, Place, Problem, ProblemKind};
use std::collections::HashMap;
use vocabulary::{ComponentKind, cycles};

pub(super) fn check<'a>(graphs: &[Placed<'a>], declared: &HashMap<&'a str, usize>, problems: &mut Vec<Problem<'a>>) {
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
    let successors: Vec<Vec<usize>> = subgraphs.iter().map(|hops| hops.iter().map(|(to, _)| *to).collect()).collect();
    for cycle in cycles(&successors) {
        let pairs = cycle.iter().zip(cycle.iter().cycle().skip(1));
        let hops: Vec<Hop<'a>> = pairs
            .filter_map(|(from, to)| {
                let (_, at) = subgraphs.get(*from)?.iter().find(|(target, _)| target == to)?;
                Some(Hop { graph: graphs.get(*from)?.graph.name.text(), at: *at })
            })
            .collect();
        if let Some(first) = hops.first() {
            problems.push(Problem { at: first.at, kind: ProblemKind::Cycle { hops } });
        }
    }
}
