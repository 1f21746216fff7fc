//! Definitions shared by all crates of the capability registry.
//!
//! ```
//! use vocabulary::{ComponentKind, check_name, cycles, nearest, or_did_you_mean};
//!
//! assert_eq!("tool".parse(), Ok(ComponentKind::Tool));
//! assert!(check_name("lookup_user").is_ok());
//! let near = nearest("lookup_usr", ["lookup_user", "create_ticket"]);
//! assert_eq!(format!("unknown tool `lookup_usr`{}", or_did_you_mean(near)), "unknown tool `lookup_usr`; did you mean `lookup_user`?");
//! assert_eq!(cycles(&[vec![1], vec![0]]), [[0, 1]]);
//! ```
//!
//! The library `registry` re-exports kinds, names and capability flags; the rest is for the crates of this workspace.

mod capability;
mod cycles;
#[doc(hidden)]
pub mod keyed;
mod kind;
mod label;
mod name;
mod nearest;
mod severity;

pub use capability::{Capability, CapabilitySet, ModelCapabilities, PricedIsDerived};
pub use cycles::{cycles, cycles_through_every_edge};
pub use keyed::UnknownKey;
pub use kind::{ComponentKind, UnknownKind};
pub use label::{dot_label, mermaid_label};
pub use name::{MAX_NAME_BYTES, NameError, check_name, is_bidi_control};
pub use nearest::{Comparisons, did_you_mean, nearest, nearest_or_continued, or_did_you_mean};
pub use severity::Severity;
