//! Lowers a checked syntax tree to a blueprint.

use crate::ast::{self, Item, Name, Value};
use crate::blueprint::{
    Allow, Blueprint, BlueprintProvenance, Channel, Definition, END, Entry, Field, Join, List, Literal, Node, Object,
    Origin, Route, Routing, Schema, Send, Span, Text,
};
use crate::check::{references, timeout_milliseconds};
use crate::source::{LineIndex, Source, content_hash};
use std::borrow::Cow;
use std::collections::HashMap;

/// The edge of each node that has one, by the name of the node.
type Edges<'a, 's> = HashMap<&'a str, &'a Name<'s>>;

/// Where a graph comes from, and how the texts of its syntax tree become those of its blueprint.
#[derive(Clone, Copy)]
struct Lower<'l, 's> {
    text: fn(&Cow<'s, str>) -> Text,
    name: &'l str,
    origin: &'l Origin,
    hash: &'l str,
    index: &'l LineIndex,
}

/// Lowers a graph, with copies of its texts.
pub(crate) fn lower(graph: &ast::Graph<'_>, source: &Source, hash: &str, index: &LineIndex) -> Blueprint {
    let text = |text: &Cow<'_, str>| Text::Owned((**text).to_owned());
    Lower { text, name: source.name(), origin: source.origin(), hash, index }.graph(graph)
}

/// Lowers a graph of a file that the program contains, whose texts the blueprint borrows.
pub(crate) fn lower_static(graph: &ast::Graph<'static>, name: &str, text: &'static str) -> Blueprint {
    let (hash, index) = (content_hash(text), LineIndex::new(text));
    Lower { text: Clone::clone, name, origin: &Origin::File, hash: &hash, index: &index }.graph(graph)
}

impl<'s> Lower<'_, 's> {
    fn graph(self, graph: &ast::Graph<'s>) -> Blueprint {
        let edges: Edges<'_, '_> = graph.edges.iter().map(|edge| (edge.from.text(), &edge.target)).collect();
        let mut allow: Vec<Allow> =
            graph.allow.iter().map(|allow| Allow { kind: allow.kind.value, names: self.texts(&allow.names) }).collect();
        allow.sort_by_key(|allow| allow.kind);
        let definition = Definition {
            schema: Schema,
            graph: self.text(&graph.name),
            start: graph.start.as_ref().map(|part| self.text(part)).unwrap_or_default(),
            metadata: graph.metadata.as_ref().map(|item| self.object(&item.value)),
            defaults: graph.defaults.as_ref().map(|item| self.defaults(&item.value)),
            allow: allow.into(),
            input: graph.input.as_ref().map(|part| self.fields(part)),
            output: graph.output.as_ref().map(|part| self.fields(part)),
            checkpoint: self.item(graph.checkpoint.as_ref()),
            interrupt: self.item(graph.interrupt.as_ref()),
            channels: graph.channels.iter().map(|part| self.channel(part)).collect(),
            nodes: graph.nodes.iter().map(|node| self.node(node, &edges)).collect(),
            joins: graph
                .joins
                .iter()
                .map(|join| Join { sources: self.texts(&join.sources), target: self.text(&join.target) })
                .collect(),
            provenance: Some(self.provenance(graph, &edges)),
        };
        definition.into()
    }

