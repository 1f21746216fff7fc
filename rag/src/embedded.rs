//! How an embedded blueprint is read: constant functions that turn what `codegen` writes back into a
//! definition.
//!
//! rustc reads a string much faster than the thousands of expressions that it stands for, so a blueprint is its texts and
//! some strings of bytes. Its definition is a constant of a generic type: the compiler computes it when it makes machine
//! code, and `cargo check` never does.

use crate::blueprint::{
    Allow, Blueprint, BlueprintProvenance, Channel, Definition, Entry, Field, Join, List, Literal, Node, Object,
    Origin, Position, Route, Routing, Schema, Send, Span, Text,
};
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, replace};
use vocabulary::ComponentKind;

/// A number in the parameters of a type, under a name that no program can hide.
pub type Size = usize;

/// A blueprint as `codegen` writes it.
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

/// Lists of each kind: pieces, of which the lists of nodes and others are parts, or these parts. A piece has few elements,
/// since rustc looks through it once for each of its parts.
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

/// The next number. What is read of each node is written out like this, since calls are the steps that rustc counts.
macro_rules! number {
    ($reader:ident) => {
        match $reader.code {
            [one, rest @ ..] if *one < CONTINUES => {
                $reader.code = rest;
                *one as u64
            }
            [one, two, rest @ ..] if *two < CONTINUES => {
                $reader.code = rest;
                (*one & !CONTINUES) as u64 | (*two as u64) << 7
            }
            _ => $reader.long_number(),
        }
    };
}

/// The next number, of something that this very program holds.
macro_rules! index {
    ($reader:ident) => {{
        #[allow(clippy::cast_possible_truncation, reason = "the program is not larger than its memory")]
        let index = number!($reader) as usize;
        index
    }};
}

macro_rules! text {
    ($reader:ident) => {
        Text::Borrowed($reader.words[index!($reader)])
    };
}

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

/// Reads a part only if its bit says that it was given.
macro_rules! given {
    ($bits:ident & $bit:literal, $value:expr) => {
        if $bits & $bit == 0 { None } else { Some($value) }
    };
}

/// A list, and what stands behind it. Each is a constant of its own, since rustc warns of one that takes two million steps.
/// Nothing refers into it: rustc looks through a constant once for each reference into it, and the rest has all lists.
struct Read<T, const LENGTH: usize> {
    list: ManuallyDrop<[T; LENGTH]>,
    rest: Reader,
}

macro_rules! read {
    ($element:ident, $reader:expr) => {{
        let mut rest: Reader = $reader;
        Read { list: ManuallyDrop::new(list!(rest.$element())), rest }
    }};
}

/// Reads lists, each a part of a piece.
macro_rules! read_lists {
    ($first:expr, $more:expr, $reader:expr) => {{
        let mut rest: Reader = $reader;
        let (mut list, mut number) = ([&[] as &[_]; _], 0);
        while number < list.len() {
            let (piece, start, length) = (rest.index(), rest.index(), rest.index());
            let piece: &[_] = if piece == 0 { $first } else { $more[piece - 1] };
            list[number] = piece.split_at(start).1.split_at(length).0;
            number += 1;
        }
        Read { list: ManuallyDrop::new(list), rest }
    }};
}

/// A list by its number.
macro_rules! listed {
    ($reader:ident.$lists:ident) => {
        List::Borrowed($reader.lists.$lists[index!($reader)])
    };
}

