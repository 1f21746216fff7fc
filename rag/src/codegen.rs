//! A blueprint as Rust text, for macros and build scripts that embed it.

use crate::blueprint::{
    Allow, Blueprint, Channel, Entry, Field, Join, Literal, Node, Object, Origin, Provenance, Routing, Span, Text,
};
use crate::embedded::{LONG, MORE, MOST};
use std::collections::HashMap;
use std::fmt;

/// A constant expression of type [`Blueprint`]. `crate_path` is a path to this crate that is valid where the
/// expression will stand, such as `::rag`; everything else is reached through it.
///
/// The expression is short for the compiler's sake: nodes and spans are bytes, which constant functions read while the
/// program compiles. A number in the provenance that is above 2²¹ − 1, as in no source of permitted size, becomes that.
///
/// ```
/// use rag::testing::compile_graph;
///
/// let graph = compile_graph("graph g { start a node a { model \"default\" } }");
/// let code = rag::codegen::expression(&graph, "::rag");
/// assert!(code.starts_with("{ use ::rag::__private::embedded as __e; "));
/// assert!(code.contains("default"));
/// ```
pub fn expression(blueprint: &Blueprint, crate_path: &str) -> String {
    let mut lists = Lists::default();
    let mut nodes = Code::default();
    blueprint.nodes.iter().for_each(|node| lists.node(&mut nodes, node));
    let mut spans = Spans::default();
    let fields = blueprint_fields(blueprint, &mut spans);
    let Lists { words, texts, entries, routes, sends } = lists;
    let Spans { code: span_code, count, counts, .. } = spans;
    [
        format!("{{ use {crate_path}::__private::embedded as __e; "),
        "struct E<T>(__e::PhantomData<T>); impl<T> __e::Embedded for E<T> { const LISTS: __e::Lists = __e::Lists { "
            .to_owned(),
        words.field("words"),
        texts.field("texts"),
        entries.field("entries"),
        routes.field("routes"),
        sends.field("sends"),
        "}; ".to_owned(),
        format!(
            "const NODES: &'static [__e::Node] = &__e::nodes::<{}>(&Self::LISTS, {nodes}); ",
            blueprint.nodes.len()
        ),
        format!("const SPANS: &'static [__e::Span] = &__e::spans::<{count}>({span_code}); "),
        format!("const COUNTS: __e::Counts = {counts:?}; }} "),
        format!("const {{ {} }} }}", record("Blueprint", &fields)),
    ]
    .concat()
}

/// Every field, since to take the others from a constant would cost the compiler more.
fn blueprint_fields(blueprint: &Blueprint, spans: &mut Spans) -> [(&'static str, String); 14] {
    fn some<T>(value: Option<T>, print: impl FnOnce(T) -> String) -> String {
        value.map_or_else(|| "__e::None".to_owned(), |value| format!("__e::Some({})", print(value)))
    }
    let fields = |fields: &[Field]| {
        list(fields, |Field { name, type_name }| {
            record("Field", &[("name", text(name)), ("type_name", text(type_name))])
        })
    };
    let allow = |allow: &Allow| {
        let kind = format!("__e::ComponentKind::{:?}", allow.kind);
        record("Allow", &[("kind", kind), ("names", list(&allow.names, text))])
    };
    let channel = |Channel { name, reducer, arguments }: &Channel| {
        record("Channel", &[("name", text(name)), ("reducer", text(reducer)), ("arguments", list(arguments, literal))])
    };
    let join =
        |Join { sources, target }: &Join| record("Join", &[("sources", list(sources, text)), ("target", text(target))]);
    [
        ("schema", "__e::Schema".to_owned()),
        ("graph", text(&blueprint.graph)),
        ("start", text(&blueprint.start)),
        ("metadata", some(blueprint.metadata.as_ref(), object)),
        ("defaults", some(blueprint.defaults.as_ref(), object)),
        ("allow", list(&blueprint.allow, allow)),
        ("input", some(blueprint.input.as_deref(), fields)),
        ("output", some(blueprint.output.as_deref(), fields)),
        ("checkpoint", some(blueprint.checkpoint.as_ref(), text)),
        ("interrupt", some(blueprint.interrupt.as_ref(), text)),
        ("channels", list(&blueprint.channels, channel)),
        ("nodes", "__e::nodes_of::<E<()>>()".to_owned()),
        ("joins", list(&blueprint.joins, join)),
        ("provenance", some(blueprint.provenance.as_ref(), |provenance| spans.provenance(provenance))),
    ]
}

fn record(name: &str, fields: &[(&str, String)]) -> String {
    let fields: Vec<_> = fields.iter().map(|(field, value)| format!("{field}: {value}")).collect();
    format!("__e::{name} {{ {} }}", fields.join(", "))
}

fn text(text: &Text) -> String {
    format!("__e::text({text:?})")
}

fn slice<T>(list: &[T], print: impl Fn(&T) -> String) -> String {
    let elements: Vec<_> = list.iter().map(print).collect();
    format!("&[{}]", elements.join(", "))
}

fn list<T>(elements: &[T], print: impl Fn(&T) -> String) -> String {
    format!("__e::List::Borrowed({})", slice(elements, print))
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Text(value) => format!("__e::Literal::Text({})", text(value)),
        Literal::Integer(number) => format!("__e::Literal::Integer({number}i64)"),
        Literal::Float(number) => format!("__e::Literal::Float({number:?}f64)"),
    }
}

