//! Prices, context windows and capabilities of thousands of language models, and the exact cost of a call.
//!
//! A *snapshot* is a JSON file of models. [`read_snapshot`] reads and validates it. [`PackedCatalog`] is its form for
//! lookups, which need no parsing and allocate nothing. An [entry](ModelCatalogEntry) has the prices, windows and
//! capabilities of a model, and computes the exact [`Cost`] of a [`Usage`]. Programs use all of it as `registry::catalog`;
//! the built-in catalog and `ModelCatalog` are in the crate `catalog-seed`.
//!
//! ```
//! # let json = include_str!("../tests/data/small.snapshot.json");
//! use registry::catalog::{Capability, PackedCatalog, ServiceTier, Usage, read_snapshot};
//!
//! let catalog = PackedCatalog::from_snapshot(&read_snapshot(json)?)?;
//! let model = catalog.get("example", "model-1").unwrap();
//! assert_eq!(model.pricing.input().unwrap().to_string(), "0.0000025"); // USD per token
//! assert!(model.capability_set().contains(Capability::ToolCalling));
//! assert_eq!(model.cost(&Usage::new(1_000, 50), ServiceTier::Standard)?.total.to_string(), "0.003");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | layer | files; each layer uses only those above it |
//! |---|---|
//! | vocabulary | `mode`, `component`, `window`, `money`, `rate`, `region`, `provider` |
//! | records of a packed catalog | `record`, `rate_record` |
//! | lists and strings, owned or in a packed catalog | `rates`, `unknown`, `aliases`, `pooled`, `multipliers`, `extra`, `provenance` |
//! | models | `pricing`, `schema`, `usage`, `cost` |
//! | snapshots | `rule`, `validate`, `read`, `write` |
//! | lookups | `filter`, `freshness`, `packed` |

mod aliases;
mod component;
mod cost;
mod date;
mod extra;
mod filter;
mod freshness;
mod json;
mod mode;
pub mod money;
mod multipliers;
mod packed;
mod pooled;
mod pricing;
mod provenance;
mod provider;
mod rate;
mod rate_record;
mod rates;
mod read;
mod record;
mod region;
mod rule;
mod schema;
mod unknown;
mod usage;
mod validate;
mod window;
mod write;

pub use aliases::Aliases;
pub use chrono::{DateTime, NaiveDate, Utc, Weekday};
pub use component::{PriceComponent, Unit};
pub use cost::{CallTerms, Cost, CostError, CostFee, CostItem, CostNote, PricedAt};
pub use extra::Extra;
pub use filter::ModelFilter;
pub use freshness::{CatalogFreshness, FreshnessPolicy, StaleCatalog};
pub use json::{JsonError, JsonPosition};
pub use mode::Mode;
pub use multipliers::Multipliers;
pub use packed::PackedCatalog;
pub use pricing::ModelPricing;
pub use provenance::Provenance;
pub use provider::{canonical_provider, threshold_rule};
pub use rate::{Rate, ServiceTier, ThresholdRule};
pub use rates::Rates;
pub use read::read_snapshot;
pub use region::Region;
pub use rule::{CatalogFile, Finding, Rule, SnapshotError};
pub use rust_decimal::Decimal;
pub use schema::{CURRENCY, ModelCatalogEntry, ModelCatalogSnapshot, SCHEMA_VERSION, SnapshotSource, UNIT};
pub use unknown::{UnknownRate, UnknownRates};
pub use usage::{SearchContext, StreamUsage, Usage, UsageError, UsageFormat, UsageReport};
pub use validate::ValidSnapshot;
pub use vocabulary::{Capability, CapabilitySet, ModelCapabilities, PricedIsDerived, Severity, UnknownKey};
pub use window::{WeeklyWindow, WindowError};

/// Not public API: used by `catalog-build`, which produces what this crate reads.
#[doc(hidden)]
pub mod __private {
    pub use crate::cost::{applicable_rate, fallback_component};
    pub use crate::date::parse_date;
    pub use crate::money::{is_exact, optional, price_of};
    pub use crate::rate::rate_path;
    pub use crate::validate::{Findings, MAX_TOKENS, is_model_name, is_provider_name, is_url, validation_errors};
    pub use crate::window::minutes;

    pub mod json {
        pub use crate::json::*;
    }
}
