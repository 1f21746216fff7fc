//! How an embedded blueprint is read: constant functions that turn what [`codegen`](crate::codegen) writes back into a
//! definition.
//!
//! rustc reads a string much faster than the thousands of expressions that it stands for, so a blueprint is its texts and
//! some strings of bytes. Its definition is a constant of a generic type: the compiler computes it when it makes machine
//! code, and `cargo check` never does. What these functions cannot read is an error of the compiler.

use crate::ComponentKind;
use crate::blueprint::{
    Allow, Blueprint, Channel, Definition, Entry, Field, Join, List, Literal, Node, Object, Origin, Position,
    Provenance, Route, Routing, Schema, Send, Span, Text,
};
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, replace};

/// A number in the parameters of a type, under a name that no program can hide.
pub type Size = usize;

/// A blueprint as [`codegen`](crate::codegen) writes it.
pub trait Coded {
    /// Its texts and bytes.
    const CODE: Code;
    /// The pieces behind the first one of each kind, as [`Piece`] reads them. Few graphs have any.
    const MORE: Pieces = Pieces { texts: &[], literals: &[], entries: &[], fields: &[], routes: &[], sends: &[] };
}

/// Texts and bytes.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// Every text, once.
    pub words: &'static [&'static str],
    /// What [`Piece`] reads.
    pub more: &'static [&'static [u8]],
    /// What [`Decoded`] reads: the lists that it has lengths of, and the definition itself.
    pub bytes: &'static [u8],
}

/// Pieces, of which the lists of nodes and others are parts. They are small: rustc hashes a piece once for each of them.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    /// Tools, sources, options and the names of an `allow`.
    pub texts: &'static [&'static [Text]],
    /// The arguments of reducers.
    pub literals: &'static [&'static [Literal]],
    /// The entries of objects.
    pub entries: &'static [&'static [Entry]],
    /// The fields of input and output.
    pub fields: &'static [&'static [Field]],
    /// The routes of nodes.
    pub routes: &'static [&'static [Route]],
    /// The sends of nodes.
    pub sends: &'static [&'static [Send]],
}

/// The piece of this number, with so many elements.
#[derive(Debug)]
pub struct Piece<C, const NUMBER: usize, const LENGTH: usize>(PhantomData<C>);

/// The blueprint that `C` codes. Its parameters are the lengths of the first pieces and of the lists.
#[derive(Debug)]
pub struct Decoded<
    C,
    const TEXTS: usize,
    const LITERALS: usize,
    const ENTRIES: usize,
    const FIELDS: usize,
    const ROUTES: usize,
    const SENDS: usize,
    const SPANS: usize,
    const ALLOWS: usize,
    const CHANNELS: usize,
    const JOINS: usize,
    const NODES: usize,
>(PhantomData<C>);

/// Reads a list, each element by a method of the reader.
macro_rules! list {
    ($reader:ident.$element:ident()) => {{
        let mut list = [const { Reader { ..Reader::OF_ZEROS }.$element() }; _];
        let mut number = 0;
        while number < list.len() {
            // No destructor can run in a constant, and what was there needs none.
            let _ = ManuallyDrop::new(replace(&mut list[number], $reader.$element()));
            number += 1;
        }
        list
    }};
}

macro_rules! pieces {
    ($($PIECES:ident of $element:ident: $Element:ident)*) => {
        impl<C: Coded, const NUMBER: usize, const LENGTH: usize> Piece<C, NUMBER, LENGTH> {$(
            #[allow(missing_docs, reason = "the types say it")]
            pub const $PIECES: &'static [$Element] = {
                const fn read<const LENGTH: usize>(mut reader: Reader) -> [$Element; LENGTH] {
                    list!(reader.$element())
                }
                let Code { words, more, .. } = C::CODE;
                &read::<LENGTH>(Reader { code: more[NUMBER], words, ..Reader::OF_ZEROS })
            };
        )*}
    };
}

pieces! {
    TEXTS of text: Text
    LITERALS of literal: Literal
    ENTRIES of entry: Entry
    FIELDS of field: Field
    ROUTES of route: Route
    SENDS of send: Send
}

/// Reads a part only if its bit says that it was given.
macro_rules! given {
    ($bits:ident & $bit:literal, $value:expr) => {
        if $bits & $bit == 0 { None } else { Some($value) }
    };
}

/// A part of a piece.
macro_rules! part {
    ($reader:ident.$lists:ident) => {{
        let (piece, start, length) = ($reader.index(), $reader.index(), $reader.index());
        let piece = match piece.checked_sub(1) {
            None => $reader.first.$lists,
            Some(piece) => $reader.more.$lists[piece],
        };
        List::Borrowed(piece.split_at(start).1.split_at(length).0)
    }};
}

/// A list, and what is read behind it. Each is a constant of its own, since rustc warns of one that takes millions of
/// steps.
struct Read<T: 'static, const LENGTH: usize> {
    list: [T; LENGTH],
    rest: Reader,
}

