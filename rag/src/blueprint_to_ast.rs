//! Converts a blueprint back to a syntax tree, so that the semantic checks for sources apply to blueprints too.
//!
//! The conversion also checks what the lexer and the parser rule out in a source, such as names that are not
//! identifiers.

use crate::ast::{self, Item, Name, Spanned, Value};
use crate::blueprint::{Blueprint, END, List, Literal, Node, Object, Routing, Text};
use crate::check::{self, Placed};
use crate::identifier::is_identifier;
use crate::raw_diagnostic::{DiagnosticKind, Place, RawDiagnostic};
use crate::reference::REFERENCE_KINDS;
use crate::report::{self, Places};
use crate::source::ByteSpan;
use crate::{CapabilityResolver, Report};
use std::borrow::Cow;
use vocabulary::{check_name, is_bidi_control};

impl CapabilityResolver {
    /// Checks a blueprint like a source. Diagnostics name nodes and fields instead of spans.
    pub fn check_blueprint(&self, blueprint: &Blueprint) -> Report {
        check(blueprint, self)
    }
}

fn check(blueprint: &Blueprint, resolver: &CapabilityResolver) -> Report {
    let mut converter = Converter { resolver, node: None, table: Vec::new(), diagnostics: Vec::new() };
    let graph = converter.graph(blueprint);
    let graphs = [Placed { file: 0, graph: &graph }];
    let mut diagnostics = converter.diagnostics;
    diagnostics.extend(check::check(&graphs, resolver));
    report::report(
        diagnostics,
        &Places::Blueprint { graph: &blueprint.graph, table: &converter.table },
        &graphs,
        resolver,
    )
}

/// Assigns each name an index instead of a span, and records the place that it stands for.
struct Converter<'b> {
    resolver: &'b CapabilityResolver,
    node: Option<&'b str>,
    table: Vec<(Option<&'b str>, &'static str)>,
    diagnostics: Vec<RawDiagnostic<'b>>,
}

impl<'b> Converter<'b> {
    fn place(&mut self, field: &'static str) -> ByteSpan {
        let number = self.table.len();
        self.table.push((self.node, field));
        ByteSpan::new(number, number)
    }

    fn spanned<T>(&mut self, field: &'static str, value: T) -> Spanned<T> {
        Spanned { value, span: self.place(field) }
    }

    fn report(&mut self, span: ByteSpan, kind: DiagnosticKind<'b>) {
        self.diagnostics.push(RawDiagnostic::at(0, span, kind));
    }

