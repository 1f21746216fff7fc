//! What an embedded blueprint is made of: constant functions and names for what [`codegen`](crate::codegen) writes.
//!
//! Nodes and spans are most of a blueprint, and rustc reads a byte string much faster than the thousands of expressions
//! that it stands for. These functions turn the bytes back while the program compiles: what they cannot read is an error
//! of the compiler. They are made of macros, since a call is what costs the compiler's interpreter most.

pub use crate::ComponentKind;
pub use crate::blueprint::{
    Allow, Blueprint, Channel, Entry, Field, Join, List, Literal, Node, Object, Origin, Position, Provenance, Route,
    Routing, Schema, Send, Span, Text,
};
pub use std::borrow::Cow::Borrowed;
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

/// A blueprint without anything: an expression gives only what is there, and takes the rest from it.
pub const EMPTY: Blueprint = Blueprint {
    schema: Schema,
    graph: Text::Borrowed(""),
    start: Text::Borrowed(""),
    metadata: None,
    defaults: None,
    allow: List::Borrowed(&[]),
    input: None,
    output: None,
    checkpoint: None,
    interrupt: None,
    channels: List::Borrowed(&[]),
    nodes: List::Borrowed(&[]),
    joins: List::Borrowed(&[]),
    provenance: None,
};

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

/// Takes the next number off the bytes: one, or up to three. The compiler's interpreter is slowest at calls, at checked
/// arithmetic and at named constants, which it looks up whenever their function is called: most numbers need none.
macro_rules! number {
    ($code:ident) => {
        match $code {
            [one, rest @ ..] if *one < 0x80 => {
                $code = rest;
                *one as u32
            }
            [one, two, rest @ ..] if *two < 0x80 => {
                $code = rest;
                (*one as u32 - 0x80) | (*two as u32) << 7
            }
            [one, two, three, rest @ ..] => {
                $code = rest;
                (*one as u32 - 0x80) | (*two as u32 - 0x80) << 7 | (*three as u32) << 14
            }
            _ => panic!("the bytes end before the number does"),
        }
    };
}

/// Reads what a node has only if its bit says so.
macro_rules! given {
    ($bits:ident & $bit:literal, $value:expr) => {
        if $bits & $bit == 0 { None } else { Some($value) }
    };
}

/// The nodes, from bytes that tell which parts each has and which of the lists these are.
///
/// # Panics
/// If these are not bytes that [`codegen`](crate::codegen) writes, which is an error of the compiler.
#[must_use]
pub const fn nodes<const COUNT: usize>(lists: &Lists, mut code: &[u8]) -> [Node; COUNT] {
    macro_rules! text {
        () => {
            Text::Borrowed(lists.words[number!(code) as usize])
        };
    }
    macro_rules! list {
        ($lists:ident) => {
            List::Borrowed(lists.$lists[number!(code) as usize])
        };
    }
    let (mut all, mut number) = ([const { NO_NODE }; COUNT], 0);
    while number < COUNT {
        let [common, more, rest @ ..] = code else { panic!("the bytes end before the node does") };
        code = rest;
        let (common, more) = (*common, *more);
        let node = Node {
            name: text!(),
            kind: given!(common & 0x01, text!()),
            model: given!(common & 0x02, text!()),
            prompt: given!(common & 0x04, text!()),
            tools: given!(common & 0x08, list!(texts)),
            agent: given!(common & 0x10, text!()),
            graph: given!(common & 0x20, text!()),
            script: given!(common & 0x40, text!()),
            input: given!(common & 0x80, text!()),
            routing: match number!(code) {
                0 => Routing::Terminal,
                1 => Routing::Next(text!()),
                _ => Routing::Conditional(list!(routes)),
            },
            update: given!(more & 0x01, Object { sorted: list!(entries) }),
            sends: given!(more & 0x02, list!(sends)),
            sources: given!(more & 0x04, list!(texts)),
            options: given!(more & 0x08, list!(texts)),
            checkpoint: given!(more & 0x10, text!()),
            timeout: given!(
                more & 0x20,
                number!(code) as u64 | (number!(code) as u64) << 21 | (number!(code) as u64) << 42
            ),
            retry: given!(more & 0x40, Object { sorted: list!(entries) }),
            metadata: given!(more & 0x80, Object { sorted: list!(entries) }),
        };
        // No destructor can run in a constant, and what was there needs none.
        let _ = ManuallyDrop::new(replace(&mut all[number], node));
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
pub const fn spans<const COUNT: usize>(mut code: &[u8]) -> [Span; COUNT] {
    const NOWHERE: Position = Position { byte: 0, line: 0, column: 0 };
    let (mut all, mut number) = ([Span { start: NOWHERE, end: NOWHERE }; COUNT], 0);
    let (mut byte, mut line) = (0, 0);
    while number < COUNT {
        match code {
            [LONG, rest @ ..] => {
                code = rest;
                byte = number!(code);
                line = number!(code);
                let start = Position { byte, line, column: number!(code) };
                let end = Position { byte: number!(code), line: number!(code), column: number!(code) };
                all[number] = Span { start, end };
            }
            [bytes, lines, column, length, rest @ ..] => {
                code = rest;
                byte += *bytes as u32;
                line += *lines as u32;
                let (column, length) = (*column as u32, *length as u32);
                let start = Position { byte, line, column };
                all[number] = Span { start, end: Position { byte: byte + length, line, column: column + length } };
            }
            _ => panic!("the bytes end before the span does"),
        }
        number += 1;
    }
    all
}

/// The provenance of a blueprint whose spans are one list: so many of nodes, edges, channels and references.
#[must_use]
pub const fn provenance(
    source: Word,
    hash: Word,
    origin: Origin,
    spans: &'static [Span],
    counts: [usize; 4],
) -> Option<Provenance> {
    let (nodes, rest) = spans.split_at(counts[0]);
    let (edges, rest) = rest.split_at(counts[1]);
    let (channels, rest) = rest.split_at(counts[2]);
    let (references, _) = rest.split_at(counts[3]);
    Some(Provenance {
        source: Text::Borrowed(source),
        hash: Text::Borrowed(hash),
        origin,
        nodes: List::Borrowed(nodes),
        edges: List::Borrowed(edges),
        channels: List::Borrowed(channels),
        references: List::Borrowed(references),
    })
}
