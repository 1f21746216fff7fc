//! A blueprint as Rust text, for macros and build scripts that embed it.

use crate::blueprint::{
    Allow, Blueprint, BlueprintProvenance, Channel, Definition, Entry, Field, Join, Literal, Node, Object, Origin,
    Position, Route, Routing, Send, Span, Text,
};
use crate::embedded::{CONTINUES, LONG};
use std::collections::HashMap;
use std::mem::{replace, take};
use vocabulary::ComponentKind;

/// A constant expression of type [`Blueprint`]. `crate_path` is a path to this crate that is valid where the
/// expression will stand, such as `::rag`; everything else is reached through it.
///
/// The expression is short for the compiler's sake: the blueprint is its texts and some strings of bytes, which constant
/// functions read when the program is compiled to machine code.
///
/// ```
/// use registry::rag::testing::compile_graph;
///
/// let graph = compile_graph("graph g { start a node a { model \"default\" } }");
/// let code = rag::__private::expression(&graph, "::rag");
/// assert!(code.starts_with("{ use ::rag::__private::embedded as __e; "));
/// assert!(code.contains("default"));
/// ```
pub fn expression(blueprint: &Blueprint, crate_path: &str) -> String {
    let mut writer = Writer::default();
    let lengths = writer.definition(blueprint);
    let Writer { words, mut kinds, code, .. } = writer;
    let kinds = KINDS.map(|kind| kinds.remove(kind).unwrap_or_default());
    let (mut all_lengths, mut bytes) = (Vec::new(), Vec::new());
    for Kind { numbers, lists, pieces } in &kinds {
        let first = pieces.first();
        all_lengths.extend([first.map_or(0, |piece| piece.length), numbers.len()]);
        bytes.extend(first.iter().flat_map(|piece| &piece.code).chain(lists));
    }
    all_lengths.extend(lengths);
    bytes.extend(code);
    let (more, constant) = more(&kinds);
    let lengths: Vec<_> = all_lengths.iter().map(usize::to_string).collect();
    [
        format!("{{ use {crate_path}::__private::embedded as __e; struct __Code<const N: __e::Size>; "),
        "impl<const N: __e::Size> __e::Coded for __Code<N> { const CODE: __e::Code = __e::Code { ".to_owned(),
        format!("words: &{:?}, more: &[{more}], bytes: {} }}; {constant}}} ", words.all, literal(&bytes)),
        format!("__e::Decoded::<__Code<0>, {}>::BLUEPRINT }}", lengths.join(", ")),
    ]
    .concat()
}

/// The pieces behind the first one of each kind, and the constant that they are read into.
fn more(kinds: &[Kind; 6]) -> (String, String) {
    let mut more = Vec::new();
    let fields = KINDS.iter().zip(kinds).map(|(name, kind)| {
        let piece = |Elements { length, code }: &Elements| {
            more.push(literal(code));
            format!("__e::Piece::<Self, {}, {length}>::{}", more.len() - 1, name.to_uppercase())
        };
        format!("{name}: &[{}], ", kind.pieces.iter().skip(1).map(piece).collect::<Vec<_>>().join(", "))
    });
    let constant = format!("const MORE: __e::Pieces = __e::Pieces {{ {}}}; ", fields.collect::<String>());
    if more.is_empty() { Default::default() } else { (more.join(", "), constant) }
}

fn literal(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

/// The texts of a blueprint, each once.
#[derive(Default)]
struct Words<'b> {
    numbers: HashMap<&'b str, usize>,
    all: Vec<&'b str>,
}

/// The kinds of lists whose elements have no lists, as [`embedded::Pieces`](crate::embedded::Pieces) names them.
const KINDS: [&str; 6] = ["texts", "literals", "entries", "fields", "routes", "sends"];

/// Lists of one kind, each once.
#[derive(Default)]
struct Kind {
    numbers: HashMap<Vec<u8>, usize>,
    /// Piece, start and length of each list.
    lists: Vec<u8>,
    pieces: Vec<Elements>,
}

/// So many elements, and their code.
struct Elements {
    length: usize,
    code: Vec<u8>,
}

/// A piece has no more elements than this, unless it is one list.
const MOST_ELEMENTS: usize = 64;

