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
    /// The snapshot to check
    file: PathBuf,
    /// Treat warnings as problems
    #[arg(long)]
    strict: bool,
    /// The maximum age of the snapshot
    #[arg(long, value_name = "DAYS")]
    max_age: Option<u32>,
}

/// A finding with its severity, so that the JSON shows what determines the exit code.
#[derive(Serialize)]
struct FindingWithSeverity<'f> {
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
            let findings = findings.iter().map(|finding| FindingWithSeverity { severity: finding.severity(), finding });
            output::json(&findings.collect::<Vec<_>>())?;
        } else {
            for finding in &findings {
                writeln!(io::stdout(), "{finding}")?;
            }
            let count = |severity| findings.iter().filter(|finding| finding.severity() == severity).count();
            let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
            let (errors, warnings) = (counted(errors, "error"), counted(warnings, "warning"));
            say(format_args!("{}: {errors}, {warnings}", self.file.display()));
        }
        let threshold = if self.strict { Severity::Warning } else { Severity::Error };
        let has_problems = findings.iter().any(|finding| finding.severity() >= threshold);
        Ok(if has_problems { Verdict::Problems } else { Verdict::Fine })
    }

    /// Returns a finding if the snapshot is older than the maximum age.
    fn staleness(&self, snapshot: &ModelCatalogSnapshot) -> Option<Finding> {
        let rule = CatalogFreshness { policy: FreshnessPolicy::Fail, max_age_days: self.max_age? };
        let today = chrono::DateTime::<chrono::Utc>::from(SystemTime::now()).date_naive();
        let stale = rule.check(snapshot.date, today).err()?;
        Some(Finding { rule: Rule::Stale, entry: None, position: None, detail: stale.to_string() })
    }
}
