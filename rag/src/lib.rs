//! The `.rag` language: agent graphs that bind to capabilities by name.

pub mod ast;
mod blueprint;
mod capability_source;
mod check;
mod code;
mod diagnostic;
mod format;
mod keyword;
mod kind;
mod lexer;
mod lower;
mod name;
mod nearest;
mod number;
mod parser;
mod problem;
mod program;
mod quoted;
mod raise;
mod reference;
mod render;
mod report;
mod resolver;
mod source;
mod suggest;
mod token;
mod wording;

pub use blueprint::{
    Allow, Blueprint, Channel, END, Entry, Field, Join, List, Literal, Node, Object, Origin, Position, Provenance,
    ReadError, Reference, Route, Routing, Schema, Send, Span, Text,
};
pub use capability_source::{CapabilitySource, Snapshot, SnapshotError};
pub use check::MAX_NODES;
pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Label, Location};
pub use format::format;
pub use kind::{ComponentKind, UnknownKind};
pub use name::{MAX_NAME_BYTES, NameError, check_name};
pub use nearest::nearest;
pub use parser::MAX_DEPTH;
pub use program::{Compiled, Program, compile};
pub use reference::{NODE_KINDS, Needs, NodeKind, REFERABLE};
pub use report::{MAX_PROBLEMS, Report};
pub use resolver::CapabilityResolver;
pub use source::{ByteSpan, MAX_SOURCE_BYTES, Source};