/// Reads a list and keeps what is behind it.
macro_rules! read {
    ($element:ident, $reader:expr) => {{
        let mut rest: Reader = $reader;
        &Read { list: list!(rest.$element()), rest }
    }};
}

impl<
    C: Coded,
    const TEXTS: usize,
    const LITERALS: usize,
    const ENTRIES: usize,
    const FIELDS: usize,
    const ROUTES: usize,
    const SENDS: usize,
    const SPANS: usize,
    const ALLOWS: usize,
    const CHANNELS: usize,
    const JOINS: usize,
    const NODES: usize,
> Decoded<C, TEXTS, LITERALS, ENTRIES, FIELDS, ROUTES, SENDS, SPANS, ALLOWS, CHANNELS, JOINS, NODES>
{
    /// The blueprint.
    pub const BLUEPRINT: Blueprint = Blueprint::constant(|| Self::DEFINITION);

    const TEXTS: &'static Read<Text, TEXTS> =
        read!(text, Reader { code: C::CODE.bytes, words: C::CODE.words, more: C::MORE, ..Reader::OF_ZEROS });
    const LITERALS: &'static Read<Literal, LITERALS> = read!(literal, Self::TEXTS.rest);
    const ENTRIES: &'static Read<Entry, ENTRIES> = read!(entry, Self::LITERALS.rest);
    const FIELDS: &'static Read<Field, FIELDS> = read!(field, Self::ENTRIES.rest);
    const ROUTES: &'static Read<Route, ROUTES> = read!(route, Self::FIELDS.rest);
    const SENDS: &'static Read<Send, SENDS> = read!(send, Self::ROUTES.rest);
    const FIRST: First = First {
        texts: &Self::TEXTS.list,
        literals: &Self::LITERALS.list,
        entries: &Self::ENTRIES.list,
        fields: &Self::FIELDS.list,
        routes: &Self::ROUTES.list,
        sends: &Self::SENDS.list,
    };
    const SPANS: &'static Read<Span, SPANS> = read!(span, Reader { first: Self::FIRST, ..Self::SENDS.rest });
    const ALLOWS: &'static Read<Allow, ALLOWS> = read!(allow, Self::SPANS.rest);
    const CHANNELS: &'static Read<Channel, CHANNELS> = read!(channel, Self::ALLOWS.rest);
    const JOINS: &'static Read<Join, JOINS> = read!(join, Self::CHANNELS.rest);
    const NODES: &'static Read<Node, NODES> = read!(node, Self::JOINS.rest);

    const DEFINITION: &'static Definition = &{
        let mut rest = Self::NODES.rest;
        let given = rest.number();
        Definition {
            schema: Schema,
            graph: rest.text(),
            start: rest.text(),
            metadata: given!(given & 0x01, rest.object()),
            defaults: given!(given & 0x02, rest.object()),
            allow: List::Borrowed(&Self::ALLOWS.list),
            input: given!(given & 0x04, part!(rest.fields)),
            output: given!(given & 0x08, part!(rest.fields)),
            checkpoint: given!(given & 0x10, rest.text()),
            interrupt: given!(given & 0x20, rest.text()),
            channels: List::Borrowed(&Self::CHANNELS.list),
            nodes: List::Borrowed(&Self::NODES.list),
            joins: List::Borrowed(&Self::JOINS.list),
            provenance: given!(given & 0x40, rest.provenance(&Self::SPANS.list)),
        }
    };
}

/// What is read, from the front.
#[derive(Clone, Copy)]
struct Reader {
    code: &'static [u8],
    words: &'static [&'static str],
    first: First,
    more: Pieces,
    /// Where the last span began.
    last: Position,
}

/// The first piece of each kind.
#[derive(Clone, Copy)]
struct First {
    texts: &'static [Text],
    literals: &'static [Literal],
    entries: &'static [Entry],
    fields: &'static [Field],
    routes: &'static [Route],
    sends: &'static [Send],
}

/// Tells of a byte of a number that another one follows.
pub(crate) const MORE: u8 = 0x80;

/// Begins a span that does not fit into four bytes.
pub(crate) const LONG: u8 = 0xFF;

impl Reader {
    const NOWHERE: Position = Position { byte: 0, line: 0, column: 0 };
    /// It reads nothing but what is empty: texts, lists, parts that were not given.
    const OF_ZEROS: Self = Self {
        code: &[0; 16],
        words: &[""],
        first: First { texts: &[], literals: &[], entries: &[], fields: &[], routes: &[], sends: &[] },
        more: Pieces { texts: &[], literals: &[], entries: &[], fields: &[], routes: &[], sends: &[] },
        last: Self::NOWHERE,
    };

    const fn byte(&mut self) -> u8 {
        let [byte, rest @ ..] = self.code else { panic!("the code ends before the value does") };
        self.code = rest;
        *byte
    }

