//! What an embedded blueprint is made of: constant functions and names for what [`codegen`](crate::codegen) writes.
//!
//! Nodes and spans are most of a blueprint, and rustc reads a byte string much faster than the thousands of expressions
//! that it stands for. These functions turn the bytes back while the program compiles: what they cannot read is an error
//! of the compiler. The compiler's interpreter is slow, so it runs them only for machine code, not for `cargo check`.

pub use crate::ComponentKind;
pub use crate::blueprint::{
    Allow, Blueprint, Channel, Entry, Field, Join, List, Literal, Node, Object, Origin, Position, Provenance, Route,
    Routing, Schema, Send, Span, Text,
};
pub use std::marker::PhantomData;
pub use std::option::Option::{None, Some};

use std::mem::{ManuallyDrop, replace};

/// A text of the table of words.
pub type Word = &'static str;

/// What the nodes of a blueprint refer to by number.
#[derive(Debug)]
pub struct Lists {
    /// Every text.
    pub words: &'static [Word],
    /// Tools, sources and options.
    pub texts: &'static [&'static [Text]],
    /// The entries of objects.
    pub entries: &'static [&'static [Entry]],
    /// The routes of a node.
    pub routes: &'static [&'static [Route]],
    /// The sends of a node.
    pub sends: &'static [&'static [Send]],
}

/// A text. For the compiler the call of a function is less work than the name of a generic enum's variant.
#[must_use]
pub const fn text(text: Word) -> Text {
    Text::Borrowed(text)
}

/// A route by its label and target.
#[must_use]
pub const fn route(label: Word, target: Word) -> Route {
    Route { label: Text::Borrowed(label), target: Text::Borrowed(target) }
}

/// An entry of an object.
#[must_use]
pub const fn entry(key: Word, value: Literal) -> Entry {
    Entry { key: Text::Borrowed(key), value }
}

/// Below this, a byte is a number; otherwise the next one belongs to the number as well.
pub(crate) const MORE: u32 = 0x80;

/// The largest number that is written, which is more than a source can have of anything.
pub(crate) const MOST: u32 = (1 << 21) - 1;

/// Bytes that are read from the front, and the lists that they refer to.
struct Reader<'c> {
    code: &'c [u8],
    lists: &'c Lists,
}

impl Reader<'_> {
    /// The next number: one byte, or up to three.
    const fn number(&mut self) -> u32 {
        let (number, rest) = match self.code {
            [one, rest @ ..] if (*one as u32) < MORE => (*one as u32, rest),
            [one, two, rest @ ..] if (*two as u32) < MORE => ((*one as u32 - MORE) | (*two as u32) << 7, rest),
            [one, two, three, rest @ ..] => {
                ((*one as u32 - MORE) | (*two as u32 - MORE) << 7 | (*three as u32) << 14, rest)
            }
            _ => panic!("the bytes end before the number does"),
        };
        self.code = rest;
        number
    }

    const fn byte(&mut self) -> u8 {
        let [byte, rest @ ..] = self.code else { panic!("the bytes end before the byte does") };
        self.code = rest;
        *byte
    }

    const fn index(&mut self) -> usize {
        self.number() as usize
    }

    const fn text(&mut self) -> Text {
        Text::Borrowed(self.lists.words[self.index()])
    }

    const fn texts(&mut self) -> List<Text> {
        List::Borrowed(self.lists.texts[self.index()])
    }

    const fn object(&mut self) -> Object {
        Object { sorted: List::Borrowed(self.lists.entries[self.index()]) }
    }

    const fn sends(&mut self) -> List<Send> {
        List::Borrowed(self.lists.sends[self.index()])
    }

    const fn routing(&mut self) -> Routing {
        match self.number() {
            0 => Routing::Terminal,
            1 => Routing::Next(self.text()),
            _ => Routing::Conditional(List::Borrowed(self.lists.routes[self.index()])),
        }
    }

    const fn milliseconds(&mut self) -> u64 {
        self.number() as u64 | (self.number() as u64) << 21 | (self.number() as u64) << 42
    }

    const fn node(&mut self) -> Node {
        /// Reads what a node has only if its bit says so.
        macro_rules! given {
            ($bits:ident & $bit:literal, $value:expr) => {
                if $bits & $bit == 0 { None } else { Some($value) }
            };
        }
        let (common, more) = (self.byte(), self.byte());
        Node {
            name: self.text(),
            kind: given!(common & 0x01, self.text()),
            model: given!(common & 0x02, self.text()),
            prompt: given!(common & 0x04, self.text()),
            tools: given!(common & 0x08, self.texts()),
            agent: given!(common & 0x10, self.text()),
            graph: given!(common & 0x20, self.text()),
            script: given!(common & 0x40, self.text()),
            input: given!(common & 0x80, self.text()),
            routing: self.routing(),
            update: given!(more & 0x01, self.object()),
            sends: given!(more & 0x02, self.sends()),
            sources: given!(more & 0x04, self.texts()),
            options: given!(more & 0x08, self.texts()),
            checkpoint: given!(more & 0x10, self.text()),
            timeout: given!(more & 0x20, self.milliseconds()),
            retry: given!(more & 0x40, self.object()),
            metadata: given!(more & 0x80, self.object()),
        }
    }

    /// A span that begins behind `last`, or wherever it says.
    const fn span(&mut self, last: Position) -> Span {
        let Position { byte, line, .. } = last;
        match self.code {
            [LONG, rest @ ..] => {
                self.code = rest;
                Span { start: self.position(), end: self.position() }
            }
            [bytes, lines, column, length, rest @ ..] => {
                self.code = rest;
                let (column, length) = (*column as u32, *length as u32);
                let start = Position { byte: byte + *bytes as u32, line: line + *lines as u32, column };
                Span { start, end: Position { byte: start.byte + length, line: start.line, column: column + length } }
            }
            _ => panic!("the bytes end before the span does"),
        }
    }

    const fn position(&mut self) -> Position {
        Position { byte: self.number(), line: self.number(), column: self.number() }
    }
}

