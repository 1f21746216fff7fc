//! The names of capabilities: registered, and within what the graph allows itself.

use super::GraphCheck;
use super::declarations::kind_of;
use crate::ast::{Allow, Name, Node};
use crate::keyword::REFERRING;
use crate::problem::{Place, ProblemKind};
use crate::reference::{self, Referring};
use std::collections::{HashMap, HashSet};
use vocabulary::Comparisons;
use vocabulary::ComponentKind;

/// Wrong names that are compared with unused entries of `allow`.
const COMPARED_NAMES: usize = 100;

/// The references of a node as it was written.
pub(crate) fn references<'a, 's>(
    node: &'a Node<'s>,
) -> impl Iterator<Item = (ComponentKind, &'static str, &'a Name<'s>)> {
    let items = Referring {
        model: node.model.as_ref().map(|item| &item.value),
        agent: node.agent.as_ref().map(|item| &item.value),
        graph: node.graph.as_ref().map(|item| &item.value),
        script: node.script.as_ref().map(|item| &item.value),
        tools: node.tools.iter().flat_map(|tools| &tools.value),
    };
    reference::of_node(kind_of(node).0, items)
}

/// An `allow`, and which of its names are used or meant.
struct Narrowed<'a> {
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
        let mut narrowed: Vec<Narrowed<'a>> = graph
            .allow
            .iter()
            .map(|allow| Narrowed { allow, names: allow.names.iter().map(Name::text).collect(), used: HashSet::new() })
            .collect();
        let mut compared = 0;
        let resolver = self.resolver;
        let nodes = graph.nodes.iter().flat_map(|node| {
            // What `model` refers to is not known on a node whose kind is not.
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
            let narrowed = narrowed.iter_mut().find(|narrowed| narrowed.allow.kind.value == kind);
            if registered == Some(false) && !in_files {
                self.report(name.span, ProblemKind::Unregistered { kind, name: text });
                compared += 1;
                if let Some(narrowed) = narrowed.filter(|_| compared <= COMPARED_NAMES) {
                    narrowed.means(text, comparisons);
                }
            } else if let Some(narrowed) = narrowed {
                if narrowed.names.contains(text) {
                    narrowed.used.insert(text);
                } else {
                    let allow = self.place(narrowed.allow.kind.span);
                    let names = &narrowed.allow.names;
                    self.report(name.span, ProblemKind::OutsideAllow { kind, name: text, allow, names });
                    compared += 1;
                    if compared <= COMPARED_NAMES {
                        narrowed.means(text, comparisons);
                    }
                }
            }
        }
        if graph.lost.has_any_of(REFERRING) || graph.lost_in_nodes.has_any_of(REFERRING) {
            return;
        }
        for Narrowed { allow, used, .. } in narrowed {
            for name in allow.names.iter().filter(|name| !used.contains(name.text())) {
                self.report(name.span, ProblemKind::UnusedAllow { kind: allow.kind.value, name: name.text() });
            }
        }
    }
}

impl<'a> Narrowed<'a> {
    /// A wrong name uses the entry that it is near to, which then causes no warning of its own.
    fn means(&mut self, wrong: &'a str, comparisons: &mut Comparisons) {
        self.used.insert(wrong);
        self.used.extend(comparisons.nearest(wrong, self.names.iter().copied()).first());
    }
}
