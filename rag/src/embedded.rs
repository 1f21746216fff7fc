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

/// The lists of a blueprint, by numbers that its nodes refer to.
#[derive(Debug)]
pub struct Lists {
    /// The texts that are no part of a list.
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
    ($bits:ident, $bit:literal, $value:expr) => {
        if $bits & (1 << $bit) == 0 { None } else { Some($value) }
    };
}

/// The nodes, from bytes that tell which parts each has and which of the lists these are.
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
        let bits = number!(code);
        let node = Node {
            name: text!(),
            kind: given!(bits, 0, text!()),
            model: given!(bits, 1, text!()),
            prompt: given!(bits, 2, text!()),
            tools: given!(bits, 3, list!(texts)),
            agent: given!(bits, 4, text!()),
            graph: given!(bits, 5, text!()),
            script: given!(bits, 6, text!()),
            input: given!(bits, 7, text!()),
            routing: match number!(code) {
                0 => Routing::Terminal,
                1 => Routing::Next(text!()),
                _ => Routing::Conditional(list!(routes)),
            },
            update: given!(bits, 8, Object { sorted: list!(entries) }),
            sends: given!(bits, 9, list!(sends)),
            sources: given!(bits, 10, list!(texts)),
            options: given!(bits, 11, list!(texts)),
            checkpoint: given!(bits, 12, text!()),
            timeout: given!(
                bits,
                13,
                number!(code) as u64 | (number!(code) as u64) << 21 | (number!(code) as u64) << 42
            ),
            retry: given!(bits, 14, Object { sorted: list!(entries) }),
            metadata: given!(bits, 15, Object { sorted: list!(entries) }),
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

/// Spans, each as its start and how far away its end is: bytes, lines and, in one line, columns.
#[must_use]
pub const fn spans<const COUNT: usize>(mut code: &[u8]) -> [Span; COUNT] {
    const NOWHERE: Position = Position { byte: 0, line: 0, column: 0 };
    let (mut all, mut number) = ([Span { start: NOWHERE, end: NOWHERE }; COUNT], 0);
    while number < COUNT {
        let start = Position { byte: number!(code), line: number!(code), column: number!(code) };
        let (bytes, lines, columns) = (number!(code), number!(code), number!(code));
        let column = if lines == 0 { start.column + columns } else { columns };
        all[number] = Span { start, end: Position { byte: start.byte + bytes, line: start.line + lines, column } };
        number += 1;
    }
    all
}

/// A part of the spans.
#[must_use]
pub const fn part(spans: &'static [Span], start: usize, count: usize) -> List<Span> {
    List::Borrowed(spans.split_at(start).1.split_at(count).0)
}
