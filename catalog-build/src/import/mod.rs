//! Makes snapshots of the price maps that others publish.
//!
//! An import never loses a fact without a word: what the schema does not model is kept in
//! [`extra`](model_catalog::ModelCatalogEntry::extra), and the [`ImportReport`] says what was taken, inferred, folded, kept and
//! dropped, by count and by key. The same input gives the same snapshot, byte for byte.

pub mod genai_prices;
mod item;
pub mod litellm;
mod members;
mod models;
pub mod models_dev;
mod report;

pub use report::{Action, ImportReport};

use chrono::NaiveDate;
use model_catalog::__private::refuse_errors;
use model_catalog::{
    CURRENCY, JsonError, ModelCatalogEntry, ModelCatalogSnapshot, SCHEMA_VERSION, SnapshotError, SnapshotSource, UNIT,
};
use sha2::{Digest, Sha256};

/// A snapshot, and how it came about.
#[derive(Clone, Debug)]
pub struct Import {
    /// The snapshot. It keeps every rule.
    pub snapshot: ModelCatalogSnapshot,
    /// What became of each part of the input.
    pub report: ImportReport,
}

/// What a file does not say about itself.
#[derive(Clone, Debug)]
pub struct Edition<'a> {
    /// The release or other version of the file.
    pub version: &'a str,
    /// The day on which it was taken.
    pub date: NaiveDate,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The input is not JSON, or has a duplicate key.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// The input has not the form of the source.
    #[error("{format}: {what}")]
    Form {
        /// The source, such as `litellm`.
        format: &'static str,
        /// What was found, where, and what was expected.
        what: String,
    },
    /// What the input says breaks a rule of snapshots.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

/// The source of a snapshot that was made of `text`.
fn source_of(text: &str, id: &str, url: &str, edition: &Edition<'_>) -> SnapshotSource {
    SnapshotSource {
        id: id.to_owned(),
        url: Some(url.to_owned()),
        version: edition.version.to_owned(),
        date: edition.date,
        sha256: Some(sha256(text)),
        licence: Some("MIT".to_owned()),
    }
}

/// The snapshot of entries from one source, sorted, after a check of every rule.
fn snapshot_of(
    source: SnapshotSource,
    mut models: Vec<ModelCatalogEntry<'static>>,
    mut report: ImportReport,
) -> Result<Import, ImportError> {
    models.sort_by(|a, b| (&a.provider, &a.model_id).cmp(&(&b.provider, &b.model_id)));
    let snapshot = ModelCatalogSnapshot {
        schema_version: SCHEMA_VERSION,
        snapshot_id: format!("{}-{}", source.id, source.version),
        date: source.date,
        currency: CURRENCY.to_owned(),
        unit: UNIT.to_owned(),
        sources: vec![source],
        models,
    };
    refuse_errors(&snapshot)?;
    report.models = snapshot.models.len();
    report.aliases = snapshot.models.iter().map(|entry| entry.aliases.len()).sum();
    Ok(Import { snapshot, report })
}

fn sha256(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))
}
