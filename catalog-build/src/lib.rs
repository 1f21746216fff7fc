//! Builds model catalogs: imports of published price maps, overlays, checks, diffs, and the files that a program embeds.
//!
//! A build script validates a snapshot, or lays an overlay over one, and writes what the program embeds; nothing is parsed
//! when the program runs. Programs and build scripts reach it as `registry::catalog`:
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
//! | embed a catalog | [`embed()`], [`embed_overlay`], in a [`build_script`] |
//! | change prices, add models of your own | [`Overlay`] |
//! | join the catalogs of several sources | [`merge`] |
//! | check a snapshot | [`validate`] |
//! | see what changed between two | [`SnapshotDiff`] |
//! | read what others publish | `import`, with the feature of that name |

mod check;
mod diff;
mod embed;
mod facts;
#[cfg(feature = "import")]
pub mod import;
mod merge;
mod overlay;

pub use check::validate;
pub use diff::{FieldChange, ModelChange, PriceChange, SnapshotDiff};
pub use embed::{EmbedError, build_script, embed, embed_overlay};
pub use merge::{Conflict, Merge, merge};
pub use overlay::Overlay;