fn entry(Entry { key, value }: &Entry) -> String {
    format!("__e::entry({key:?}, {})", literal(value))
}

fn object(object: &Object) -> String {
    record("Object", &[("sorted", list(object.entries(), entry))])
}

/// Expressions of one type, each once, that are referred to by number.
#[derive(Default)]
struct Table {
    all: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Table {
    fn number(&mut self, expression: String) -> usize {
        let next = self.all.len();
        *self.numbers.entry(expression).or_insert_with_key(|expression| {
            self.all.push(expression.clone());
            next
        })
    }

    fn field(&self, name: &str) -> String {
        format!("{name}: &[{}], ", self.all.join(", "))
    }
}

/// Numbers as [`embedded`](crate::embedded) reads them. It shows itself as a byte string.
#[derive(Default)]
struct Code(Vec<u8>);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

impl Code {
    /// Writes a number that is at most [`MOST`], as everything is that is counted in a source.
    fn number(&mut self, number: u32) {
        let more = u64::from(MORE);
        let (number, mut rest) = (u64::from(number), u64::from(number) / more);
        if rest == 0 {
            return self.digit(number);
        }
        self.digit(number % more + more);
        if rest >= more {
            self.digit(rest % more + more);
            rest /= more;
        }
        self.digit(rest);
    }

    fn digit(&mut self, digit: u64) {
        self.0.push(digit.to_le_bytes()[0]);
    }

