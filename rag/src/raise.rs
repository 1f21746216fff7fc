//! From a blueprint back to a syntax tree, so that the rules for sources check blueprints too.

use crate::ast::{self, Item, Name, Spanned, Value};
use crate::blueprint::{Blueprint, List, Literal, Node, Routing, Text};
use crate::check::{self, Placed};
use crate::report::{self, Places};
use crate::source::ByteSpan;
use crate::{CapabilityResolver, Report};
use std::borrow::Cow;

pub(crate) fn check(blueprint: &Blueprint, resolver: &CapabilityResolver) -> Report {
    let mut raised = Raised { node: None, table: Vec::new() };
    let graph = raised.graph(blueprint);
    let graphs = [Placed { file: 0, graph: &graph }];
    let problems = check::check(&graphs, resolver);
    report::report(problems, &Places::Blueprint { graph: &blueprint.graph, table: &raised.table }, &graphs, resolver)
}

/// Gives each name a number in place of a span, and keeps what the numbers stand for.
struct Raised<'b> {
    node: Option<&'b str>,
    table: Vec<(Option<&'b str>, &'static str)>,
}

impl<'b> Raised<'b> {
    fn place(&mut self, field: &'static str) -> ByteSpan {
        let number = self.table.len();
        self.table.push((self.node, field));
        ByteSpan::new(number, number)
    }

    fn spanned<T>(&mut self, field: &'static str, value: T) -> Spanned<T> {
        Spanned { value, span: self.place(field) }
    }

    fn name(&mut self, field: &'static str, text: &'b Text) -> Name<'b> {
        self.spanned(field, Cow::Borrowed(&**text))
    }

    fn names(&mut self, field: &'static str, list: &'b List<Text>) -> Vec<Name<'b>> {
        list.iter().map(|text| self.name(field, text)).collect()
    }

    fn item(&mut self, field: &'static str, text: Option<&'b Text>) -> Option<Item<Name<'b>>> {
        text.map(|text| {
            let value = self.name(field, text);
            Spanned { span: value.span, value }
        })
    }

    fn list(&mut self, field: &'static str, list: Option<&'b List<Text>>) -> Option<Item<Vec<Name<'b>>>> {
        list.map(|list| {
            let span = self.place(field);
            Spanned { value: self.names(field, list), span }
        })
    }

    fn graph(&mut self, blueprint: &'b Blueprint) -> ast::Graph<'b> {
        let mut graph = ast::Graph {
            name: self.name("graph", &blueprint.graph),
            start: Some(self.name("start", &blueprint.start)),
            ..ast::Graph::default()
        };
        graph.defaults = blueprint.defaults.as_ref().and_then(|defaults| defaults.get("timeout")).map(|timeout| {
            let key = self.spanned("defaults", Cow::Borrowed("timeout"));
            let value = self.spanned("defaults", timeout_value(timeout));
            self.spanned("defaults", ast::Object { entries: vec![ast::Entry { key, value }] })
        });
        for allow in &blueprint.allow {
            let kind = self.spanned("allow", allow.kind);
            graph.allow.push(ast::Allow { kind, names: self.names("allow", &allow.names) });
        }
        graph.input = self.fields("input", blueprint.input.as_ref());
        graph.output = self.fields("output", blueprint.output.as_ref());
        for channel in &blueprint.channels {
            let name = self.name("channels", &channel.name);
            let reducer = self.name("channels", &channel.reducer);
            graph.channels.push(ast::Channel { name, reducer, arguments: Vec::new() });
        }
        for node in &blueprint.nodes {
            self.node = Some(&node.name);
            let node = self.raise_node(node);
            graph.nodes.push(node);
        }
        self.node = None;
        for join in &blueprint.joins {
            let sources = self.names("joins", &join.sources);
            graph.joins.push(ast::Join { sources, target: self.name("joins", &join.target) });
        }
        graph
    }

    fn fields(
        &mut self,
        field: &'static str,
        list: Option<&'b List<crate::Field>>,
    ) -> Option<Item<Vec<ast::Field<'b>>>> {
        list.map(|list| {
            let raise = |written: &'b crate::Field| ast::Field {
                name: self.name(field, &written.name),
                type_name: self.name(field, &written.type_name),
            };
            let value = list.iter().map(raise).collect();
            self.spanned(field, value)
        })
    }

    fn raise_node(&mut self, node: &'b Node) -> ast::Node<'b> {
        let mut raised = ast::Node {
            name: self.name("name", &node.name),
            kind: self.item("kind", node.kind.as_ref()),
            model: self.item("model", node.model.as_ref()),
            prompt: self.item("prompt", node.prompt.as_ref()),
            tools: self.list("tools", node.tools.as_ref()),
            agent: self.item("agent", node.agent.as_ref()),
            graph: self.item("graph", node.graph.as_ref()),
            script: self.item("script", node.script.as_ref()),
            input: self.item("input", node.input.as_ref()),
            sources: self.list("sources", node.sources.as_ref()),
            options: self.list("options", node.options.as_ref()),
            ..ast::Node::default()
        };
        match &node.routing {
            Routing::Terminal => {}
            Routing::Next(target) => raised.next = self.item("routing", Some(target)),
            Routing::Conditional(routes) => {
                let route = |route: &'b crate::Route| ast::Route {
                    label: self.name("routing", &route.label),
                    target: self.name("routing", &route.target),
                };
                let routes = routes.iter().map(route).collect();
                raised.routes = Some(self.spanned("routing", routes));
            }
        }
        raised.sends = node.sends.as_ref().map(|sends| {
            let send = |send: &'b crate::Send| ast::Send { node: self.name("sends", &send.node), input: None };
            let sends = sends.iter().map(send).collect();
            self.spanned("sends", sends)
        });
        raised.timeout = node.timeout.map(|milliseconds| {
            let value = self.spanned("timeout", Value::Duration(milliseconds));
            self.spanned("timeout", value)
        });
        raised
    }
}

/// In a blueprint a timeout is a whole number of milliseconds, and nothing else.
fn timeout_value(literal: &Literal) -> Value<'_> {
    match literal {
        Literal::Integer(milliseconds) => Value::Duration(u64::try_from(*milliseconds).unwrap_or_default()),
        Literal::Text(_) | Literal::Float(_) => Value::Identifier(Cow::Borrowed("")),
    }
}