impl Kind {
    /// The number of the list of this code.
    fn number(&mut self, length: usize, code: Vec<u8>) -> usize {
        if let Some(number) = self.numbers.get(&code) {
            return *number;
        }
        let start = match self.pieces.last_mut() {
            Some(piece) if piece.length + length <= MOST_ELEMENTS => {
                piece.code.extend(&code);
                piece.length += length;
                piece.length - length
            }
            _ => {
                self.pieces.push(Elements { length, code: code.clone() });
                0
            }
        };
        for part in [self.pieces.len() - 1, start, length] {
            write_number(&mut self.lists, part as u64);
        }
        let number = self.numbers.len();
        self.numbers.insert(code, number);
        number
    }
}

/// Seven bits a byte, the lowest first.
fn write_number(code: &mut Vec<u8>, mut number: u64) {
    while number >= u64::from(CONTINUES) {
        code.push(number.to_le_bytes()[0] | CONTINUES);
        number >>= 7;
    }
    code.push(number.to_le_bytes()[0]);
}

/// Writes what [`embedded`](crate::embedded) reads, by methods of the same names.
#[derive(Default)]
struct Writer<'b> {
    words: Words<'b>,
    kinds: HashMap<&'static str, Kind>,
    code: Vec<u8>,
    /// Where the last span began.
    last: Position,
}

impl<'b> Writer<'b> {
    fn number(&mut self, number: u64) {
        write_number(&mut self.code, number);
    }

    fn index(&mut self, index: usize) {
        self.number(index as u64);
    }

    /// Which of the parts that may be left out are given.
    fn given<const PARTS: usize>(&mut self, given: [bool; PARTS]) {
        self.number(given.into_iter().rev().fold(0, |bits, given| bits << 1 | u64::from(given)));
    }

    /// The parts that are given, one behind the other.
    fn parts<P: 'b + ?Sized>(&mut self, parts: impl IntoIterator<Item = &'b P>, write: fn(&mut Self, &'b P)) {
        for part in parts {
            write(self, part);
        }
    }