    fn index(&mut self, index: usize) {
        self.number(u32::try_from(index).unwrap_or(MOST));
    }
}

/// The lists of a blueprint.
#[derive(Default)]
struct Lists {
    words: Table,
    texts: Table,
    entries: Table,
    routes: Table,
    sends: Table,
}

impl Lists {
    /// A node: first which of its optional parts are given, as bits in the order of the fields, then those parts.
    fn node(&mut self, code: &mut Code, node: &Node) {
        let Node { kind, model, prompt, tools, agent, graph, script, input, .. } = node;
        let Node { update, sends, sources, options, checkpoint, timeout, retry, metadata, .. } = node;
        let given = [
            kind.is_some(),
            model.is_some(),
            prompt.is_some(),
            tools.is_some(),
            agent.is_some(),
            graph.is_some(),
            script.is_some(),
            input.is_some(),
            update.is_some(),
            sends.is_some(),
            sources.is_some(),
            options.is_some(),
            checkpoint.is_some(),
            timeout.is_some(),
            retry.is_some(),
            metadata.is_some(),
        ];
        let (common, more) = given.split_at(8);
        code.0
            .extend([common, more].map(|given| given.iter().rev().fold(0, |bits, given| bits << 1 | u8::from(*given))));
        self.words(code, [Some(&node.name), kind.as_ref(), model.as_ref(), prompt.as_ref()]);
        self.texts(code, tools.as_deref());
        self.words(code, [agent, graph, script, input].map(Option::as_ref));
        match &node.routing {
            Routing::Terminal => code.number(0),
            Routing::Next(target) => {
                code.number(1);
                self.words(code, [Some(target)]);
            }
            Routing::Conditional(routes) => {
                code.number(2);
                let routes = slice(routes, |route| format!("__e::route({:?}, {:?})", route.label, route.target));
                code.index(self.routes.number(routes));
            }
        }
        self.entries(code, update.as_ref());
        if let Some(sends) = sends {
            let input = |input: Option<&Text>| {
                input.map_or_else(|| "__e::None".to_owned(), |input| format!("__e::Some({})", text(input)))
            };
            let sends = slice(sends, |send| {
                record("Send", &[("node", text(&send.node)), ("input", input(send.input.as_ref()))])
            });
            code.index(self.sends.number(sends));
        }
        self.texts(code, sources.as_deref());
        self.texts(code, options.as_deref());
        self.words(code, [checkpoint.as_ref()]);
        if let Some(milliseconds) = timeout {
            for part in [*milliseconds, milliseconds >> 21, milliseconds >> 42] {
                code.number(u32::try_from(part & u64::from(MOST)).unwrap_or(MOST));
            }
        }
        self.entries(code, retry.as_ref());
        self.entries(code, metadata.as_ref());
    }

    fn words<const COUNT: usize>(&mut self, code: &mut Code, words: [Option<&Text>; COUNT]) {
        for word in words.into_iter().flatten() {
            code.index(self.words.number(format!("{word:?}")));
        }
    }

    fn texts(&mut self, code: &mut Code, texts: Option<&[Text]>) {
        if let Some(texts) = texts {
            code.index(self.texts.number(slice(texts, text)));
        }
    }

    fn entries(&mut self, code: &mut Code, object: Option<&Object>) {
        if let Some(object) = object {
            code.index(self.entries.number(slice(object.entries(), entry)));
        }
    }
}

/// The spans of a provenance.
#[derive(Default)]
struct Spans {
    code: Code,
    count: usize,
    /// How many of them are of nodes, edges, channels and references.
    counts: [usize; 4],
    /// Byte and line of the last one's start.
    last: (u32, u32),
}

impl Spans {
    fn provenance(&mut self, provenance: &Provenance) -> String {
        let origin = match &provenance.origin {
            Origin::File => "__e::Origin::File".to_owned(),
            Origin::Generated(by) => format!("__e::Origin::Generated({})", text(by)),
        };
        let Provenance { source, hash, nodes, edges, channels, references, .. } = provenance;
        self.counts = [nodes, edges, channels, references].map(|spans| {
            spans.iter().for_each(|span| self.span(*span));
            spans.len()
        });
        format!("__e::provenance::<E<()>>({source:?}, {hash:?}, {origin})")
    }

    fn span(&mut self, Span { start, end }: Span) {
        let (byte, line) = self.last;
        let short = [
            start.byte.checked_sub(byte),
            start.line.checked_sub(line),
            Some(start.column),
            end.byte.checked_sub(start.byte),
        ];
        let short = short.map(|number| number.and_then(|number| u8::try_from(number).ok()));
        let in_one_line =
            (end.line, end.column) == (start.line, start.column.saturating_add(end.byte.saturating_sub(start.byte)));
        match short {
            [Some(bytes), Some(lines), Some(column), Some(length)] if bytes != LONG && in_one_line => {
                self.code.0.extend([bytes, lines, column, length]);
                self.last = (start.byte, start.line);
            }
            _ => {
                self.code.0.push(LONG);
                for number in [start.byte, start.line, start.column, end.byte, end.line, end.column] {
                    self.code.number(number.min(MOST));
                }
                self.last = (start.byte.min(MOST), start.line.min(MOST));
            }
        }
        self.count += 1;
    }
}