/// [`Piece`] and [`Decoded`] from two tables: the kinds whose lists are parts of pieces, then the lists that there is one of.
/// Each row is read behind the one before it.
macro_rules! decoded {
    (
        $($kind:ident: $PIECE:ident $FIRST:ident $LISTS:ident of $element:ident: $Element:ident behind $before:ident)*;
        $($LIST:ident $ALL:ident of $member:ident: $Member:ident behind $above:ident)*
    ) => {
        impl<C: Coded, const NUMBER: usize, const LENGTH: usize> Piece<C, NUMBER, LENGTH> {$(
            #[allow(missing_docs, reason = "the types say it")]
            pub const $PIECE: &'static [$Element] = {
                const fn read<const LENGTH: usize>(mut reader: Reader) -> [$Element; LENGTH] {
                    list!(reader.$element())
                }
                let Code { words, more, .. } = C::CODE;
                &read::<LENGTH>(Reader { code: more[NUMBER], words, ..Reader::OF_ZEROS })
            };
        )*}

        /// The blueprint that `C` codes. Its parameters are how long the first piece of each kind is and how many lists of the
        /// kind there are, and then the lengths of the other lists.
        #[derive(Debug)]
        pub struct Decoded<
            C, $(const $PIECE: usize, const $LISTS: usize,)* $(const $LIST: usize),*
        >(PhantomData<C>);

        impl<C: Coded, $(const $PIECE: usize, const $LISTS: usize,)* $(const $LIST: usize),*>
            Decoded<C, $($PIECE, $LISTS,)* $($LIST),*>
        {
            /// The blueprint.
            pub const BLUEPRINT: Blueprint = Blueprint::constant(|| Self::DEFINITION);

            const START: Read<(), 0> = Read {
                list: ManuallyDrop::new([]),
                rest: Reader { code: C::CODE.bytes, words: C::CODE.words, ..Reader::OF_ZEROS },
            };

            $(
                const $PIECE: Read<$Element, $PIECE> = read!($element, Self::$before.rest);
                const $FIRST: &'static [$Element] = &ManuallyDrop::into_inner(Self::$PIECE.list);
                const $LISTS: Read<&'static [$Element], $LISTS> =
                    read_lists!(Self::$FIRST, C::MORE.$kind, Self::$PIECE.rest);
            )*

            const WITH_LISTS: Read<(), 0> = Read {
                list: ManuallyDrop::new([]),
                rest: Reader {
                    lists: Pieces { $($kind: &ManuallyDrop::into_inner(Self::$LISTS.list)),* },
                    ..Self::SEND_LISTS.rest
                },
            };

            $(
                const $LIST: Read<$Member, $LIST> = read!($member, Self::$above.rest);
                const $ALL: &'static [$Member] = &ManuallyDrop::into_inner(Self::$LIST.list);
            )*

            const DEFINITION: &'static Definition = &{
                let mut rest = Self::NODES.rest;
                let given = rest.number();
                Definition {
                    schema: Schema,
                    graph: rest.text(),
                    start: rest.text(),
                    metadata: given!(given & 0x01, rest.object()),
                    defaults: given!(given & 0x02, rest.object()),
                    allow: List::Borrowed(Self::ALL_ALLOWS),
                    input: given!(given & 0x04, listed!(rest.fields)),
                    output: given!(given & 0x08, listed!(rest.fields)),
                    checkpoint: given!(given & 0x10, rest.text()),
                    interrupt: given!(given & 0x20, rest.text()),
                    channels: List::Borrowed(Self::ALL_CHANNELS),
                    nodes: List::Borrowed(Self::ALL_NODES),
                    joins: List::Borrowed(Self::ALL_JOINS),
                    provenance: given!(given & 0x40, rest.provenance(Self::ALL_SPANS)),
                }
            };
        }
    };
}

decoded! {
    texts: TEXTS FIRST_TEXTS TEXT_LISTS of text: Text behind START
    literals: LITERALS FIRST_LITERALS LITERAL_LISTS of literal: Literal behind TEXT_LISTS
    entries: ENTRIES FIRST_ENTRIES ENTRY_LISTS of entry: Entry behind LITERAL_LISTS
    fields: FIELDS FIRST_FIELDS FIELD_LISTS of field: Field behind ENTRY_LISTS
    routes: ROUTES FIRST_ROUTES ROUTE_LISTS of route: Route behind FIELD_LISTS
    sends: SENDS FIRST_SENDS SEND_LISTS of send: Send behind ROUTE_LISTS;
    SPANS ALL_SPANS of span: Span behind WITH_LISTS
    ALLOWS ALL_ALLOWS of allow: Allow behind SPANS
    CHANNELS ALL_CHANNELS of channel: Channel behind ALLOWS
    JOINS ALL_JOINS of join: Join behind CHANNELS
    NODES ALL_NODES of node: Node behind JOINS
}

