//! Checks that capabilities are registered, and allowed in the graph.

use super::GraphCheck;
use super::declarations::kind_of;
use crate::ast::{Allow, Name, Node};
use crate::keyword::REFERRING;
use crate::raw_diagnostic::{DiagnosticKind, Place};
use crate::reference::{self, ReferringItems};
use std::collections::{HashMap, HashSet};
use vocabulary::Comparisons;
use vocabulary::ComponentKind;

/// The maximum number of wrong names that are compared with unused entries of `allow`.
const COMPARED_NAMES: usize = 100;

/// Returns the references of a node in the syntax tree.
pub(crate) fn references<'a, 's>(
    node: &'a Node<'s>,
) -> impl Iterator<Item = (ComponentKind, &'static str, &'a Name<'s>)> {
    let items = ReferringItems {
        model: node.model.as_ref().map(|item| &item.value),
        agent: node.agent.as_ref().map(|item| &item.value),
        graph: node.graph.as_ref().map(|item| &item.value),
        script: node.script.as_ref().map(|item| &item.value),
        tools: node.tools.iter().flat_map(|tools| &tools.value),
    };
    reference::of_node(kind_of(node).0, items)
}

/// An `allow` item and which of its names are used or were probably meant.
struct Allowed<'a> {
    allow: &'a Allow<'a>,
    names: HashSet<&'a str>,
    used: HashSet<&'a str>,
}

impl<'a> GraphCheck<'a, '_> {
    pub(super) fn capabilities(
        &mut self,
        declared: &HashMap<&str, usize>,
        hidden: &mut HashMap<&'a str, Place>,
        comparisons: &mut Comparisons,
    ) {
        let graph = self.graph;
        let mut allowed: Vec<Allowed<'a>> = graph
            .allow
            .iter()
            .map(|allow| Allowed { allow, names: allow.names.iter().map(Name::text).collect(), used: HashSet::new() })
            .collect();
        let mut compared = 0;
        let resolver = self.resolver;
        let nodes = graph.nodes.iter().flat_map(|node| {
            // On a node of unknown kind, it is not known what `model` refers to.
            let kind_is_known = resolver.node_kinds().iter().any(|kind| kind == kind_of(node).0);
            references(node).filter(move |(_, item, _)| kind_is_known || *item != "model")
        });
        let channels = graph.channels.iter().map(|channel| (ComponentKind::Reducer, "reducer", &channel.reducer));
        for (kind, _, name) in channels.chain(nodes) {
            let text = name.text();
            let in_files = kind == ComponentKind::Graph && declared.contains_key(text);
            let registered = resolver.registers(kind, text);
            if in_files && registered == Some(true) {
                hidden.entry(text).or_insert(Place { file: self.file, span: name.span });
            }
            let allowed = allowed.iter_mut().find(|allowed| allowed.allow.kind.value == kind);
            if registered == Some(false) && !in_files {
                self.report(name.span, DiagnosticKind::Unregistered { kind, name: text });
                compared += 1;
                if let Some(allowed) = allowed.filter(|_| compared <= COMPARED_NAMES) {
                    allowed.mark_nearest(text, comparisons);
                }
            } else if let Some(allowed) = allowed {
                if allowed.names.contains(text) {
                    allowed.used.insert(text);
                } else {
                    let allow = self.place(allowed.allow.kind.span);
                    let names = &allowed.allow.names;
                    self.report(name.span, DiagnosticKind::NotAllowed { kind, name: text, allow, names });
                    compared += 1;
                    if compared <= COMPARED_NAMES {
                        allowed.mark_nearest(text, comparisons);
                    }
                }
            }
        }
        if graph.lost.has_any_of(REFERRING) || graph.lost_in_nodes.has_any_of(REFERRING) {
            return;
        }
        for Allowed { allow, used, .. } in allowed {
            for name in allow.names.iter().filter(|name| !used.contains(name.text())) {
                self.report(name.span, DiagnosticKind::UnusedAllow { kind: allow.kind.value, name: name.text() });
            }
        }
    }
}

impl<'a> Allowed<'a> {
    /// Marks the entry nearest to a wrong name as used, so that it does not cause another warning.
    fn mark_nearest(&mut self, wrong: &'a str, comparisons: &mut Comparisons) {
        self.used.insert(wrong);
        self.used.extend(comparisons.nearest(wrong, self.names.iter().copied()).first());
    }
}
