//! Lays the facts of one source over those of another: an overlay over a snapshot, or two snapshots over each other.

mod facts;
mod merge;
mod overlay;

pub use merge::{Conflict, Merge, merge};
pub use overlay::Overlay;
