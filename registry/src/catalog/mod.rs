//! The offline model catalog: prices, context windows and capabilities of thousands of models.
//!
//! [`ModelCatalog::seed`] is the catalog that is included in the crate. It is validated and encoded when the crate is built,
//! so lookups neither parse nor allocate, and a program that does not use it does not contain it.
//!
//! ```
//! use registry::catalog::{Capability, ModelCatalog, ServiceTier, Usage};
//!
//! let catalog = ModelCatalog::seed();
//! let model = catalog.get("openai", "gpt-4o").unwrap();
//! assert!(model.capability_set().contains(Capability::Vision));
//! println!("USD per input token: {:?}, tokens: {:?}", model.pricing.input(), model.window());
//!
//! // The exact cost of a call in USD. Token totals include their parts.
//! let usage = Usage { cache_read_tokens: 800, ..Usage::new(1_000, 50) };
//! assert_eq!(model.cost(&usage, ServiceTier::Standard)?.total.to_string(), "0.002");
//!
//! // A lookup by id alone returns the model of its maker.
//! assert_eq!(catalog.get_by_model_id("gpt-4o").unwrap().provider, "openai");
//! assert!(catalog.providers_of("gpt-4o").any(|model| model.provider == "azure"));
//! # Ok::<(), registry::catalog::CostError>(())
//! ```

mod join;

pub use catalog_build::{
    Conflict, EmbedError, FieldChange, Merge, ModelChange, Overlay, PriceChange, SnapshotDiff, build_script, embed,
    embed_overlay, merge, validate,
};
pub use catalog_seed::ModelCatalog;
pub use model_catalog::{
    Aliases, CURRENCY, CallTerms, Capability, CapabilitySet, CatalogFile, CatalogFreshness, Cost, CostError, CostFee,
    CostItem, CostNote, DateTime, Decimal, Extra, Finding, FreshnessPolicy, JsonError, JsonPosition, Mode,
    ModelCapabilities, ModelCatalogEntry, ModelCatalogSnapshot, ModelFilter, ModelPricing, Multipliers, NaiveDate,
    PackedCatalog, PriceComponent, PricedAt, PricedIsDerived, Provenance, Rate, Rates, Region, Rule, SCHEMA_VERSION,
    SearchContext, ServiceTier, Severity, SnapshotError, SnapshotSource, StaleCatalog, StreamUsage, ThresholdRule,
    UNIT, Unit, UnknownKey, UnknownRate, UnknownRates, Usage, UsageError, UsageFormat, UsageReport, Utc, ValidSnapshot,
    Weekday, WeeklyWindow, WindowError, canonical_provider, embedded_catalog, money, read_snapshot, threshold_rule,
};
