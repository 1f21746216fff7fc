//! `registry catalog import`.

use super::{in_file, read};
use crate::outcome::{Outcome, Verdict};
use crate::output;
use crate::replace::replace;
use catalog_build::import::{Edition, genai_prices, litellm, models_dev};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use registry::catalog::NaiveDate;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

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
        let import = match self.from {
            From::Litellm => litellm::import(&text, &edition),
            From::GenaiPrices => genai_prices::import(&text, &edition),
            From::ModelsDev => models_dev::import(&text, &edition),
        };
        let import = import.map_err(|error| in_file(&self.input, &error))?;
        progress.inc(1);
        progress.set_message(format!("writing {}", self.output.display()));
        replace(&self.output, &import.snapshot.to_json()?).map_err(|error| in_file(&self.output, &error))?;
        progress.finish_and_clear();

        if json {
            output::json(&import.report)?;
        } else {
            write!(io::stdout(), "{}", import.report)?;
        }
        Ok(Verdict::Fine)
    }
}
