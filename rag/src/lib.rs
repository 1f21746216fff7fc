//! The `.rag` language: agent graphs that bind to capabilities by name.
//!
//! A source declares nodes, the registered capability each one uses, and how control moves between them. It contains no
//! code, so it may be written by a model: compiling it reads nothing but its text, in bounded time and depth. One run
//! reports every error and warning. The result is a [`Blueprint`], a plain value to store, compare, draw and run.
//!
//! ```
//! use registry::rag::{CapabilityResolver, ComponentKind, Source};
//!
//! let source = Source::file("support.rag", r#"
//! graph support {
//!   start agent
//!   node agent {
//!     kind agent
//!     tools ["lookup_usr"]
//!     routes { escalate -> review  final -> END }
//!   }
//!   node review { kind human  prompt "Approve?" }
//! }
//! "#);
//! let resolver = CapabilityResolver::from_lists([(ComponentKind::Tool, ["lookup_user"])]);
//!
//! let report = registry::rag::compile(&[source.clone()], &resolver).unwrap_err();
//! assert_eq!(report.to_string(), r#"error[E301]: unknown tool `lookup_usr`
//!  --> support.rag:6:13
//!   |
//! 6 |     tools ["lookup_usr"]
//!   |             ^^^^^^^^^^ no tool with this name is registered
//!   |
//!   = help: did you mean `lookup_user`?
//! "#);
//!
//! let compiled = registry::rag::compile(&[source], &CapabilityResolver::without_registry())?;
//! assert_eq!(compiled.blueprints[0].successors("agent"), ["review", "END"]);
//! # Ok::<(), registry::rag::Report>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | learn the language | [`language`] |
//! | compile sources, several files as one program | [`Program`], [`compile`] |
//! | define which names exist | [`CapabilityResolver`], from a [`CapabilitySource`], a snapshot or lists |
//! | show diagnostics to people or tools | [`Report`], [`Diagnostic`], [`Report::render`], [`Report::to_json_lines`] |
//! | read, store and compare graphs | [`Blueprint`], its JSON form, [`Blueprint::diff`] |
//! | draw graphs | [`Blueprint::to_mermaid`], [`Blueprint::to_dot`], [`Blueprint::topology`] |
//! | format sources | [`format()`] |
//! | check graphs in a build script | [`check_dir`] |
//! | test graphs | [`testing`] |

mod ast;
mod blueprint;
mod blueprint_to_ast;
mod capability_source;
mod check;
mod code;
mod diagnostic;
mod directory;
mod embedded;
mod format;
mod identifier;
mod keyword;
pub mod language;
mod lexer;
mod lower;
mod messages;
mod number;
mod parser;
mod printable;
mod program;
mod quoted;
mod raw_diagnostic;
mod reference;
mod render;
mod report;
mod resolver;
mod source;
pub mod testing;
mod token;

pub use blueprint::{
    Allow, Blueprint, BlueprintProvenance, Change, Channel, Definition, Diff, END, Edge, Entry, Field, Join, List,
    Literal, Node, Object, Origin, Position, ReadError, Reference, Route, Routing, Schema, Send, Span, Text, Topology,
    TopologyNode, Via, cycles,
};
pub use capability_source::{CapabilitySource, RegistrySnapshotError, Snapshot};
pub use check::MAX_NODES;
pub use code::Code;
pub use diagnostic::{Diagnostic, Label, Location};
pub use directory::{DirectoryError, check_dir};
pub use format::format;
pub use parser::MAX_DEPTH;
pub use program::{Compiled, Program, compile};
pub use reference::{NODE_KINDS, Needs, NodeKind, REFERENCE_KINDS};
pub use report::{MAX_DIAGNOSTICS, Report};
pub use resolver::CapabilityResolver;
pub use source::{MAX_SOURCE_BYTES, Source};
pub use vocabulary::{ComponentKind, MAX_NAME_BYTES, NameError, Severity, UnknownKind, check_name, nearest};

/// Not public API. Used by generated code and by the crates of this workspace.
#[doc(hidden)]
pub mod __private {
    pub use crate::embedded::Embedded;
    pub use crate::program::same_trees;
    pub use crate::render::frames;
}