    fn node(self, node: &ast::Node<'s>, edges: &Edges<'_, 's>) -> Node {
        Node {
            name: self.text(&node.name),
            kind: self.item(node.kind.as_ref()),
            model: self.item(node.model.as_ref()),
            prompt: self.item(node.prompt.as_ref()),
            tools: node.tools.as_ref().map(|names| self.texts(&names.value)),
            agent: self.item(node.agent.as_ref()),
            graph: self.item(node.graph.as_ref()),
            script: self.item(node.script.as_ref()),
            input: self.item(node.input.as_ref()),
            routing: self.routing(node, edges),
            update: node
                .command
                .as_ref()
                .and_then(|command| command.value.update.as_ref())
                .map(|item| self.object(&item.value)),
            sends: node.sends.as_ref().map(|sends| {
                let send = |send: &ast::Send<'s>| Send {
                    node: self.text(&send.node),
                    input: send.input.as_ref().map(|part| self.text(part)),
                };
                sends.value.iter().map(send).collect()
            }),
            sources: node.sources.as_ref().map(|names| self.texts(&names.value)),
            options: node.options.as_ref().map(|options| self.texts(&options.value)),
            checkpoint: self.item(node.checkpoint.as_ref()),
            timeout: node.timeout.as_ref().and_then(|timeout| timeout_milliseconds(&timeout.value.value)),
            retry: node.retry.as_ref().map(|item| self.object(&item.value)),
            metadata: node.metadata.as_ref().map(|item| self.object(&item.value)),
        }
    }

    fn routing(self, node: &ast::Node<'s>, edges: &Edges<'_, 's>) -> Routing {
        if let Some(routes) = &node.routes {
            let route =
                |route: &ast::Route<'s>| Route { label: self.text(&route.label), target: self.text(&route.target) };
            return Routing::Conditional(routes.value.iter().map(route).collect());
        }
        match next(node, edges) {
            Some(target) if target.text() != END => Routing::Next(self.text(target)),
            _ => Routing::Terminal,
        }
    }

    fn text(self, name: &Name<'s>) -> Text {
        (self.text)(&name.value)
    }

    fn texts(self, names: &[Name<'s>]) -> List<Text> {
        names.iter().map(|part| self.text(part)).collect()
    }

    fn item(self, item: Option<&Item<Name<'s>>>) -> Option<Text> {
        item.map(|item| self.text(&item.value))
    }

    fn fields(self, item: &Item<Vec<ast::Field<'s>>>) -> List<Field> {
        item.value
            .iter()
            .map(|field| Field { name: self.text(&field.name), type_name: self.text(&field.type_name) })
            .collect()
    }

    fn channel(self, channel: &ast::Channel<'s>) -> Channel {
        Channel {
            name: self.text(&channel.name),
            reducer: self.text(&channel.reducer),
            arguments: channel.arguments.iter().map(|argument| self.literal(&argument.value)).collect(),
        }
    }

    fn literal(self, value: &Value<'s>) -> Literal {
        match value {
            Value::String(text) | Value::Identifier(text) => Literal::Text((self.text)(text)),
            Value::Integer(number) => Literal::Integer(*number),
            Value::Float(number) => Literal::Float(*number),
            Value::Duration(milliseconds) => whole(*milliseconds),
        }
    }

    fn object(self, object: &ast::Object<'s>) -> Object {
        self.entries(object, |_, value| self.literal(value))
    }

    /// Converts the defaults of a graph, where `timeout` has the same syntax as in a node.
    fn defaults(self, object: &ast::Object<'s>) -> Object {
        self.entries(object, |key, value| match timeout_milliseconds(value) {
            Some(milliseconds) if key == "timeout" => whole(milliseconds),
            _ => self.literal(value),
        })
    }

    /// Converts the entries of an object, whose keys are unique after parsing.
    fn entries(self, object: &ast::Object<'s>, value: impl Fn(&str, &Value<'s>) -> Literal) -> Object {
        let entry = |entry: &ast::Entry<'s>| Entry {
            key: self.text(&entry.key),
            value: value(entry.key.text(), &entry.value.value),
        };
        Object::sorted(object.entries.iter().map(entry).collect())
    }

    /// Collects the spans, in the orders documented in [`BlueprintProvenance`].
    fn provenance(self, graph: &ast::Graph<'s>, edges: &Edges<'_, 's>) -> BlueprintProvenance {
        let span = |name: &Name<'_>| self.index.span(name.span);
        let mut edge_spans: Vec<Span> = Vec::new();
        for node in &graph.nodes {
            match &node.routes {
                Some(routes) => edge_spans.extend(routes.value.iter().map(|route| span(&route.target))),
                None => edge_spans.extend(next(node, edges).filter(|target| target.text() != END).map(span)),
            }
            edge_spans.extend(node.sends.iter().flat_map(|sends| &sends.value).map(|send| span(&send.node)));
            edge_spans.extend(node.sources.iter().flat_map(|sources| &sources.value).map(span));
        }
        edge_spans.extend(graph.joins.iter().flat_map(|join| &join.sources).map(span));
        let reducers = graph.channels.iter().map(|channel| &channel.reducer);
        let referred = graph.nodes.iter().flat_map(references).map(|(_, _, name)| name);
        BlueprintProvenance {
            source: Text::Owned(self.name.to_owned()),
            hash: Text::Owned(self.hash.to_owned()),
            origin: self.origin.clone(),
            nodes: graph.nodes.iter().map(|node| span(&node.name)).collect(),
            edges: edge_spans.into(),
            channels: graph.channels.iter().map(|channel| span(&channel.name)).collect(),
            references: reducers.chain(referred).map(span).collect(),
        }
    }
}

/// Returns the target of a node without `routes`, whichever syntax was used.
fn next<'a, 's>(node: &'a ast::Node<'s>, edges: &Edges<'a, 's>) -> Option<&'a Name<'s>> {
    let goto = node.command.as_ref().and_then(|command| command.value.goto.as_ref());
    let written = node.next.as_ref().or(goto).map(|item| &item.value);
    written.or_else(|| edges.get(node.name.text()).copied())
}

/// Converts milliseconds, which are below 2⁵³, to a literal.
fn whole(milliseconds: u64) -> Literal {
    Literal::Integer(milliseconds.cast_signed())
}
