//! The `.rag` language: agent graphs that bind to capabilities by name.

mod kind;
mod name;

pub use kind::{ComponentKind, UnknownKind};
pub use name::{MAX_NAME_BYTES, NameError, check_name};
