//! The `.rag` language: agent graphs that bind to capabilities by name.

mod kind;
mod name;
mod nearest;

pub use kind::{ComponentKind, UnknownKind};
pub use name::{MAX_NAME_BYTES, NameError, check_name};
pub use nearest::nearest;
