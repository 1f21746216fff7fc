//! The model catalog that comes with the registry: prices, context windows and capabilities of thousands of models.
//!
//! [`ModelCatalog::seed`] returns the catalog. The build script validates and packs it, so the program parses and allocates
//! nothing, and a program that never uses the catalog does not contain it.
//!
//! ```
//! let model = registry::catalog::ModelCatalog::seed().get("openai", "gpt-4o").unwrap();
//! println!("USD per input token: {:?}, tokens: {:?}", model.pricing.input(), model.window());
//! ```
//!
//! The methods of entries are in the crate `model-catalog`; programs use both crates as `registry::catalog`.

use catalog_build::Overlay;
use model_catalog::{PackedCatalog, SnapshotError, ValidSnapshot, embedded_catalog, read_snapshot};
use std::fmt;
use std::ops::Deref;

static SEED: ModelCatalog = ModelCatalog { catalog: embedded_catalog!("catalog") };

/// A catalog of models: the one that comes with the crate, or one that is read at run time.
///
/// Lookups take time that does not depend on the number of models, and allocate nothing.
#[derive(Clone)]
pub struct ModelCatalog {
    catalog: PackedCatalog,
}

impl ModelCatalog {
    /// Returns the catalog that comes with the crate.
    pub fn seed() -> &'static Self {
        &SEED
    }

    /// Reads and validates the JSON of a snapshot.
    ///
    /// ```
    /// use registry::catalog::{ModelCatalog, Rule};
    ///
    /// let error = ModelCatalog::from_json("{}").unwrap_err();
    /// assert_eq!(error.findings[0].rule, Rule::Shape);
    /// ```
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] with every entry that breaks a rule, the rule, and the position of entries that cannot be read.
    pub fn from_json(json: &str) -> Result<Self, SnapshotError> {
        Ok(Self { catalog: PackedCatalog::from_snapshot(&read_snapshot(json)?)? })
    }

    /// Creates the catalog of a snapshot, which is validated unless it is a [`ValidSnapshot`].
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] with every rule that the snapshot breaks, and the entries that break them.
    pub fn from_snapshot<E>(snapshot: impl TryInto<ValidSnapshot, Error = E>) -> Result<Self, SnapshotError>
    where
        SnapshotError: From<E>,
    {
        Ok(Self { catalog: PackedCatalog::from_snapshot(&snapshot.try_into()?)? })
    }

    /// Creates the catalog from the one that a build script packed and embedded, for a `static`: see
    /// [`embedded_catalog!`](embedded_catalog).
    ///
    /// ```text
    /// static OURS: ModelCatalog = ModelCatalog::from_packed(embedded_catalog!("catalog"));
    /// ```
    pub const fn from_packed(catalog: PackedCatalog) -> Self {
        Self { catalog }
    }

    /// Returns this catalog with an overlay applied: private models, contract prices, removals.
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
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] with every change that cannot be applied, and every rule that the result breaks.
    pub fn with_overlay(&self, overlay: &Overlay) -> Result<Self, SnapshotError> {
        Ok(Self { catalog: PackedCatalog::from_snapshot(&overlay.apply(self)?)? })
    }
}

/// Provides the lookups of the packed catalog.
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
