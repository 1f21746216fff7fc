//! Builds model catalogs: imports of published price maps, overlays, validation, diffs, and the files that a program
//! embeds.
//!
//! A build script validates a snapshot, or applies an overlay to one, and writes what the program embeds, so that the
//! program
//! parses nothing at run time. Programs and build scripts use it as `registry::catalog`:
//!
//! ```no_run
//! // build.rs
//! use registry::catalog::{build_script, embed};
//!
//! fn main() -> std::process::ExitCode {
//!     build_script(|out| embed("model-catalog.snapshot.json", out.join("catalog")))
//! }
//! ```
//!
//! | to | use |
//! |---|---|
//! | embed a catalog | [`embed()`] or [`embed_overlay`] in a [`build_script`] |
//! | change prices, add your own models | [`Overlay`] |
//! | merge the catalogs of several sources | [`merge`] |
//! | validate a snapshot | [`validate`] |
//! | compare two snapshots | [`SnapshotDiff`] |
//! | import published price maps | `import`, with the feature `import` |

mod diff;
mod embed;
mod facts;
#[cfg(feature = "import")]
pub mod import;
mod merge;
mod overlay;
mod validate;

pub use diff::{FieldChange, ModelChange, PriceChange, SnapshotDiff};
pub use embed::{EmbedError, build_script, embed, embed_overlay};
pub use merge::{Conflict, Merge, merge};
pub use overlay::Overlay;
pub use validate::validate;
