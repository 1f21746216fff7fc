//! The model catalog that comes with the registry: prices, context windows and capabilities of thousands of models.
//!
//! [`ModelCatalog::seed`] is the catalog itself. The build script validated and packed it, so the program parses nothing and
//! allocates nothing, and a program that never uses it does not include it.
//!
//! ```
//! let model = registry::catalog::ModelCatalog::seed().get("openai", "gpt-4o").unwrap();
//! println!("USD per input token: {:?}, tokens: {:?}", model.pricing.input(), model.window());
//! ```
//!
//! What can be asked of an entry is in the crate `model-catalog`; programs reach both as `registry::catalog`.

use catalog_build::Overlay;
use model_catalog::{PackedCatalog, SnapshotError, ValidSnapshot, embedded_catalog, read_snapshot};
use std::fmt;
use std::ops::Deref;

static SEED: ModelCatalog = ModelCatalog { catalog: embedded_catalog!("catalog") };

/// A catalog of models: the one that comes with the crate, or one read while the program runs.
///
/// Look-ups take time that does not depend on the number of models, and allocate nothing.
#[derive(Clone)]
pub struct ModelCatalog {
    catalog: PackedCatalog,
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
        Ok(Self { catalog: PackedCatalog::of(&read_snapshot(json)?)? })
    }

    /// The catalog of a snapshot, which is validated unless it is a [`ValidSnapshot`].
    ///
    /// # Errors
    ///
    /// Every rule that the snapshot breaks, with the entry.
    pub fn from_snapshot<E>(snapshot: impl TryInto<ValidSnapshot, Error = E>) -> Result<Self, SnapshotError>
    where
        SnapshotError: From<E>,
    {
        Ok(Self { catalog: PackedCatalog::of(&snapshot.try_into()?)? })
    }

    /// The catalog that a build script packed and embedded, for a `static`: see [`embedded_catalog!`](embedded_catalog).
    ///
    /// ```text
    /// static OURS: ModelCatalog = ModelCatalog::from_packed(embedded_catalog!("catalog"));
    /// ```
    pub const fn from_packed(catalog: PackedCatalog) -> Self {
        Self { catalog }
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
        Ok(Self { catalog: PackedCatalog::of(&overlay.apply(self)?)? })
    }
}

/// The look-ups are those of the packed catalog.
impl Deref for ModelCatalog {
    type Target = PackedCatalog;

    #[inline]
    fn deref(&self) -> &PackedCatalog {
        &self.catalog
    }
}

impl fmt::Debug for ModelCatalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelCatalog")
            .field("snapshot_id", &self.snapshot_id())
            .field("models", &self.catalog.len())
            .finish()
    }
}