    /// Converts a reference to a node. A malformed name is reported only where the node is declared.
    fn node_name(&mut self, field: &'static str, text: &'b Text) -> Name<'b> {
        self.spanned(field, Cow::Borrowed(&**text))
    }

    fn node_names(&mut self, field: &'static str, list: &'b List<Text>) -> Vec<Name<'b>> {
        list.iter().map(|text| self.node_name(field, text)).collect()
    }

    /// Converts what a source writes as an identifier.
    fn identifier(&mut self, field: &'static str, text: &'b Text) -> Name<'b> {
        let name = self.string(field, text);
        if !is_identifier(text) && !text.contains(is_bidi_control) {
            self.report(name.span, DiagnosticKind::NotAnIdentifier { name: text });
        }
        name
    }

    /// Converts what a source writes as a string.
    fn string(&mut self, field: &'static str, text: &'b Text) -> Name<'b> {
        let name = self.spanned(field, Cow::Borrowed(&**text));
        if text.contains(is_bidi_control) {
            self.report(name.span, DiagnosticKind::DirectionControl);
        }
        name
    }

    fn strings(&mut self, field: &'static str, list: &'b List<Text>) -> Vec<Name<'b>> {
        list.iter().map(|text| self.string(field, text)).collect()
    }

    fn literal(&mut self, field: &'static str, literal: &'b Literal) {
        match literal {
            Literal::Text(text) => {
                self.string(field, text);
            }
            Literal::Float(number) if !number.is_finite() => {
                let span = self.place(field);
                let word = if number.is_nan() { "NaN" } else { "infinity" };
                self.report(span, DiagnosticKind::MalformedNumber { word });
            }
            Literal::Integer(_) | Literal::Float(_) => {}
        }
    }

    fn object(&mut self, field: &'static str, object: Option<&'b Object>) {
        for entry in object.into_iter().flat_map(Object::entries) {
            self.identifier(field, &entry.key);
            self.literal(field, &entry.value);
        }
    }

    fn identifier_item(&mut self, field: &'static str, text: Option<&'b Text>) -> Option<Item<Name<'b>>> {
        text.map(|text| item(self.identifier(field, text)))
    }

    fn string_item(&mut self, field: &'static str, text: Option<&'b Text>) -> Option<Item<Name<'b>>> {
        text.map(|text| item(self.string(field, text)))
    }

    fn string_list(&mut self, field: &'static str, list: Option<&'b List<Text>>) -> Option<Item<Vec<Name<'b>>>> {
        list.map(|list| {
            let span = self.place(field);
            Spanned { value: self.strings(field, list), span }
        })
    }

    fn graph(&mut self, blueprint: &'b Blueprint) -> ast::Graph<'b> {
        let mut graph = ast::Graph {
            name: self.identifier("graph", &blueprint.graph),
            start: Some(self.node_name("start", &blueprint.start)),
            ..ast::Graph::default()
        };
        self.object("metadata", blueprint.metadata.as_ref());
        self.object("defaults", blueprint.defaults.as_ref());
        graph.defaults = blueprint.defaults.as_ref().and_then(|defaults| defaults.get("timeout")).map(|timeout| {
            let key = self.spanned("defaults", Cow::Borrowed("timeout"));
            let value = self.spanned("defaults", timeout_value(timeout));
            self.spanned("defaults", ast::Object { entries: vec![ast::Entry { key, value }] })
        });
        self.allow(blueprint, &mut graph);
        graph.input = self.fields("input", blueprint.input.as_ref());
        graph.output = self.fields("output", blueprint.output.as_ref());
        graph.checkpoint = self.identifier_item("checkpoint", blueprint.checkpoint.as_ref());
        graph.interrupt = self.identifier_item("interrupt", blueprint.interrupt.as_ref());
        for channel in &*blueprint.channels {
            let name = self.identifier("channels", &channel.name);
            let reducer = self.reducer(&channel.reducer);
            channel.arguments.iter().for_each(|argument| self.literal("channels", argument));
            graph.channels.push(ast::Channel { name, reducer, arguments: Vec::new() });
        }
        for node in &*blueprint.nodes {
            self.node = Some(&node.name);
            let node = self.convert_node(node);
            graph.nodes.push(node);
        }
        self.node = None;
        for join in &*blueprint.joins {
            let sources = self.node_names("joins", &join.sources);
            graph.joins.push(ast::Join { sources, target: self.node_name("joins", &join.target) });
        }
        graph
    }

    fn allow(&mut self, blueprint: &'b Blueprint, graph: &mut ast::Graph<'b>) {
        for allow in &*blueprint.allow {
            let (kind, name) = (self.spanned("allow", allow.kind), allow.kind.plural());
            if !REFERENCE_KINDS.contains(&allow.kind) {
                self.report(kind.span, DiagnosticKind::UnknownPlural { name });
            } else if let Some(first) = graph.allow.iter().find(|first| first.kind.value == allow.kind) {
                let first = Place { file: 0, span: first.kind.span };
                self.report(kind.span, DiagnosticKind::DuplicateItem { name, first });
            } else {
                graph.allow.push(ast::Allow { kind, names: self.strings("allow", &allow.names) });
            }
        }
    }

    /// Converts a reducer. A source writes an identifier, but a canonical name that replaced an alias may be any name.
    fn reducer(&mut self, text: &'b Text) -> Name<'b> {
        let name = self.string("channels", text);
        if check_name(text).is_err() && !text.contains(is_bidi_control) {
            self.report(name.span, DiagnosticKind::NotAnIdentifier { name: text });
        }
        name
    }

    fn fields(
        &mut self,
        field: &'static str,
        list: Option<&'b List<crate::Field>>,
    ) -> Option<Item<Vec<ast::Field<'b>>>> {
        list.map(|list| {
            let convert = |declared: &'b crate::Field| ast::Field {
                name: self.identifier(field, &declared.name),
                type_name: self.identifier(field, &declared.type_name),
            };
            let value = list.iter().map(convert).collect();
            self.spanned(field, value)
        })
    }

    fn convert_node(&mut self, node: &'b Node) -> ast::Node<'b> {
        let mut converted = ast::Node {
            name: self.identifier("name", &node.name),
            kind: self.kind(node.kind.as_ref()),
            model: self.string_item("model", node.model.as_ref()),
            prompt: self.string_item("prompt", node.prompt.as_ref()),
            tools: self.string_list("tools", node.tools.as_ref()),
            agent: self.string_item("agent", node.agent.as_ref()),
            graph: self.string_item("graph", node.graph.as_ref()),
            script: self.string_item("script", node.script.as_ref()),
            input: self.string_item("input", node.input.as_ref()),
            options: self.string_list("options", node.options.as_ref()),
            checkpoint: self.identifier_item("checkpoint", node.checkpoint.as_ref()),
            ..ast::Node::default()
        };
        converted.sources = node.sources.as_ref().map(|sources| {
            let span = self.place("sources");
            Spanned { value: self.node_names("sources", sources), span }
        });
        self.object("update", node.update.as_ref());
        self.object("retry", node.retry.as_ref());
        self.object("metadata", node.metadata.as_ref());
        match &node.routing {
            Routing::Terminal => {}
            Routing::Next(target) => {
                let target = self.node_name("routing", target);
                if target.text() == END {
                    self.report(target.span, DiagnosticKind::EndIsNext);
                }
                converted.next = Some(item(target));
            }
            Routing::Conditional(routes) => {
                let route = |route: &'b crate::Route| ast::Route {
                    label: self.identifier("routing", &route.label),
                    target: self.node_name("routing", &route.target),
                };
                let routes = routes.iter().map(route).collect();
                converted.routes = Some(self.spanned("routing", routes));
            }
        }
        converted.sends = node.sends.as_ref().map(|sends| {
            let send = |send: &'b crate::Send| ast::Send {
                node: self.node_name("sends", &send.node),
                input: send.input.as_ref().map(|input| self.string("sends", input)),
            };
            let sends = sends.iter().map(send).collect();
            self.spanned("sends", sends)
        });
        converted.timeout = node.timeout.map(|milliseconds| {
            let value = self.spanned("timeout", Value::Duration(milliseconds));
            self.spanned("timeout", value)
        });
        converted
    }

    /// Converts a node kind. An unknown kind is reported only as unknown, not as malformed.
    fn kind(&mut self, kind: Option<&'b Text>) -> Option<Item<Name<'b>>> {
        kind.map(|kind| {
            let is_known = self.resolver.node_kinds().iter().any(|known| *known == **kind);
            item(if is_known { self.identifier("kind", kind) } else { self.string("kind", kind) })
        })
    }
}

fn item(value: Name<'_>) -> Item<Name<'_>> {
    Spanned { span: value.span, value }
}

/// Converts a timeout, which in a blueprint is always an integer number of milliseconds.
fn timeout_value(literal: &Literal) -> Value<'_> {
    match literal {
        Literal::Integer(milliseconds) => Value::Duration(u64::try_from(*milliseconds).unwrap_or_default()),
        Literal::Text(_) | Literal::Float(_) => Value::Identifier(Cow::Borrowed("")),
    }
}
