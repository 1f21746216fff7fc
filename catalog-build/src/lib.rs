//! The model catalog at build time: what thousands of models cost and can do, checked and ready to embed.
//!
//! A *snapshot* is a JSON file of models. [`read_snapshot`] reads and validates it, [`Image`] is its form for
//! look-ups, and [`embed()`] puts that form into a program while it is built, so that the running program parses
//! and allocates nothing.
//!
//! ```
//! # let json = include_str!("../tests/data/small.snapshot.json");
//! use catalog_build::{Capability, Image, read_snapshot};
//!
//! let image = Image::of(&read_snapshot(json)?)?;
//! let model = image.get("example", "model-1").unwrap();
//! assert_eq!(model.pricing.input().unwrap().to_string(), "0.0000025"); // USD per token
//! assert!(model.capability_set().contains(Capability::ToolCalling));
//! # Ok::<(), catalog_build::SnapshotError>(())
//! ```
//!
//! With the feature `import`, the module `import` makes snapshots of the price maps that others publish.

mod aliases;
mod capability;
mod cost;
mod date;
mod diff;
mod embed;
mod extra;
mod filter;
mod freshness;
mod image;
#[cfg(feature = "import")]
pub mod import;
mod json;
mod keyed;
mod layer;
mod mode;
pub mod money;
mod nearest;
mod pooled;
mod pricing;
mod provenance;
mod provider;
mod rates;
mod read;
mod rule;
mod schema;
mod usage;
mod validate;
mod warn;
mod window;
mod write;

pub use aliases::Aliases;
pub use capability::{Capability, CapabilitySet, ModelCapabilities, PricedIsNotStated};
pub use cost::{Cost, CostError, CostItem, PricedAt, TierChoice};
pub use diff::{FieldChange, ModelChange, PriceChange, SnapshotDiff};
pub use embed::{EmbedError, embed, embed_overlay};
pub use extra::Extra;
pub use filter::ModelFilter;
pub use freshness::{CatalogFreshness, FreshnessPolicy, StaleCatalog};
pub use image::Image;
pub use json::{JsonError, Position};
pub use keyed::UnknownKey;
pub use layer::{Conflict, Merge, Overlay, merge};
pub use mode::Mode;
pub use nearest::nearest;
pub use pricing::{ModelPricing, PriceComponent, Rate, ServiceTier, ThresholdRule, Unit};
pub use provenance::Provenance;
pub use provider::{canonical_provider, threshold_rule};
pub use rates::Rates;
pub use read::read_snapshot;
pub use rule::{Finding, Rule, Severity, SnapshotError};
pub use rust_decimal::Decimal;
pub use schema::{CURRENCY, ModelCatalogEntry, ModelCatalogSnapshot, SCHEMA_VERSION, SnapshotSource, UNIT};
pub use usage::{StreamUsage, Usage, UsageError, UsageFormat};
pub use validate::validate;
pub use window::{WeeklyWindow, WindowError};
