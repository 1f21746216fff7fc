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

use catalog_build::Overlay;
use model_catalog::{Image, ModelCatalogSnapshot, SnapshotError, embedded_image, read_snapshot};
use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

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
}

/// The look-ups are those of the catalog's image.
impl Deref for ModelCatalog {
    type Target = Image;

    #[inline]
    fn deref(&self) -> &Image {
        &self.image
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
