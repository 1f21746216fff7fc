//! The `.rag` language: sources and programs, diagnostics, the formatter, and helpers for build scripts and tests.
//!
//! ```
//! use registry::ComponentKind;
//! use registry::rag::{CapabilityResolver, Source, compile};
//!
//! let source = Source::file("desk.rag", r#"graph desk { start answer  node answer { tools ["lookup_usr"] } }"#);
//! let resolver = CapabilityResolver::from_lists([(ComponentKind::Tool, ["lookup_user"])]);
//! let report = compile(&[source], &resolver).unwrap_err();
//! assert!(report.to_string().contains("did you mean `lookup_user`?"));
//! ```

pub use ::rag::{
    Allow, Blueprint, BlueprintProvenance, CapabilityResolver, CapabilitySource, Change, Channel, Code, Compiled,
    ComponentKind, Definition, Diagnostic, Diff, DirectoryError, END, Edge, Entry, Field, Join, Label, List, Literal,
    Location, MAX_DEPTH, MAX_DIAGNOSTICS, MAX_NODES, MAX_SOURCE_BYTES, NODE_KINDS, Needs, Node, NodeKind, Object,
    Origin, Position, Program, REFERENCE_KINDS, ReadError, Reference, RegistrySnapshotError, Report, Route, Routing,
    Schema, Send, Severity, Snapshot, Source, Span, Text, Topology, TopologyNode, Via, check_dir, compile, cycles,
    format, language, testing,
};
