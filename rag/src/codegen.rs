//! A blueprint as Rust text, for macros and build scripts that embed it.

use crate::blueprint::{
    Allow, Blueprint, Channel, Entry, Field, Join, Literal, Node, Object, Origin, Position, Provenance, Route, Routing,
    Send, Span, Text,
};

/// A constant expression of type [`Blueprint`]. `crate_path` is a path to this crate that is valid where the
/// expression will stand, such as `::rag`; everything else is reached through it.
///
/// ```
/// use rag::testing::compile_graph;
///
/// let graph = compile_graph("graph g { start a node a { model \"default\" } }");
/// let code = rag::codegen::expression(&graph, "::rag");
/// assert!(code.starts_with("::rag::Blueprint { schema: ::rag::Schema, graph: ::rag::Text::Borrowed(\"g\"), "));
/// ```
pub fn expression(blueprint: &Blueprint, crate_path: &str) -> String {
    Printer { path: crate_path }.blueprint(blueprint)
}

/// Prints each type as an expression. Names are absolute, so that nothing in scope can change their meaning.
struct Printer<'p> {
    path: &'p str,
}

impl Printer<'_> {
    fn record(&self, name: &str, fields: &[(&str, String)]) -> String {
        let fields: Vec<_> = fields.iter().map(|(field, value)| format!("{field}: {value}")).collect();
        format!("{}::{name} {{ {} }}", self.path, fields.join(", "))
    }

    fn text(&self, text: &Text) -> String {
        format!("{}::Text::Borrowed({text:?})", self.path)
    }

    fn list<T>(&self, list: &[T], print: impl Fn(&T) -> String) -> String {
        let elements: Vec<_> = list.iter().map(print).collect();
        format!("{}::List::Borrowed(&[{}])", self.path, elements.join(", "))
    }

    fn texts(&self, list: &[Text]) -> String {
        self.list(list, |text| self.text(text))
    }

    fn option<T>(&self, value: Option<&T>, print: impl Fn(&T) -> String) -> String {
        let option = format!("{}::__private::core::option::Option", self.path);
        match value {
            Some(value) => format!("{option}::Some({})", print(value)),
            None => format!("{option}::None"),
        }
    }

    fn optional_text(&self, value: Option<&Text>) -> String {
        self.option(value, |text| self.text(text))
    }

    fn literal(&self, literal: &Literal) -> String {
        match literal {
            Literal::Text(text) => format!("{}::Literal::Text({})", self.path, self.text(text)),
            Literal::Integer(number) => format!("{}::Literal::Integer({number}i64)", self.path),
            Literal::Float(number) => format!("{}::Literal::Float({number:?}f64)", self.path),
        }
    }

    fn object(&self, object: &Object) -> String {
        let entry = |entry: &Entry| {
            self.record("Entry", &[("key", self.text(&entry.key)), ("value", self.literal(&entry.value))])
        };
        self.record("Object", &[("sorted", self.list(object.entries(), entry))])
    }

    fn optional_object(&self, value: Option<&Object>) -> String {
        self.option(value, |object| self.object(object))
    }

    fn blueprint(&self, blueprint: &Blueprint) -> String {
        let fields = |list: &crate::List<Field>| {
            self.list(list, |field| {
                self.record("Field", &[("name", self.text(&field.name)), ("type_name", self.text(&field.type_name))])
            })
        };
        self.record(
            "Blueprint",
            &[
                ("schema", format!("{}::Schema", self.path)),
                ("graph", self.text(&blueprint.graph)),
                ("start", self.text(&blueprint.start)),
                ("metadata", self.optional_object(blueprint.metadata.as_ref())),
                ("defaults", self.optional_object(blueprint.defaults.as_ref())),
                ("allow", self.list(&blueprint.allow, |allow| self.allow(allow))),
                ("input", self.option(blueprint.input.as_ref(), fields)),
                ("output", self.option(blueprint.output.as_ref(), fields)),
                ("checkpoint", self.optional_text(blueprint.checkpoint.as_ref())),
                ("interrupt", self.optional_text(blueprint.interrupt.as_ref())),
                ("channels", self.list(&blueprint.channels, |channel| self.channel(channel))),
                ("nodes", self.list(&blueprint.nodes, |node| self.node(node))),
                ("joins", self.list(&blueprint.joins, |join| self.join(join))),
                ("provenance", self.option(blueprint.provenance.as_ref(), |provenance| self.provenance(provenance))),
            ],
        )
    }

    fn allow(&self, Allow { kind, names }: &Allow) -> String {
        let kind = format!("{}::ComponentKind::{kind:?}", self.path);
        self.record("Allow", &[("kind", kind), ("names", self.texts(names))])
    }

    fn channel(&self, Channel { name, reducer, arguments }: &Channel) -> String {
        self.record(
            "Channel",
            &[
                ("name", self.text(name)),
                ("reducer", self.text(reducer)),
                ("arguments", self.list(arguments, |argument| self.literal(argument))),
            ],
        )
    }

    fn join(&self, Join { sources, target }: &Join) -> String {
        self.record("Join", &[("sources", self.texts(sources)), ("target", self.text(target))])
    }

    fn node(&self, node: &Node) -> String {
        let texts = |list: &crate::List<Text>| self.texts(list);
        let send = |send: &Send| {
            self.record("Send", &[("node", self.text(&send.node)), ("input", self.optional_text(send.input.as_ref()))])
        };
        self.record(
            "Node",
            &[
                ("name", self.text(&node.name)),
                ("kind", self.optional_text(node.kind.as_ref())),
                ("model", self.optional_text(node.model.as_ref())),
                ("prompt", self.optional_text(node.prompt.as_ref())),
                ("tools", self.option(node.tools.as_ref(), texts)),
                ("agent", self.optional_text(node.agent.as_ref())),
                ("graph", self.optional_text(node.graph.as_ref())),
                ("script", self.optional_text(node.script.as_ref())),
                ("input", self.optional_text(node.input.as_ref())),
                ("routing", self.routing(&node.routing)),
                ("update", self.optional_object(node.update.as_ref())),
                ("sends", self.option(node.sends.as_ref(), |sends| self.list(sends, send))),
                ("sources", self.option(node.sources.as_ref(), texts)),
                ("options", self.option(node.options.as_ref(), texts)),
                ("checkpoint", self.optional_text(node.checkpoint.as_ref())),
                ("timeout", self.option(node.timeout.as_ref(), |milliseconds| format!("{milliseconds}u64"))),
                ("retry", self.optional_object(node.retry.as_ref())),
                ("metadata", self.optional_object(node.metadata.as_ref())),
            ],
        )
    }

    fn routing(&self, routing: &Routing) -> String {
        let route = |route: &Route| {
            self.record("Route", &[("label", self.text(&route.label)), ("target", self.text(&route.target))])
        };
        match routing {
            Routing::Conditional(routes) => {
                format!("{}::Routing::Conditional({})", self.path, self.list(routes, route))
            }
            Routing::Next(target) => format!("{}::Routing::Next({})", self.path, self.text(target)),
            Routing::Terminal => format!("{}::Routing::Terminal", self.path),
        }
    }

    fn provenance(&self, provenance: &Provenance) -> String {
        let origin = match &provenance.origin {
            Origin::File => format!("{}::Origin::File", self.path),
            Origin::Generated(by) => format!("{}::Origin::Generated({})", self.path, self.text(by)),
        };
        let spans = |spans: &[Span]| self.list(spans, |span| self.span(*span));
        self.record(
            "Provenance",
            &[
                ("source", self.text(&provenance.source)),
                ("hash", self.text(&provenance.hash)),
                ("origin", origin),
                ("nodes", spans(&provenance.nodes)),
                ("edges", spans(&provenance.edges)),
                ("channels", spans(&provenance.channels)),
                ("references", spans(&provenance.references)),
            ],
        )
    }

    fn span(&self, span: Span) -> String {
        let [start, end] = [span.start, span.end].map(|Position { byte, line, column }| {
            let number = |number: u32| format!("{number}u32");
            self.record("Position", &[("byte", number(byte)), ("line", number(line)), ("column", number(column))])
        });
        self.record("Span", &[("start", start), ("end", end)])
    }
}
