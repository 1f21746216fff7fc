//! Every problem of a program, as small data; the wording is made for those that are reported.

use crate::ast::{Name, Node};
use crate::source::ByteSpan;
use crate::token::TokenKind;
use crate::{Code, ComponentKind};

/// Where a problem is: in a file, or in a blueprint, whose places stand in a table of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) file: u32,
    pub(crate) span: ByteSpan,
}

#[derive(Clone, Debug)]
pub(crate) struct Problem<'a> {
    pub(crate) at: Place,
    pub(crate) kind: ProblemKind<'a>,
}

/// One hop of a cycle of graphs.
#[derive(Clone, Debug)]
pub(crate) struct Hop<'a> {
    /// The graph that refers to the next.
    pub(crate) graph: &'a str,
    /// The reference.
    pub(crate) at: Place,
}

#[derive(Clone, Debug)]
pub(crate) enum ProblemKind<'a> {
    InvalidCharacter { characters: &'a str, in_name: bool },
    DirectionControl,
    UnterminatedString { block: bool },
    InvalidEscape,
    MalformedNumber { word: &'a str },
    HyphenatedName { word: &'a str },
    NotAnIdentifier { name: &'a str },

    Unexpected { expected: &'static str, found: TokenKind, text: &'a str, hint: Option<&'static str> },
    MissingValue { of: &'a str, expected: &'static str },
    NoReducer { channel: &'a str },
    ChainedEdge,
    UnknownPlural { name: &'a str },
    Unclosed { open: char, noticed: Place },
    MissingOpening { open: char, text: &'a str, found: TokenKind },
    UnknownItem { name: &'a str, block: &'static str, items: &'static [&'static str] },
    WrongLiteral { expected: &'static str, found: TokenKind, hint: Option<&'static str> },
    SourceTooLarge { bytes: usize },
    TooDeep,
    TooManyNodes { nodes: usize },

    DuplicateGraph { name: &'a str, first: Place },
    DuplicateNode { name: &'a str, first: Place },
    DuplicateChannel { name: &'a str, first: Place },
    DuplicateRoute { label: &'a str, first: Place },
    DuplicateField { name: &'a str, first: Place },
    DuplicateItem { name: &'a str, first: Place },

    NoStart { graph: &'a str },
    UnknownNode { name: &'a str, nodes: &'a [Node<'a>] },
    EndIsOnlyATarget,
    EndIsSent,
    NextIsEnd,
    MissingSource { name: &'a str, target: &'a str, other: Place },
    NodeCalledEnd,
    SecondRouting { node: &'a str, first: Place },
    SecondEdge { node: &'a str, first: Place },
    UnknownKind { name: &'a str, kinds: &'a [String] },
    MissingReference { node: &'a str, kind: &'a str, item: &'static str },
    BadTimeout,
    EmptyBlock { keyword: &'static str },

    Unregistered { kind: ComponentKind, name: &'a str },
    OutsideAllow { kind: ComponentKind, name: &'a str, allow: Place, names: &'a [Name<'a>] },
    Cycle { hops: Vec<Hop<'a>> },
    Steering,

    Unreachable { node: &'a str },
    Endless { node: &'a str },
    UnusedAllow { kind: ComponentKind, name: &'a str },
    Ignored { item: &'static str, kind: &'a str },
    HiddenGraph { name: &'a str, reference: Place },
    Repeated { name: &'a str, first: Place },
}

impl<'a> Problem<'a> {
    pub(crate) const fn at(file: u32, span: ByteSpan, kind: ProblemKind<'a>) -> Self {
        Self { at: Place { file, span }, kind }
    }

    pub(crate) const fn code(&self) -> Code {
        match &self.kind {
            ProblemKind::InvalidCharacter { .. } | ProblemKind::DirectionControl => Code::E001,
            ProblemKind::UnterminatedString { .. } => Code::E002,
            ProblemKind::InvalidEscape => Code::E003,
            ProblemKind::MalformedNumber { .. }
            | ProblemKind::HyphenatedName { .. }
            | ProblemKind::NotAnIdentifier { .. } => Code::E004,
            ProblemKind::Unexpected { .. }
            | ProblemKind::MissingValue { .. }
            | ProblemKind::NoReducer { .. }
            | ProblemKind::ChainedEdge
            | ProblemKind::UnknownPlural { .. } => Code::E101,
            ProblemKind::Unclosed { .. } | ProblemKind::MissingOpening { .. } => Code::E102,
            ProblemKind::UnknownItem { .. } => Code::E103,
            ProblemKind::WrongLiteral { .. } => Code::E104,
            ProblemKind::SourceTooLarge { .. } | ProblemKind::TooDeep | ProblemKind::TooManyNodes { .. } => Code::E105,
            ProblemKind::DuplicateGraph { .. } => Code::E201,
            ProblemKind::DuplicateNode { .. } => Code::E202,
            ProblemKind::DuplicateChannel { .. } => Code::E203,
            ProblemKind::DuplicateRoute { .. } => Code::E204,
            ProblemKind::DuplicateField { .. } => Code::E205,
            ProblemKind::DuplicateItem { .. } => Code::E206,
            ProblemKind::NoStart { .. } => Code::E211,
            ProblemKind::UnknownNode { .. }
            | ProblemKind::EndIsOnlyATarget
            | ProblemKind::EndIsSent
            | ProblemKind::NextIsEnd
            | ProblemKind::MissingSource { .. } => Code::E212,
            ProblemKind::NodeCalledEnd => Code::E213,
            ProblemKind::SecondRouting { .. } => Code::E214,
            ProblemKind::SecondEdge { .. } => Code::E215,
            ProblemKind::UnknownKind { .. } => Code::E221,
            ProblemKind::MissingReference { .. } => Code::E222,
            ProblemKind::BadTimeout => Code::E223,
            ProblemKind::EmptyBlock { .. } => Code::E224,
            ProblemKind::Unregistered { .. } => Code::E301,
            ProblemKind::OutsideAllow { .. } => Code::E302,
            ProblemKind::Cycle { .. } => Code::E303,
            ProblemKind::Steering => Code::E311,
            ProblemKind::Unreachable { .. } => Code::W401,
            ProblemKind::Endless { .. } => Code::W402,
            ProblemKind::UnusedAllow { .. } => Code::W403,
            ProblemKind::Ignored { .. } => Code::W404,
            ProblemKind::HiddenGraph { .. } => Code::W405,
            ProblemKind::Repeated { .. } => Code::W406,
        }
    }
}