/// The nodes, from bytes that tell which parts each has and which of the lists these are.
///
/// # Panics
/// If these are not bytes that [`codegen`](crate::codegen) writes, which is an error of the compiler.
#[must_use]
pub const fn nodes<const COUNT: usize>(lists: &Lists, code: &[u8]) -> [Node; COUNT] {
    let mut reader = Reader { code, lists };
    let (mut all, mut number) = ([const { NO_NODE }; COUNT], 0);
    while number < COUNT {
        // No destructor can run in a constant, and what was there needs none.
        let _ = ManuallyDrop::new(replace(&mut all[number], reader.node()));
        number += 1;
    }
    all
}

const NO_NODE: Node = Node {
    name: Text::Borrowed(""),
    kind: None,
    model: None,
    prompt: None,
    tools: None,
    agent: None,
    graph: None,
    script: None,
    input: None,
    routing: Routing::Terminal,
    update: None,
    sends: None,
    sources: None,
    options: None,
    checkpoint: None,
    timeout: None,
    retry: None,
    metadata: None,
};

/// Begins a span that does not fit into four bytes.
pub(crate) const LONG: u8 = 0xFF;

/// Spans, each as how many bytes and lines it starts behind the one before it, its column, and its length in that line: a
/// byte each. Behind a byte of 255 are the six numbers of its two positions.
///
/// # Panics
/// If these are not bytes that [`codegen`](crate::codegen) writes, which is an error of the compiler.
#[must_use]
pub const fn spans<const COUNT: usize>(code: &[u8]) -> [Span; COUNT] {
    const NOWHERE: Position = Position { byte: 0, line: 0, column: 0 };
    const NO_LISTS: Lists = Lists { words: &[], texts: &[], entries: &[], routes: &[], sends: &[] };
    let mut reader = Reader { code, lists: &NO_LISTS };
    let (mut all, mut number) = ([Span { start: NOWHERE, end: NOWHERE }; COUNT], 0);
    let mut last = NOWHERE;
    while number < COUNT {
        all[number] = reader.span(last);
        last = all[number].start;
        number += 1;
    }
    all
}

/// How many spans are of nodes, edges, channels and references.
pub type Counts = [usize; 4];

/// The parts of a blueprint that the compiler has to compute. They are constants of a generic type, which `cargo check`
/// does not compute: it costs most of what an embedded blueprint costs.
pub trait Embedded {
    /// What the nodes refer to.
    const LISTS: Lists;
    /// The nodes.
    const NODES: &'static [Node];
    /// The spans of nodes, edges, channels and references, one list behind the other.
    const SPANS: &'static [Span];
    /// How many spans each of these lists has.
    const COUNTS: Counts;
}

/// The nodes of an embedded blueprint.
#[must_use]
pub const fn nodes_of<E: Embedded>() -> List<Node> {
    List::Deferred(|| E::NODES)
}

/// The provenance of an embedded blueprint.
#[must_use]
pub const fn provenance<E: Embedded>(source: Word, hash: Word, origin: Origin) -> Provenance {
    Provenance {
        source: Text::Borrowed(source),
        hash: Text::Borrowed(hash),
        origin,
        nodes: List::Deferred(|| const { part::<E>(0) }),
        edges: List::Deferred(|| const { part::<E>(1) }),
        channels: List::Deferred(|| const { part::<E>(2) }),
        references: List::Deferred(|| const { part::<E>(3) }),
    }
}

/// One of the lists of spans, by its number.
const fn part<E: Embedded>(mut number: usize) -> &'static [Span] {
    let count = E::COUNTS[number];
    let mut spans = E::SPANS;
    while number > 0 {
        number -= 1;
        spans = spans.split_at(E::COUNTS[number]).1;
    }
    spans.split_at(count).0
}
