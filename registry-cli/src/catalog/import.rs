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

/// What cannot be taken of the map is left out and reported with its place; the rest is written. When less than 99 % of
/// the entries can be used, nothing is written, and the exit code is 1.
#[derive(Args)]
pub(super) struct Import {
    /// Whose price map it is
    #[arg(long, value_enum)]
    from: From,
    /// The price map
    input: PathBuf,
    /// Where the snapshot is written
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The release or other version of the map; the day when absent
    #[arg(long, value_name = "VERSION")]
    edition: Option<String>,
    /// The day on which the map was taken; today when absent
    #[arg(long, value_name = "DATE")]
    date: Option<NaiveDate>,
    /// Refuse a map with a duplicate key, or of which anything would be left out
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

        // Hidden by itself where standard error is no terminal.
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
            "{}: {entries_left_out} of {keys} entries could not be used, so {} was not written; check --from, or correct or \
             remove these entries, all of which --json lists",
            self.input.display(),
            self.output.display(),
        ));
        Ok(Verdict::Problems)
    }
}

/// Makes a snapshot of a text.
type Read = fn(&str, &Edition<'_>) -> Result<import::Import, ImportError>;

impl From {
    /// The import of this source, and its strict form.
    fn read(self, strict: bool) -> Read {
        let [lenient, strictly]: [Read; 2] = match self {
            Self::Litellm => [litellm::import, litellm::import_strict],
            Self::GenaiPrices => [genai_prices::import, genai_prices::import_strict],
            Self::ModelsDev => [models_dev::import, models_dev::import_strict],
        };
        if strict { strictly } else { lenient }
    }
}
