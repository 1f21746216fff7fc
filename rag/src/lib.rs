//! The `.rag` language: agent graphs that bind to capabilities by name.

pub mod ast;
mod blueprint;
mod capability_source;
mod check;
mod code;
pub mod codegen;
mod diagnostic;
mod directory;
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
pub mod testing;
mod token;
mod wording;

pub use blueprint::{
    Allow, Blueprint, Change, Channel, Diff, END, Edge, Entry, Field, Join, List, Literal, Node, Object, Origin,
    Position, Provenance, ReadError, Reference, Route, Routing, Schema, Send, Span, Text, Topology, TopologyNode, Via,
    circles,
};
pub use capability_source::{CapabilitySource, Snapshot, SnapshotError};
pub use check::MAX_NODES;
pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Label, Location};
pub use directory::{DirectoryError, check_dir};
pub use format::format;
pub use kind::{ComponentKind, UnknownKind};
pub use name::{MAX_NAME_BYTES, NameError, check_name};
pub use nearest::nearest;
pub use parser::MAX_DEPTH;
pub use program::{Compiled, Program, compile};
pub use reference::{NODE_KINDS, Needs, NodeKind, REFERABLE};
pub use render::frame;
pub use report::{MAX_PROBLEMS, Report};
pub use resolver::CapabilityResolver;
pub use source::{ByteSpan, MAX_SOURCE_BYTES, Source};

/// Not public API. Used by generated code.
#[doc(hidden)]
pub mod __private {
    pub use core;
}
