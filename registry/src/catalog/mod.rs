//! The offline model catalog: prices, context windows and capabilities of thousands of models.
//!
//! [`ModelCatalog::seed`] is the catalog that comes with the crate. It was checked and laid out while the crate was
//! built, so the program parses nothing and allocates nothing, and a program that never asks for it does not carry it.
//!
//! ```
//! use registry::catalog::{Capability, ModelCatalog, ServiceTier, Usage};
//!
//! let catalog = ModelCatalog::seed();
//! let model = catalog.get("openai", "gpt-4o").unwrap();
//! assert!(model.capability_set().contains(Capability::Vision));
//! println!("USD per input token: {:?}, tokens: {:?}", model.pricing.input(), model.window());
//!
//! // What a call costs, exactly, in USD. Totals include their parts.
//! let usage = Usage { cache_read_tokens: 800, ..Usage::new(1_000, 50) };
//! assert_eq!(model.cost(&usage, ServiceTier::Standard)?.total.to_string(), "0.002");
//!
//! // By id alone: the maker's own offer, always the same one.
//! assert_eq!(catalog.get_by_model_id("gpt-4o").unwrap().provider, "openai");
//! assert!(catalog.providers_of("gpt-4o").any(|model| model.provider == "azure"));
//! # Ok::<(), registry::catalog::CostError>(())
//! ```

mod join;

pub use catalog_build::{
    Aliases, CURRENCY, Capability, CapabilitySet, CatalogFreshness, Conflict, Cost, CostError, CostItem, Decimal,
    EmbedError, Extra, FieldChange, Finding, FreshnessPolicy, Image, Merge, Mode, ModelCapabilities, ModelCatalogEntry,
    ModelCatalogSnapshot, ModelChange, ModelFilter, ModelPricing, Overlay, Position, PriceChange, PriceComponent,
    PricedAt, PricedIsNotStated, Provenance, Rate, Rates, Rule, SCHEMA_VERSION, ServiceTier, Severity, SnapshotDiff,
    SnapshotError, SnapshotSource, StaleCatalog, StreamUsage, ThresholdRule, TierChoice, UNIT, Unit, UnknownKey, Usage,
    UsageError, UsageFormat, WeeklyWindow, WindowError, build_script, canonical_provider, embed, embed_overlay,
    embedded_image, merge, validate,
};
pub use chrono::NaiveDate;

use catalog_build::read_snapshot;
use std::borrow::Borrow;
use std::fmt;

static SEED: ModelCatalog = ModelCatalog { image: embedded_image!("catalog") };

/// A catalog of models: the one that comes with the crate, or one read while the program runs.
///
/// Look-ups take time that does not depend on the number of models, and allocate nothing.
#[derive(Clone)]
pub struct ModelCatalog {
    image: Image,
}