    /// The next number: seven bits a byte, the lowest first.
    const fn number(&mut self) -> u64 {
        // Most numbers are short, and a loop would be many steps for the compiler.
        let (number, rest) = match self.code {
            [one, rest @ ..] if *one < MORE => (*one as u64, rest),
            [one, two, rest @ ..] if *two < MORE => ((*one & !MORE) as u64 | (*two as u64) << 7, rest),
            _ => return self.long_number(),
        };
        self.code = rest;
        number
    }

    const fn long_number(&mut self) -> u64 {
        let (mut number, mut bits) = (0, 0);
        loop {
            let byte = self.byte();
            number |= ((byte & !MORE) as u64) << bits;
            if byte < MORE {
                return number;
            }
            bits += 7;
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "numbers of what this very program holds")]
    const fn index(&mut self) -> usize {
        self.number() as usize
    }

    const fn text(&mut self) -> Text {
        Text::Borrowed(self.words[self.index()])
    }

    const fn literal(&mut self) -> Literal {
        match self.number() {
            0 => Literal::Text(self.text()),
            1 => Literal::Integer(self.number().cast_signed()),
            _ => Literal::Float(f64::from_bits(self.number())),
        }
    }

    const fn entry(&mut self) -> Entry {
        Entry { key: self.text(), value: self.literal() }
    }

    const fn field(&mut self) -> Field {
        Field { name: self.text(), type_name: self.text() }
    }

    const fn route(&mut self) -> Route {
        Route { label: self.text(), target: self.text() }
    }

    const fn send(&mut self) -> Send {
        let given = self.number();
        Send { node: self.text(), input: given!(given & 0x01, self.text()) }
    }

    const fn object(&mut self) -> Object {
        Object { sorted: part!(self.entries) }
    }

    /// A span, four bytes: how many bytes and lines it starts behind the one before it, its column, and its length in
    /// that line. Or [`LONG`] and the six numbers of its two positions.
    const fn span(&mut self) -> Span {
        let span = match self.code {
            [LONG, rest @ ..] => {
                self.code = rest;
                Span { start: self.position(), end: self.position() }
            }
            [bytes, lines, column, length, rest @ ..] => {
                self.code = rest;
                let Position { byte, line, .. } = self.last;
                let (column, length) = (*column as u32, *length as u32);
                let start = Position { byte: byte + *bytes as u32, line: line + *lines as u32, column };
                Span { start, end: Position { byte: start.byte + length, line: start.line, column: column + length } }
            }
            _ => panic!("the code ends before the span does"),
        };
        self.last = span.start;
        span
    }

    #[allow(clippy::cast_possible_truncation, reason = "they were written from such numbers")]
    const fn position(&mut self) -> Position {
        Position { byte: self.number() as u32, line: self.number() as u32, column: self.number() as u32 }
    }

    const fn allow(&mut self) -> Allow {
        Allow { kind: ComponentKind::ALL[self.index()], names: part!(self.texts) }
    }

    const fn channel(&mut self) -> Channel {
        Channel { name: self.text(), reducer: self.text(), arguments: part!(self.literals) }
    }

    const fn join(&mut self) -> Join {
        Join { sources: part!(self.texts), target: self.text() }
    }

    const fn node(&mut self) -> Node {
        let given = self.number();
        Node {
            name: self.text(),
            kind: given!(given & 0x0001, self.text()),
            model: given!(given & 0x0002, self.text()),
            prompt: given!(given & 0x0004, self.text()),
            tools: given!(given & 0x0008, part!(self.texts)),
            agent: given!(given & 0x0010, self.text()),
            graph: given!(given & 0x0020, self.text()),
            script: given!(given & 0x0040, self.text()),
            input: given!(given & 0x0080, self.text()),
            routing: self.routing(),
            update: given!(given & 0x0100, self.object()),
            sends: given!(given & 0x0200, part!(self.sends)),
            sources: given!(given & 0x0400, part!(self.texts)),
            options: given!(given & 0x0800, part!(self.texts)),
            checkpoint: given!(given & 0x1000, self.text()),
            timeout: given!(given & 0x2000, self.number()),
            retry: given!(given & 0x4000, self.object()),
            metadata: given!(given & 0x8000, self.object()),
        }
    }

    const fn routing(&mut self) -> Routing {
        match self.number() {
            0 => Routing::Terminal,
            1 => Routing::Next(self.text()),
            _ => Routing::Conditional(part!(self.routes)),
        }
    }

    /// The spans are those of nodes, edges, channels and references, one list behind the other.
    const fn provenance(&mut self, mut spans: &'static [Span]) -> Provenance {
        macro_rules! next {
            () => {{
                let (next, rest) = spans.split_at(self.index());
                spans = rest;
                List::Borrowed(next)
            }};
        }
        let given = self.number();
        Provenance {
            source: self.text(),
            hash: self.text(),
            origin: if given & 0x01 == 0 { Origin::File } else { Origin::Generated(self.text()) },
            nodes: next!(),
            edges: next!(),
            channels: next!(),
            references: List::Borrowed(spans),
        }
    }
}
