//! Checks that names are declared once, and that each node has the items it needs and no others.

use super::{GraphCheck, MAX_NODES};
use crate::ast::{Literal, Node, Value};
use crate::blueprint::END;
use crate::number;
use crate::raw_diagnostic::DiagnosticKind;
use crate::reference::{KIND_SPECIFIC_ITEMS, Needs, NodeKind};
use crate::source::ByteSpan;
use std::collections::HashSet;

impl<'a> GraphCheck<'a, '_> {
    pub(super) fn declarations(&mut self) {
        let graph = self.graph;
        self.unique(graph.channels.iter().map(|channel| (channel.name.text(), channel.name.span)), |name, first| {
            DiagnosticKind::DuplicateChannel { name, first }
        });
        for fields in [&graph.input, &graph.output].into_iter().flatten() {
            self.unique(fields.value.iter().map(|field| (field.name.text(), field.name.span)), |name, first| {
                DiagnosticKind::DuplicateField { name, first }
            });
        }
        if let Some(first_over) = graph.nodes.get(MAX_NODES) {
            self.report(first_over.name.span, DiagnosticKind::TooManyNodes { nodes: graph.nodes.len() });
        }
        if graph.start.is_none() && !graph.lost.has("start") {
            self.report(graph.name.span, DiagnosticKind::NoStart { graph: graph.name.text() });
        }
        for join in &graph.joins {
            self.repeated(&join.sources);
        }
        let timeout = graph.defaults.iter().flat_map(|defaults| &defaults.value.entries);
        for entry in timeout.filter(|entry| entry.key.text() == "timeout") {
            self.timeout(&entry.value);
        }
        let joined: HashSet<&str> =
            graph.joins.iter().filter(|join| !join.sources.is_empty()).map(|join| join.target.text()).collect();
        for node in &graph.nodes {
            self.node(node, joined.contains(node.name.text()));
        }
    }

    fn node(&mut self, node: &'a Node<'a>, joined: bool) {
        if node.name.text() == END {
            self.report(node.name.span, DiagnosticKind::NodeCalledEnd);
        }
        self.kind(node, joined);
        if let Some(timeout) = &node.timeout {
            self.timeout(&timeout.value);
        }
        if let Some(routes) = &node.routes {
            self.unique(routes.value.iter().map(|route| (route.label.text(), route.label.span)), |label, first| {
                DiagnosticKind::DuplicateRoute { label, first }
            });
            if routes.value.is_empty() && !node.lost.has("routes") {
                self.report(routes.span, DiagnosticKind::EmptyBlock { keyword: "routes" });
            }
        }
        if let Some(command) = &node.command
            && command.value.goto.is_none()
            && command.value.update.is_none()
            && !node.lost.has("command")
        {
            self.report(command.span, DiagnosticKind::EmptyBlock { keyword: "command" });
        }
        for list in [&node.tools, &node.sources].into_iter().flatten() {
            self.repeated(&list.value);
        }
        if let Some(steering) = &node.steering {
            self.report(steering.span, DiagnosticKind::Steering);
        }
    }

    fn kind(&mut self, node: &'a Node<'a>, joined: bool) {
        let (name, span) = kind_of(node);
        let kinds = self.resolver.node_kinds();
        if !kinds.iter().any(|kind| kind == name) {
            if !node.lost.has("kind") {
                self.report(span, DiagnosticKind::UnknownKind { name, kinds });
            }
            return;
        }
        let Some(kind) = NodeKind::find(name) else { return };
        if node.kind.is_none() && node.lost.has("kind") {
            return;
        }
        let missing = match kind.needs {
            Needs::Nothing => None,
            Needs::Primary => lacks(node, &[kind.primary_item]).then_some(kind.primary_item),
            Needs::PrimaryOrModel => lacks(node, &[kind.primary_item, "model"]).then_some(kind.primary_item),
            Needs::Sources => {
                let given = node.sources.as_ref().is_some_and(|sources| !sources.value.is_empty());
                let lost = node.lost.has("sources") || self.graph.lost.has("join");
                (!given && !joined && !lost).then_some("sources")
            }
        };
        if let Some(item) = missing {
            self.report(node.name.span, DiagnosticKind::MissingReference { node: node.name.text(), kind: name, item });
        }
        for item in KIND_SPECIFIC_ITEMS {
            if let (Some(span), false) = (item_span(node, item), kind.items.contains(&item)) {
                self.report(span, DiagnosticKind::Ignored { item, kind: name });
            }
        }
    }

    fn timeout(&mut self, literal: &Literal<'a>) {
        if timeout_milliseconds(&literal.value).is_none() {
            self.report(literal.span, DiagnosticKind::InvalidTimeout);
        }
    }

    fn repeated(&mut self, names: &'a [crate::ast::Name<'a>]) {
        self.unique(names.iter().map(|name| (name.text(), name.span)), |name, first| DiagnosticKind::Repeated {
            name,
            first,
        });
    }
}

/// Returns the kind of a node and its span, which is that of the node's name if no kind was written.
pub(super) fn kind_of<'a>(node: &'a Node<'_>) -> (&'a str, ByteSpan) {
    match &node.kind {
        Some(kind) => (kind.value.text(), kind.value.span),
        None => (crate::Node::DEFAULT_KIND, node.name.span),
    }
}

/// Whether none of these items is present.
fn lacks(node: &Node<'_>, items: &[&str]) -> bool {
    items.iter().all(|item| item_span(node, item).is_none() && !node.lost.has(item))
}

/// Returns the span of an item of a node.
fn item_span(node: &Node<'_>, item: &str) -> Option<ByteSpan> {
    let text = |item: &Option<crate::ast::Item<crate::ast::Name<'_>>>| item.as_ref().map(|item| item.span);
    let list = |item: &Option<crate::ast::Item<Vec<crate::ast::Name<'_>>>>| item.as_ref().map(|item| item.span);
    match item {
        "model" => text(&node.model),
        "agent" => text(&node.agent),
        "graph" => text(&node.graph),
        "script" => text(&node.script),
        "input" => text(&node.input),
        "prompt" => text(&node.prompt),
        "tools" => list(&node.tools),
        "sources" => list(&node.sources),
        "options" => list(&node.options),
        _ => None,
    }
}

/// Returns the milliseconds of a `timeout`: a duration, a number of seconds, or a string that contains a duration. It
/// must be above zero.
pub(crate) fn timeout_milliseconds(value: &Value<'_>) -> Option<u64> {
    let milliseconds = match value {
        Value::Duration(milliseconds) => Some(*milliseconds),
        Value::Integer(seconds) => number::milliseconds(&seconds.to_string(), 1_000),
        Value::Float(seconds) => number::milliseconds(&seconds.to_string(), 1_000),
        Value::String(text) => number::duration(text),
        Value::Identifier(_) => None,
    };
    milliseconds.filter(|milliseconds| (1..number::MILLISECONDS_BOUND).contains(milliseconds))
}