impl ModelCatalog {
    /// The catalog that comes with the crate.
    pub fn seed() -> &'static Self {
        &SEED
    }

    /// Reads and validates the JSON of a snapshot.
    ///
    /// The error names every entry that breaks a rule, the rule, and where the entry cannot be read its line.
    ///
    /// ```
    /// use registry::catalog::{ModelCatalog, Rule};
    ///
    /// let error = ModelCatalog::from_json("{}").unwrap_err();
    /// assert_eq!(error.findings[0].rule, Rule::Shape);
    /// ```
    pub fn from_json(json: &str) -> Result<Self, SnapshotError> {
        Self::from_snapshot(read_snapshot(json)?)
    }

    /// The catalog of a snapshot, which is validated first.
    pub fn from_snapshot(snapshot: impl Borrow<ModelCatalogSnapshot>) -> Result<Self, SnapshotError> {
        Ok(Self { image: Image::of(snapshot.borrow())? })
    }

    /// The catalog in an image that a build script embedded, for a `static`: see [`embedded_image!`](embedded_image).
    ///
    /// ```text
    /// static OURS: ModelCatalog = ModelCatalog::from_image(embedded_image!("catalog"));
    /// ```
    pub const fn from_image(image: Image) -> Self {
        Self { image }
    }

    /// This catalog with an overlay laid over it: private models, contract prices, removals.
    ///
    /// ```
    /// use registry::catalog::{ModelCatalog, Overlay};
    ///
    /// let overlay = Overlay::from_json(r#"{
    ///     "schema_version": 1,
    ///     "source": {"id": "contract", "version": "1", "date": "2026-11-30"},
    ///     "models": [{"provider": "openai", "model_id": "gpt-4o",
    ///                 "pricing": {"rates": [{"component": "input", "price": "0.000002"}]}}]
    /// }"#)?;
    /// let catalog = ModelCatalog::seed().with_overlay(&overlay)?;
    /// let model = catalog.get("openai", "gpt-4o").unwrap();
    /// assert_eq!(model.pricing.input().unwrap().to_string(), "0.000002");
    /// assert_eq!(model.provenance.of("pricing.input"), Some("contract"));
    /// # Ok::<(), registry::catalog::SnapshotError>(())
    /// ```
    pub fn with_overlay(&self, overlay: &Overlay) -> Result<Self, SnapshotError> {
        Self::from_snapshot(overlay.apply(&self.snapshot())?)
    }

    /// The model that `provider` offers under an id or alias.
    ///
    /// A provider's spelling in another source resolves too (`bedrock_converse` is `bedrock`), and so does an id that
    /// repeats the provider (`azure/gpt-4o`). Where two spellings of a provider have different models of one id, each
    /// spelling finds its own.
    #[inline]
    pub fn get(&self, provider: &str, model_id: &str) -> Option<ModelCatalogEntry<'_>> {
        self.image.get(provider, model_id)
    }

    /// The model that an id or alias means without a provider: the maker's own, before any other provider's.
    /// `provider/id` is that provider's model: the one that it calls so in full, before the one that
    /// [`get`](Self::get) finds.
    #[inline]
    pub fn get_by_model_id(&self, model_id: &str) -> Option<ModelCatalogEntry<'_>> {
        self.image.get_by_model_id(model_id)
    }

    /// Every provider's model of this id or alias, the maker's own first.
    pub fn providers_of(&self, model_id: &str) -> impl Iterator<Item = ModelCatalogEntry<'_>> {
        self.image.providers_of(model_id)
    }

    /// Every model, in the order of the snapshot.
    pub fn models(&self) -> impl ExactSizeIterator<Item = ModelCatalogEntry<'_>> + DoubleEndedIterator {
        self.image.models()
    }

    /// The models that meet a filter's conditions, in the order of the snapshot.
    ///
    /// ```
    /// use registry::catalog::{Capability, CapabilitySet, ModelCatalog, ModelFilter};
    ///
    /// let filter = ModelFilter {
    ///     provider: Some("anthropic".to_owned()),
    ///     capabilities: CapabilitySet::EMPTY.with(Capability::Vision).with(Capability::Reasoning),
    ///     min_context: Some(200_000),
    ///     ..ModelFilter::default()
    /// };
    /// assert!(ModelCatalog::seed().search(&filter).count() > 1);
    /// ```
    pub fn search(&self, filter: &ModelFilter) -> impl Iterator<Item = ModelCatalogEntry<'_>> {
        self.image.search(filter)
    }

    /// Whether the catalog is recent enough: see [`CatalogFreshness::check`].
    pub fn freshness(&self, rule: &CatalogFreshness, today: NaiveDate) -> Result<Option<StaleCatalog>, StaleCatalog> {
        rule.check(self.date(), today)
    }

    /// The day whose prices the catalog has.
    pub fn date(&self) -> NaiveDate {
        self.image.date()
    }

    /// Where the catalog's facts come from.
    pub fn sources(&self) -> Vec<SnapshotSource> {
        self.image.sources()
    }

    /// Up to three names that were perhaps meant by `name`, which no model has; best first, never in another order.
    ///
    /// ```
    /// assert_eq!(registry::catalog::ModelCatalog::seed().nearest("openai/gpt-4oo")[0], "openai/gpt-4o");
    /// ```
    pub fn nearest(&self, name: &str) -> Vec<String> {
        self.image.nearest(name, 3)
    }

    /// The snapshot that the catalog was made of.
    pub fn snapshot(&self) -> ModelCatalogSnapshot {
        self.image.snapshot()
    }

    /// What the snapshot is called, as costs name it.
    pub fn snapshot_id(&self) -> &str {
        self.image.snapshot_id()
    }
}

impl fmt::Debug for ModelCatalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelCatalog")
            .field("snapshot_id", &self.snapshot_id())
            .field("models", &self.image.len())
            .finish()
    }
}
