//! Lowers a checked syntax tree to a blueprint.

use crate::ast::{self, Item, Name, Value};
use crate::blueprint::{
    Allow, Blueprint, BlueprintProvenance, Channel, Definition, END, Entry, Field, Join, List, Literal, Node, Object,
    Route, Routing, Schema, Send, Span, Text,
};
use crate::check::{references, timeout_milliseconds};
use crate::source::{LineIndex, Source};
use std::collections::HashMap;

/// The edge of each node that has one, by the name of the node.
type Edges<'a, 's> = HashMap<&'a str, &'a Name<'s>>;

pub(crate) fn lower(graph: &ast::Graph<'_>, source: &Source, hash: &str, index: &LineIndex) -> Blueprint {
    let edges: Edges<'_, '_> = graph.edges.iter().map(|edge| (edge.from.text(), &edge.target)).collect();
    let mut allow: Vec<Allow> =
        graph.allow.iter().map(|allow| Allow { kind: allow.kind.value, names: texts(&allow.names) }).collect();
    allow.sort_by_key(|allow| allow.kind);
    let definition = Definition {
        schema: Schema,
        graph: text(&graph.name),
        start: graph.start.as_ref().map(text).unwrap_or_default(),
        metadata: graph.metadata.as_ref().map(|item| object(&item.value)),
        defaults: graph.defaults.as_ref().map(|item| defaults(&item.value)),
        allow: allow.into(),
        input: graph.input.as_ref().map(fields),
        output: graph.output.as_ref().map(fields),
        checkpoint: item(graph.checkpoint.as_ref()),
        interrupt: item(graph.interrupt.as_ref()),
        channels: graph.channels.iter().map(channel).collect(),
        nodes: graph.nodes.iter().map(|node| lower_node(node, &edges)).collect(),
        joins: graph
            .joins
            .iter()
            .map(|join| Join { sources: texts(&join.sources), target: text(&join.target) })
            .collect(),
        provenance: Some(provenance(graph, &edges, source, hash, index)),
    };
    definition.into()
}

fn lower_node(node: &ast::Node<'_>, edges: &Edges<'_, '_>) -> Node {
    Node {
        name: text(&node.name),
        kind: item(node.kind.as_ref()),
        model: item(node.model.as_ref()),
        prompt: item(node.prompt.as_ref()),
        tools: node.tools.as_ref().map(|names| texts(&names.value)),
        agent: item(node.agent.as_ref()),
        graph: item(node.graph.as_ref()),
        script: item(node.script.as_ref()),
        input: item(node.input.as_ref()),
        routing: routing(node, edges),
        update: node.command.as_ref().and_then(|command| command.value.update.as_ref()).map(|item| object(&item.value)),
        sends: node.sends.as_ref().map(|sends| {
            let send = |send: &ast::Send<'_>| Send { node: text(&send.node), input: send.input.as_ref().map(text) };
            sends.value.iter().map(send).collect()
        }),
        sources: node.sources.as_ref().map(|names| texts(&names.value)),
        options: node.options.as_ref().map(|options| texts(&options.value)),
        checkpoint: item(node.checkpoint.as_ref()),
        timeout: node.timeout.as_ref().and_then(|timeout| timeout_milliseconds(&timeout.value.value)),
        retry: node.retry.as_ref().map(|item| object(&item.value)),
        metadata: node.metadata.as_ref().map(|item| object(&item.value)),
    }
}

fn routing(node: &ast::Node<'_>, edges: &Edges<'_, '_>) -> Routing {
    if let Some(routes) = &node.routes {
        let route = |route: &ast::Route<'_>| Route { label: text(&route.label), target: text(&route.target) };
        return Routing::Conditional(routes.value.iter().map(route).collect());
    }
    match next(node, edges) {
        Some(target) if target.text() != END => Routing::Next(text(target)),
        _ => Routing::Terminal,
    }
}

/// Returns the target of a node without `routes`, whichever syntax was used.
fn next<'a, 's>(node: &'a ast::Node<'s>, edges: &Edges<'a, 's>) -> Option<&'a Name<'s>> {
    let goto = node.command.as_ref().and_then(|command| command.value.goto.as_ref());
    let written = node.next.as_ref().or(goto).map(|item| &item.value);
    written.or_else(|| edges.get(node.name.text()).copied())
}

fn text(name: &Name<'_>) -> Text {
    Text::Owned(name.text().to_owned())
}

fn texts(names: &[Name<'_>]) -> List<Text> {
    names.iter().map(text).collect()
}

fn item(item: Option<&Item<Name<'_>>>) -> Option<Text> {
    item.map(|item| text(&item.value))
}

fn fields(item: &Item<Vec<ast::Field<'_>>>) -> List<Field> {
    item.value.iter().map(|field| Field { name: text(&field.name), type_name: text(&field.type_name) }).collect()
}

fn channel(channel: &ast::Channel<'_>) -> Channel {
    Channel {
        name: text(&channel.name),
        reducer: text(&channel.reducer),
        arguments: channel.arguments.iter().map(|argument| literal(&argument.value)).collect(),
    }
}

fn literal(value: &Value<'_>) -> Literal {
    match value {
        Value::String(text) | Value::Identifier(text) => Literal::Text(Text::Owned(text.clone().into_owned())),
        Value::Integer(number) => Literal::Integer(*number),
        Value::Float(number) => Literal::Float(*number),
        Value::Duration(milliseconds) => whole(*milliseconds),
    }
}

/// Converts milliseconds, which are below 2⁵³, to a literal.
fn whole(milliseconds: u64) -> Literal {
    Literal::Integer(milliseconds.cast_signed())
}

fn object(object: &ast::Object<'_>) -> Object {
    entries(object, |_, value| literal(value))
}

/// Converts the defaults of a graph, where `timeout` has the same syntax as in a node.
fn defaults(object: &ast::Object<'_>) -> Object {
    entries(object, |key, value| match timeout_milliseconds(value) {
        Some(milliseconds) if key == "timeout" => whole(milliseconds),
        _ => literal(value),
    })
}

/// Converts the entries of an object, whose keys are unique after parsing.
fn entries(object: &ast::Object<'_>, value: impl Fn(&str, &Value<'_>) -> Literal) -> Object {
    let entry =
        |entry: &ast::Entry<'_>| Entry { key: text(&entry.key), value: value(entry.key.text(), &entry.value.value) };
    Object::sorted(object.entries.iter().map(entry).collect())
}

/// Collects the spans, in the orders documented in [`BlueprintProvenance`].
fn provenance(
    graph: &ast::Graph<'_>,
    edges: &Edges<'_, '_>,
    source: &Source,
    hash: &str,
    index: &LineIndex,
) -> BlueprintProvenance {
    let span = |name: &Name<'_>| index.span(name.span);
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
        source: Text::Owned(source.name().to_owned()),
        hash: Text::Owned(hash.to_owned()),
        origin: source.origin().clone(),
        nodes: graph.nodes.iter().map(|node| span(&node.name)).collect(),
        edges: edge_spans.into(),
        channels: graph.channels.iter().map(|channel| span(&channel.name)).collect(),
        references: reducers.chain(referred).map(span).collect(),
    }
}
