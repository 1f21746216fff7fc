//! `registry catalog check FILE`.

use super::read;
use crate::outcome::{Outcome, Verdict, counted, say};
use crate::output;
use clap::Args;
use registry::catalog::{CatalogFreshness, Finding, FreshnessPolicy, ModelCatalogSnapshot, Rule, Severity, validate};
use serde::Serialize;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::SystemTime;

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

/// A finding with how grave it is, so that the JSON says what the exit code follows from.
#[derive(Serialize)]
struct Graded<'f> {
    severity: Severity,
    #[serde(flatten)]
    finding: &'f Finding,
}

impl Check {
    pub(super) fn run(self, json: bool) -> Outcome {
        let findings = match registry::catalog::read_snapshot(&read(&self.file)?) {
            Ok(snapshot) => {
                let mut findings: Vec<Finding> = self.staleness(&snapshot).into_iter().collect();
                findings.extend(validate(&snapshot));
                findings
            }
            Err(error) => error.findings,
        };
        if json {
            let graded = findings.iter().map(|finding| Graded { severity: finding.severity(), finding });
            output::json(&graded.collect::<Vec<_>>())?;
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
        let has_problems = findings.iter().any(|finding| finding.severity() >= least);
        Ok(if has_problems { Verdict::Problems } else { Verdict::Fine })
    }

    /// That the snapshot is older than it may be.
    fn staleness(&self, snapshot: &ModelCatalogSnapshot) -> Option<Finding> {
        let rule = CatalogFreshness { policy: FreshnessPolicy::Fail, max_age_days: self.max_age? };
        let today = chrono::DateTime::<chrono::Utc>::from(SystemTime::now()).date_naive();
        let stale = rule.check(snapshot.date, today).err()?;
        Some(Finding { rule: Rule::Stale, entry: None, position: None, detail: stale.to_string() })
    }
}
