//! Makes snapshots of the price maps that others publish.
//!
//! An import never loses a fact without a word: what the schema does not model is kept in
//! [`extra`](model_catalog::ModelCatalogEntry::extra), and the [`ImportReport`] says what was taken, inferred, folded, kept and
//! dropped, by count and by key. The same input gives the same snapshot, byte for byte.
//!
//! One bad entry never costs the whole import. What cannot be taken of an entry is left out, and so is an entry of which
//! nothing can be; the report has each with its place, what was found and what was expected. Of two different values for
//! one thing, neither is taken. A price that was left out is [unknown](model_catalog::ModelPricing::unknown): a call that would be
//! billed at it has no cost. Where it is unknown for which calls a price holds, all prices of its component and tier are. A member that
//! an import does not know is kept, and changes no price. `import_strict` refuses an input of
//! which anything would be left out.

mod duplicates;
pub mod genai_prices;
mod item;
mod left_out;
pub mod litellm;
mod log;
mod members;
mod models;
pub mod models_dev;
mod report;
mod value;

pub use left_out::LeftOut;
pub use report::{Action, ImportReport};

use chrono::NaiveDate;
use duplicates::Agreed;
use left_out::Problem;
use log::Log;
use model_catalog::__private::{json, validation_errors};
use model_catalog::{
    CURRENCY, JsonError, ModelCatalogEntry, ModelCatalogSnapshot, SCHEMA_VERSION, SnapshotError, SnapshotSource, UNIT,
    ValidSnapshot,
};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// A snapshot, and how it came about.
#[derive(Clone, Debug)]
pub struct Import {
    /// The snapshot.
    pub snapshot: ValidSnapshot,
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
    /// The input is not JSON, is not of the type that the source has at its top, or, in a strict import, has a
    /// duplicate key.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// Something of the input has not the form of the source, in a strict import.
    #[error("{format}: {what}")]
    Form {
        /// The source, such as `litellm`.
        format: &'static str,
        /// What was found, where, and what was expected.
        what: String,
    },
    /// No entry of the input could be used.
    #[error("no entry of the input could be used; it has {}", report.keys)]
    NoModels {
        /// Why each was left out.
        report: Box<ImportReport>,
    },
    /// The name of the edition breaks a rule of snapshots.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

/// A source: its id in snapshots, and where it is published.
struct Source {
    id: &'static str,
    url: &'static str,
}

impl Source {
    /// Makes a snapshot of a text, whose entries `read` reads.
    fn import(
        &self,
        text: &str,
        edition: &Edition<'_>,
        read: impl for<'t> FnOnce(&'t str, &mut Log<'t>) -> Result<Vec<ModelCatalogEntry<'static>>, JsonError>,
    ) -> Result<Import, ImportError> {
        let Agreed { text: agreed, disagreements, folded } = duplicates::agreed(text)?;
        let mut log = Log::new(&agreed, disagreements);
        for path in folded {
            log.note(Action::Folded, "duplicate keys of one object that say the same", &path);
        }
        let models = read(&agreed, &mut log)?;
        let source = SnapshotSource {
            id: self.id.to_owned(),
            url: Some(self.url.to_owned()),
            version: edition.version.to_owned(),
            date: edition.date,
            sha256: Some(format!("{:x}", Sha256::digest(text))),
            licence: Some("MIT".to_owned()),
        };
        snapshot_of(source, models, log)
    }

    /// The import of `text`, unless it has a duplicate key or something of it was left out.
    fn strict(&self, text: &str, import: Result<Import, ImportError>) -> Result<Import, ImportError> {
        let form = |report: &ImportReport| {
            let [first, more @ ..] = report.left_out.as_slice() else { return None };
            let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
            Some(ImportError::Form { format: self.id, what: format!("{first}{more}") })
        };
        if !matches!(import, Err(ImportError::Json(_))) {
            json::refuse_duplicate_keys(text)?;
        }
        match import {
            Ok(import) => form(&import.report).map_or(Ok(import), Err),
            Err(ImportError::NoModels { report }) => Err(form(&report).unwrap_or(ImportError::NoModels { report })),
            Err(error) => Err(error),
        }
    }
}

/// The snapshot of entries from one source, sorted. An entry that breaks a rule of snapshots is left out.
fn snapshot_of(
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
        let expected = "a model that keeps the rules of snapshots".to_owned();
        log.leave_out_entry(&name, Problem { at: None, other: None, found: found.clone(), expected });
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
