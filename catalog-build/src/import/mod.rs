//! Creates snapshots from published price maps.
//!
//! An import never silently loses a fact. What the schema does not model is kept in
//! [`extra`](model_catalog::ModelCatalogEntry::extra), and the [`ImportReport`] states what was imported, inferred,
//! folded,
//! kept and dropped, by count and by key. Equal inputs produce equal snapshots, byte for byte.
//!
//! A single invalid entry does not fail the import. What cannot be imported of an entry is left out, and so is an entry
//! of which
//! nothing can be imported; the report lists each with its position, what was found and what was expected. Of two
//! different
//! values for the same thing, neither is used. A price that was left out is
//! [unknown](model_catalog::ModelPricing::unknown): a call that would be billed at it has no cost. If it is unknown
//! which
//! calls a price applies to, all prices of its component and tier are unknown. A member that the import does not know
//! is kept
//! and does not change prices. `import_strict` rejects an input of which anything would be left out.

mod duplicates;
pub mod genai_prices;
mod left_out;
pub mod litellm;
mod log;
mod members;
mod model_builder;
mod models;
pub mod models_dev;
mod report;
mod value;

pub use left_out::LeftOut;
pub use report::{Action, ImportReport};

use chrono::NaiveDate;
use duplicates::Deduplicated;
use left_out::Mismatch;
use log::Log;
use model_catalog::__private::{json, validation_errors};
use model_catalog::{
    CURRENCY, JsonError, ModelCatalogEntry, ModelCatalogSnapshot, SCHEMA_VERSION, SnapshotError, SnapshotSource, UNIT,
    ValidSnapshot,
};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// A snapshot, and the report of its import.
#[derive(Clone, Debug)]
pub struct Import {
    /// The snapshot.
    pub snapshot: ValidSnapshot,
    /// What happened to each part of the input.
    pub report: ImportReport,
}

/// What a file does not state about itself.
#[derive(Clone, Debug)]
pub struct Edition<'a> {
    /// The release or other version of the file.
    pub version: &'a str,
    /// The day on which the file was retrieved.
    pub date: NaiveDate,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The input is not JSON, its top-level value has the wrong type, or, in a strict import, it has a duplicate key.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// In a strict import, a part of the input does not have the format of the source.
    #[error("{format}: {what}")]
    Form {
        /// The id of the source, such as `litellm`.
        format: &'static str,
        /// What was found, where, and what was expected.
        what: String,
    },
    /// No entry of the input can be used.
    #[error("none of the {} entries of the input can be used", report.keys)]
    NoModels {
        /// Why each entry was left out.
        report: Box<ImportReport>,
    },
    /// The edition breaks a rule of snapshots.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

/// A source: its id in snapshots, and the URL at which it is published.
struct Source {
    id: &'static str,
    url: &'static str,
}

impl Source {
    /// Creates a snapshot from a text whose entries `read` reads.
    fn import(
        &self,
        text: &str,
        edition: &Edition<'_>,
        read: impl for<'t> FnOnce(&'t str, &mut Log<'t>) -> Result<Vec<ModelCatalogEntry<'static>>, JsonError>,
    ) -> Result<Import, ImportError> {
        let Deduplicated { text: resolve_duplicates, disagreements, folded } = duplicates::resolve_duplicates(text)?;
        let mut log = Log::new(&resolve_duplicates, disagreements);
        for path in folded {
            log.note(Action::Folded, "duplicate keys of an object with the same value", &path);
        }
        let models = read(&resolve_duplicates, &mut log)?;
        let source = SnapshotSource {
            id: self.id.to_owned(),
            url: Some(self.url.to_owned()),
            version: edition.version.to_owned(),
            date: edition.date,
            sha256: Some(format!("{:x}", Sha256::digest(text))),
            licence: Some("MIT".to_owned()),
        };
        build_snapshot(source, models, log)
    }

    /// Returns the import of `text`, or an error if it has a duplicate key or anything was left out.
    fn strict(&self, text: &str, import: Result<Import, ImportError>) -> Result<Import, ImportError> {
        let form = |report: &ImportReport| {
            let [first, more @ ..] = report.left_out.as_slice() else { return None };
            let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
            Some(ImportError::Form { format: self.id, what: format!("{first}{more}") })
        };
        if !matches!(import, Err(ImportError::Json(_))) {
            json::reject_duplicate_keys(text)?;
        }
        match import {
            Ok(import) => form(&import.report).map_or(Ok(import), Err),
            Err(ImportError::NoModels { report }) => Err(form(&report).unwrap_or(ImportError::NoModels { report })),
            Err(error) => Err(error),
        }
    }
}

/// Creates the sorted snapshot of the entries of a source. An entry that breaks a rule of snapshots is left out.
fn build_snapshot(
    source: SnapshotSource,
    mut models: Vec<ModelCatalogEntry<'static>>,
    mut log: Log<'_>,
) -> Result<Import, ImportError> {
    models.sort_by(|a, b| (&a.provider, &a.model_id).cmp(&(&b.provider, &b.model_id)));
    let mut snapshot = ModelCatalogSnapshot {
        schema_version: SCHEMA_VERSION,
        snapshot_id: format!("{}-{}", source.id, source.version),
        date: source.date,
        currency: CURRENCY.to_owned(),
        unit: UNIT.to_owned(),
        sources: vec![source],
        models,
    };
    let broken: HashMap<String, String> = validation_errors(&snapshot)
        .into_iter()
        .filter_map(|finding| Some((finding.entry?, format!("{} (rule {})", finding.detail, finding.rule))))
        .collect();
    snapshot.models.retain(|entry| {
        let name = format!("{}/{}", entry.provider, entry.model_id);
        let Some(found) = broken.get(&name) else { return true };
        let expected = "a model that follows the rules of snapshots".to_owned();
        log.leave_out_entry(&name, Mismatch { at: None, other: None, found: found.clone(), expected });
        false
    });
    let mut report = log.report;
    if snapshot.models.is_empty() {
        return Err(ImportError::NoModels { report: Box::new(report) });
    }
    let snapshot = ValidSnapshot::try_from(snapshot)?;
    report.models = snapshot.models.len();
    report.aliases = snapshot.models.iter().map(|entry| entry.aliases.len()).sum();
    Ok(Import { snapshot, report })
}