/// What is read, from the front.
#[derive(Clone, Copy)]
struct Reader {
    code: &'static [u8],
    words: &'static [&'static str],
    lists: Pieces,
    /// Where the last span began.
    last: Position,
}

/// Tells of a byte of a number that another one follows.
pub(crate) const CONTINUES: u8 = 0x80;

/// Begins a span that does not fit into four bytes.
pub(crate) const LONG: u8 = 0xFF;

impl Reader {
    const NOWHERE: Position = Position { byte: 0, line: 0, column: 0 };
    /// It reads nothing but what is empty: texts, lists, parts that were not given.
    const OF_ZEROS: Self = Self {
        code: &[0; 16],
        words: &[""],
        lists: Pieces {
            texts: &[&[]],
            literals: &[&[]],
            entries: &[&[]],
            fields: &[&[]],
            routes: &[&[]],
            sends: &[&[]],
        },
        last: Self::NOWHERE,
    };

    const fn byte(&mut self) -> u8 {
        let [byte, rest @ ..] = self.code else { panic!("the code ends before the value does") };
        self.code = rest;
        *byte
    }

    const fn number(&mut self) -> u64 {
        number!(self)
    }

    /// Seven bits a byte, the lowest first.
    const fn long_number(&mut self) -> u64 {
        let (mut number, mut bits) = (0, 0);
        loop {
            let byte = self.byte();
            number |= ((byte & !CONTINUES) as u64) << bits;
            if byte < CONTINUES {
                return number;
            }
            bits += 7;
        }
    }

    const fn index(&mut self) -> usize {
        index!(self)
    }

    const fn text(&mut self) -> Text {
        text!(self)
    }

    const fn literal(&mut self) -> Literal {
        match self.number() {
            0 => Literal::Text(self.text()),
            1 => Literal::Integer(self.number().cast_signed()),
            2 => Literal::Float(f64::from_bits(self.number())),
            _ => panic!("there is no such literal"),
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
        Object { sorted: listed!(self.entries) }
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
        Allow { kind: ComponentKind::ALL[self.index()], names: listed!(self.texts) }
    }

    const fn channel(&mut self) -> Channel {
        Channel { name: self.text(), reducer: self.text(), arguments: listed!(self.literals) }
    }

    const fn join(&mut self) -> Join {
        Join { sources: listed!(self.texts), target: self.text() }
    }

    const fn node(&mut self) -> Node {
        let given = number!(self);
        Node {
            name: text!(self),
            kind: given!(given & 0x0001, text!(self)),
            model: given!(given & 0x0002, text!(self)),
            prompt: given!(given & 0x0004, text!(self)),
            tools: given!(given & 0x0008, listed!(self.texts)),
            agent: given!(given & 0x0010, text!(self)),
            graph: given!(given & 0x0020, text!(self)),
            script: given!(given & 0x0040, text!(self)),
            input: given!(given & 0x0080, text!(self)),
            routing: self.routing(),
            update: given!(given & 0x0100, self.object()),
            sends: given!(given & 0x0200, listed!(self.sends)),
            sources: given!(given & 0x0400, listed!(self.texts)),
            options: given!(given & 0x0800, listed!(self.texts)),
            checkpoint: given!(given & 0x1000, text!(self)),
            timeout: given!(given & 0x2000, number!(self)),
            retry: given!(given & 0x4000, self.object()),
            metadata: given!(given & 0x8000, self.object()),
        }
    }

    const fn routing(&mut self) -> Routing {
        match number!(self) {
            0 => Routing::Terminal,
            1 => Routing::Next(text!(self)),
            2 => Routing::Conditional(listed!(self.routes)),
            _ => panic!("there is no such routing"),
        }
    }

    /// The spans are those of nodes, edges, channels and references, one list behind the other.
    const fn provenance(&mut self, mut spans: &'static [Span]) -> BlueprintProvenance {
        macro_rules! next {
            () => {{
                let (next, rest) = spans.split_at(self.index());
                spans = rest;
                List::Borrowed(next)
            }};
        }
        let given = self.number();
        BlueprintProvenance {
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