    /// The number of a list.
    fn list<T>(&mut self, kind: &'static str, list: &'b [T], write: fn(&mut Self, &'b T)) {
        let code = take(&mut self.code);
        self.parts(list, write);
        let code = replace(&mut self.code, code);
        let number = self.kinds.entry(kind).or_default().number(list.len(), code);
        self.index(number);
    }

    fn text(&mut self, text: &'b Text) {
        let Words { numbers, all } = &mut self.words;
        let number = *numbers.entry(text).or_insert_with(|| {
            all.push(text);
            all.len() - 1
        });
        self.index(number);
    }

    fn texts(&mut self, texts: &'b [Text]) {
        self.list("texts", texts, Self::text);
    }

    fn literal(&mut self, literal: &'b Literal) {
        match literal {
            Literal::Text(text) => {
                self.number(0);
                self.text(text);
            }
            Literal::Integer(integer) => {
                self.number(1);
                self.number(integer.cast_unsigned());
            }
            Literal::Float(float) => {
                self.number(2);
                self.number(float.to_bits());
            }
        }
    }

    fn entry(&mut self, Entry { key, value }: &'b Entry) {
        self.text(key);
        self.literal(value);
    }

    fn object(&mut self, object: &'b Object) {
        self.list("entries", object.entries(), Self::entry);
    }

    fn field(&mut self, Field { name, type_name }: &'b Field) {
        self.text(name);
        self.text(type_name);
    }

    fn fields(&mut self, fields: &'b [Field]) {
        self.list("fields", fields, Self::field);
    }

    fn route(&mut self, Route { label, target }: &'b Route) {
        self.text(label);
        self.text(target);
    }

    fn send(&mut self, Send { node, input }: &'b Send) {
        self.given([input.is_some()]);
        self.text(node);
        self.parts(input, Self::text);
    }

    fn span(&mut self, Span { start, end }: &'b Span) {
        let short = [
            start.byte.checked_sub(self.last.byte),
            start.line.checked_sub(self.last.line),
            Some(start.column),
            end.byte.checked_sub(start.byte),
        ];
        let short = short.map(|number| number.and_then(|number| u8::try_from(number).ok()));
        let in_one_line =
            (end.line, end.column) == (start.line, start.column.saturating_add(end.byte.saturating_sub(start.byte)));
        match short {
            [Some(bytes), Some(lines), Some(column), Some(length)] if bytes != LONG && in_one_line => {
                self.code.extend([bytes, lines, column, length]);
            }
            _ => {
                self.code.push(LONG);
                for number in [start.byte, start.line, start.column, end.byte, end.line, end.column] {
                    self.number(number.into());
                }
            }
        }
        self.last = *start;
    }

    fn allow(&mut self, Allow { kind, names }: &'b Allow) {
        self.index(ComponentKind::ALL.into_iter().take_while(|other| other != kind).count());
        self.texts(names);
    }

    fn channel(&mut self, Channel { name, reducer, arguments }: &'b Channel) {
        self.text(name);
        self.text(reducer);
        self.list("literals", arguments, Self::literal);
    }

    fn join(&mut self, Join { sources, target }: &'b Join) {
        self.texts(sources);
        self.text(target);
    }

    fn node(&mut self, node: &'b Node) {
        let Node { name, kind, model, prompt, tools, agent, graph, script, input, routing, .. } = node;
        let Node { update, sends, sources, options, checkpoint, timeout, retry, metadata, .. } = node;
        self.given([
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
        ]);
        self.text(name);
        self.parts([kind, model, prompt].into_iter().flatten(), Self::text);
        self.parts(tools.as_deref(), Self::texts);
        self.parts([agent, graph, script, input].into_iter().flatten(), Self::text);
        self.routing(routing);
        self.parts(update, Self::object);
        self.parts(sends.as_deref(), |writer, sends| writer.list("sends", sends, Self::send));
        self.parts([sources, options].into_iter().filter_map(|texts| texts.as_deref()), Self::texts);
        self.parts(checkpoint, Self::text);
        if let Some(milliseconds) = timeout {
            self.number(*milliseconds);
        }
        self.parts([retry, metadata].into_iter().flatten(), Self::object);
    }

    fn routing(&mut self, routing: &'b Routing) {
        match routing {
            Routing::Terminal => self.number(0),
            Routing::Next(target) => {
                self.number(1);
                self.text(target);
            }
            Routing::Conditional(routes) => {
                self.number(2);
                self.list("routes", routes, Self::route);
            }
        }
    }

    fn provenance(&mut self, provenance: &'b BlueprintProvenance) {
        let BlueprintProvenance { source, hash, origin, nodes, edges, channels, references: _ } = provenance;
        let by = match origin {
            Origin::File => None,
            Origin::Generated(by) => Some(by),
        };
        self.given([by.is_some()]);
        self.parts([source, hash].into_iter().chain(by), Self::text);
        // The last list is what remains of the spans.
        for spans in [nodes, edges, channels] {
            self.index(spans.len());
        }
    }

    /// The lists and the rest of the definition. Returns the lengths of the lists.
    fn definition(&mut self, definition: &'b Definition) -> [usize; 5] {
        let Definition { schema: _, graph, start, metadata, defaults, allow, input, output, .. } = definition;
        let Definition { checkpoint, interrupt, channels, nodes, joins, provenance, .. } = definition;
        let spans = provenance.iter().flat_map(|provenance| {
            let BlueprintProvenance { nodes, edges, channels, references, .. } = provenance;
            [nodes, edges, channels, references].into_iter().flat_map(|spans| spans.iter())
        });
        self.parts(spans.clone(), Self::span);
        self.parts(&**allow, Self::allow);
        self.parts(&**channels, Self::channel);
        self.parts(&**joins, Self::join);
        self.parts(&**nodes, Self::node);
        self.given([
            metadata.is_some(),
            defaults.is_some(),
            input.is_some(),
            output.is_some(),
            checkpoint.is_some(),
            interrupt.is_some(),
            provenance.is_some(),
        ]);
        self.parts([graph, start], Self::text);
        self.parts([metadata, defaults].into_iter().flatten(), Self::object);
        self.parts([input, output].into_iter().filter_map(|fields| fields.as_deref()), Self::fields);
        self.parts([checkpoint, interrupt].into_iter().flatten(), Self::text);
        self.parts(provenance, Self::provenance);
        [spans.count(), allow.len(), channels.len(), joins.len(), nodes.len()]
    }
}
