//! Cycles of registered graphs that run each other.

use super::CapabilityRegistry;
use crate::{ComponentKind, GraphHop, RegistryError, SourceLocation};
use rag::{Blueprint, Reference};
use std::collections::HashSet;
use std::sync::Arc;

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// Reports the cycles of the collected graphs. A graph whose constructor failed already has a name but no blueprint.
    pub(super) fn reject_graph_cycles(&self, errors: &mut Vec<RegistryError>) {
        let failed = |error| match error {
            &RegistryError::Constructor { kind: ComponentKind::Graph, ref name, .. } => Some(name.clone()),
            _ => None,
        };
        let failed: HashSet<String> = errors.iter().filter_map(failed).collect();
        let cycles = self.graph_cycles(|name| !failed.contains(name));
        errors.extend(cycles.into_iter().map(RegistryError::GraphCycle));
    }

    /// Returns one of the shortest cycles for each group of graphs that reach each other, through names or aliases. A graph
    /// for which `is_constructed` returns false has no blueprint and is treated as a graph without references.
    pub(super) fn graph_cycles(&self, is_constructed: impl Fn(&str) -> bool) -> Vec<Vec<GraphHop>> {
        let names = self.namespace(ComponentKind::Graph);
        let mut blueprints = self.graphs.iter();
        let graphs: Vec<Option<&Arc<Blueprint>>> = names
            .components()
            .iter()
            .map(|component| if is_constructed(component.id.as_str()) { blueprints.next() } else { None })
            .collect();
        let subgraphs: Vec<Vec<(usize, Reference<'_>)>> = graphs
            .iter()
            .map(|graph| {
                let references = graph.iter().flat_map(|blueprint| blueprint.references());
                references
                    .filter(|reference| reference.kind == ComponentKind::Graph)
                    .filter_map(|reference| Some((names.position(reference.name)?, reference)))
                    .collect()
            })
            .collect();
        let successors: Vec<Vec<usize>> =
            subgraphs.iter().map(|hops| hops.iter().map(|(to, _)| *to).collect()).collect();
        let hop = |(from, to): (&usize, &usize)| {
            let (_, reference) = subgraphs[*from].iter().find(|(target, _)| target == to)?;
            let (graph, next) = (&names.components()[*from], &names.components()[*to]);
            Some(GraphHop {
                graph: graph.id.clone(),
                declared_at: graph.declared_at.clone(),
                node: reference.node?.to_owned(),
                runs: next.id.clone(),
                written: reference.name.to_owned(),
                at: graphs[*from].and_then(|blueprint| location(blueprint, *reference)),
            })
        };
        let hops = |cycle: Vec<usize>| cycle.iter().zip(cycle.iter().cycle().skip(1)).filter_map(hop).collect();
        vocabulary::cycles(&successors).into_iter().map(hops).collect()
    }
}

/// Returns the location of a reference in the source of its blueprint.
fn location(blueprint: &Blueprint, reference: Reference<'_>) -> Option<SourceLocation> {
    let (provenance, span) = (blueprint.provenance.as_ref()?, reference.span?);
    Some(SourceLocation { file: provenance.source.clone(), line: span.start.line, column: span.start.column })
}
