//! The `.rag` language: agent graphs that bind to capabilities by name.

mod blueprint;
mod kind;
mod name;
mod nearest;
mod reference;

pub use blueprint::{
    Allow, Blueprint, Channel, END, Entry, Field, Join, List, Literal, Node, Object, Origin, Position, Provenance,
    ReadError, Route, Routing, Schema, Send, Span, Text,
};
pub use kind::{ComponentKind, UnknownKind};
pub use name::{MAX_NAME_BYTES, NameError, check_name};
pub use nearest::nearest;
pub use reference::REFERABLE;
