//! `registry catalog check FILE`.

use super::{in_file, output, read};
use crate::outcome::{Outcome, Verdict, counted, say};
use clap::Args;
use registry::catalog::{CatalogFreshness, Finding, FreshnessPolicy, Severity, validate};
use std::io::{self, Write as _};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Check {
    /// The snapshot
    file: PathBuf,
    /// Let warnings count as problems
    #[arg(long)]
    strict: bool,
    /// The most days that the snapshot may be old
    #[arg(long, value_name = "DAYS")]
    max_age: Option<u32>,
}

impl Check {
    pub(super) fn run(self, json: bool) -> Outcome {
        let read = catalog_build::read_snapshot(&read(&self.file)?);
        let mut is_stale = false;
        let findings: Vec<Finding> = match &read {
            Ok(snapshot) => {
                if let Some(max_age_days) = self.max_age {
                    let rule = CatalogFreshness { policy: FreshnessPolicy::Fail, max_age_days };
                    let today = chrono::DateTime::<chrono::Utc>::from(std::time::SystemTime::now()).date_naive();
                    if let Err(stale) = rule.check(snapshot.date, today) {
                        say(format_args!("{}", in_file(&self.file, &stale)));
                        is_stale = true;
                    }
                }
                validate(snapshot)
            }
            Err(error) => error.findings.clone(),
        };
        if json {
            output::json(&findings)?;
        } else {
            for finding in &findings {
                writeln!(io::stdout(), "{finding}")?;
            }
            let count = |severity| findings.iter().filter(|finding| finding.severity() == severity).count();
            let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
            let (errors, warnings) = (counted(errors, "error"), counted(warnings, "warning"));
            say(format_args!("{}: {errors}, {warnings}", self.file.display()));
        }
        let least = if self.strict { Severity::Warning } else { Severity::Error };
        let has_problems = is_stale || findings.iter().any(|finding| finding.severity() >= least);
        Ok(if has_problems { Verdict::Problems } else { Verdict::Fine })
    }
}
