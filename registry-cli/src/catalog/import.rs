//! `registry catalog import`.

use super::{in_file, read};
use crate::outcome::{Outcome, Verdict, say};
use crate::output;
use crate::replace::replace;
use catalog_build::import::{self, Edition, ImportError, ImportReport, genai_prices, litellm, models_dev};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use registry::catalog::NaiveDate;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// Create a snapshot from a published price map
///
/// What cannot be imported is left out and reported with its position; the rest is written. If less than 99 % of the entries
/// can be used, nothing is written, and the exit code is 1.
#[derive(Args)]
pub(super) struct Import {
    /// The source of the price map
    #[arg(long, value_enum)]
    from: From,
    /// The price map
    input: PathBuf,
    /// The file to write the snapshot to
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The release or other version of the map; defaults to the date
    #[arg(long, value_name = "VERSION")]
    edition: Option<String>,
    /// The day on which the map was retrieved; defaults to today
    #[arg(long, value_name = "DATE")]
    date: Option<NaiveDate>,
    /// Reject a map with duplicate keys, or from which anything would be left out
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum From {
    /// `model_prices_and_context_window.json`
    Litellm,
    /// `data.json`
    GenaiPrices,
    /// `api.json`
    ModelsDev,
}

impl Import {
    pub(super) fn run(self, json: bool) -> Outcome {
        let date = self.date.unwrap_or_else(|| chrono::DateTime::<chrono::Utc>::from(SystemTime::now()).date_naive());
        let version = self.edition.unwrap_or_else(|| date.to_string());
        let edition = Edition { version: &version, date };

        // Hidden automatically if standard error is not a terminal.
        let progress = ProgressBar::new(3).with_style(ProgressStyle::with_template("{bar:30} {msg}")?);
        progress.enable_steady_tick(Duration::from_millis(100));
        progress.set_message(format!("reading {}", self.input.display()));
        let text = read(&self.input)?;
        progress.inc(1);
        progress.set_message("importing");
        let (report, snapshot) = match self.from.read(self.strict)(&text, &edition) {
            Ok(import::Import { snapshot, report }) => (report, Some(snapshot)),
            Err(ImportError::NoModels { report }) => (*report, None),
            Err(error) => return Err(in_file(&self.input, &error)),
        };
        progress.inc(1);
        let snapshot = snapshot.filter(|_| report.is_mostly_used());
        if let Some(snapshot) = &snapshot {
            progress.set_message(format!("writing {}", self.output.display()));
            replace(&self.output, &snapshot.to_json()?).map_err(|error| in_file(&self.output, &error))?;
        }
        progress.finish_and_clear();

        if json {
            output::json(&report)?;
        } else {
            write!(io::stdout(), "{report}")?;
        }
        if snapshot.is_some() {
            return Ok(Verdict::Fine);
        }
        let ImportReport { keys, entries_left_out, .. } = report;
        say(format_args!(
            "{}: {entries_left_out} of {keys} entries cannot be used, so {} was not written; check --from, or correct or \
             remove these entries; --json lists all of them",
            self.input.display(),
            self.output.display(),
        ));
        Ok(Verdict::Problems)
    }
}

/// Creates a snapshot from a text.
type Read = fn(&str, &Edition<'_>) -> Result<import::Import, ImportError>;

impl From {
    /// Returns the import of this source, or its strict import.
    fn read(self, strict: bool) -> Read {
        let [lenient, strictly]: [Read; 2] = match self {
            Self::Litellm => [litellm::import, litellm::import_strict],
            Self::GenaiPrices => [genai_prices::import, genai_prices::import_strict],
            Self::ModelsDev => [models_dev::import, models_dev::import_strict],
        };
        if strict { strictly } else { lenient }
    }
}
