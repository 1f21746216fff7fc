//! Diagnostics in compact form. Only those that are reported get a message.

use crate::ast::{Name, Node};
use crate::source::ByteSpan;
use crate::token::TokenKind;
use crate::{Code, ComponentKind};

/// Where a diagnostic is: a span in a file, or an index into the table of places of a blueprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) file: u32,
    pub(crate) span: ByteSpan,
}

#[derive(Clone, Debug)]
pub(crate) struct RawDiagnostic<'a> {
    pub(crate) at: Place,
    pub(crate) kind: DiagnosticKind<'a>,
}

/// One step of a cycle of graphs.
#[derive(Clone, Debug)]
pub(crate) struct CycleStep<'a> {
    /// The graph that refers to the next one.
    pub(crate) graph: &'a str,
    /// The reference.
    pub(crate) at: Place,
}

#[derive(Clone, Debug)]
pub(crate) enum DiagnosticKind<'a> {
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
    EndIsNext,
    MissingSource { name: &'a str, target: &'a str, other: Place },
    NodeCalledEnd,
    SecondRouting { node: &'a str, first: Place },
    SecondEdge { node: &'a str, first: Place },
    UnknownKind { name: &'a str, kinds: &'a [String] },
    MissingReference { node: &'a str, kind: &'a str, item: &'static str },
    InvalidTimeout,
    EmptyBlock { keyword: &'static str },

    Unregistered { kind: ComponentKind, name: &'a str },
    NotAllowed { kind: ComponentKind, name: &'a str, allow: Place, names: &'a [Name<'a>] },
    Cycle { steps: Vec<CycleStep<'a>> },
    Steering,

    Unreachable { node: &'a str },
    NoEnd { node: &'a str },
    UnusedAllow { kind: ComponentKind, name: &'a str },
    Ignored { item: &'static str, kind: &'a str },
    HiddenGraph { name: &'a str, reference: Place },
    Repeated { name: &'a str, first: Place },
}

impl<'a> RawDiagnostic<'a> {
    pub(crate) const fn at(file: u32, span: ByteSpan, kind: DiagnosticKind<'a>) -> Self {
        Self { at: Place { file, span }, kind }
    }

    pub(crate) const fn code(&self) -> Code {
        match &self.kind {
            DiagnosticKind::InvalidCharacter { .. } | DiagnosticKind::DirectionControl => Code::E001,
            DiagnosticKind::UnterminatedString { .. } => Code::E002,
            DiagnosticKind::InvalidEscape => Code::E003,
            DiagnosticKind::MalformedNumber { .. }
            | DiagnosticKind::HyphenatedName { .. }
            | DiagnosticKind::NotAnIdentifier { .. } => Code::E004,
            DiagnosticKind::Unexpected { .. }
            | DiagnosticKind::MissingValue { .. }
            | DiagnosticKind::NoReducer { .. }
            | DiagnosticKind::ChainedEdge
            | DiagnosticKind::UnknownPlural { .. } => Code::E101,
            DiagnosticKind::Unclosed { .. } | DiagnosticKind::MissingOpening { .. } => Code::E102,
            DiagnosticKind::UnknownItem { .. } => Code::E103,
            DiagnosticKind::WrongLiteral { .. } => Code::E104,
            DiagnosticKind::SourceTooLarge { .. } | DiagnosticKind::TooDeep | DiagnosticKind::TooManyNodes { .. } => {
                Code::E105
            }
            DiagnosticKind::DuplicateGraph { .. } => Code::E201,
            DiagnosticKind::DuplicateNode { .. } => Code::E202,
            DiagnosticKind::DuplicateChannel { .. } => Code::E203,
            DiagnosticKind::DuplicateRoute { .. } => Code::E204,
            DiagnosticKind::DuplicateField { .. } => Code::E205,
            DiagnosticKind::DuplicateItem { .. } => Code::E206,
            DiagnosticKind::NoStart { .. } => Code::E211,
            DiagnosticKind::UnknownNode { .. }
            | DiagnosticKind::EndIsOnlyATarget
            | DiagnosticKind::EndIsSent
            | DiagnosticKind::EndIsNext
            | DiagnosticKind::MissingSource { .. } => Code::E212,
            DiagnosticKind::NodeCalledEnd => Code::E213,
            DiagnosticKind::SecondRouting { .. } => Code::E214,
            DiagnosticKind::SecondEdge { .. } => Code::E215,
            DiagnosticKind::UnknownKind { .. } => Code::E221,
            DiagnosticKind::MissingReference { .. } => Code::E222,
            DiagnosticKind::InvalidTimeout => Code::E223,
            DiagnosticKind::EmptyBlock { .. } => Code::E224,
            DiagnosticKind::Unregistered { .. } => Code::E301,
            DiagnosticKind::NotAllowed { .. } => Code::E302,
            DiagnosticKind::Cycle { .. } => Code::E303,
            DiagnosticKind::Steering => Code::E311,
            DiagnosticKind::Unreachable { .. } => Code::W401,
            DiagnosticKind::NoEnd { .. } => Code::W402,
            DiagnosticKind::UnusedAllow { .. } => Code::W403,
            DiagnosticKind::Ignored { .. } => Code::W404,
            DiagnosticKind::HiddenGraph { .. } => Code::W405,
            DiagnosticKind::Repeated { .. } => Code::W406,
        }
    }
}
