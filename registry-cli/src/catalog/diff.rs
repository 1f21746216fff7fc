//! `registry catalog diff OLD NEW`.

use super::read_snapshot;
use crate::outcome::{Outcome, Verdict, say};
use crate::output;
use clap::Args;
use registry::catalog::{Decimal, SnapshotDiff};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Diff {
    /// The earlier snapshot
    old: PathBuf,
    /// The later snapshot
    new: PathBuf,
}

impl Diff {
    pub(super) fn run(self, json: bool) -> Outcome {
        let (old, new) = (read_snapshot(&self.old)?, read_snapshot(&self.new)?);
        let diff = SnapshotDiff::between(&old, &new);
        if json {
            output::json(&diff)?;
            return Ok(Verdict::Fine);
        }
        let whole = |model: &String, what: &str| row(model, what, "", "", "");
        let mut rows: Vec<[String; 5]> = Vec::new();
        rows.extend(diff.added.iter().map(|model| whole(model, "added")));
        rows.extend(diff.removed.iter().map(|model| whole(model, "removed")));
        for change in &diff.changed {
            let price = |price: Option<Decimal>| price.map(|price| price.normalize().to_string()).unwrap_or_default();
            for rate in &change.prices {
                let percent = rate.percent.map(|percent| format!("{percent:+}")).unwrap_or_default();
                rows.push(row(
                    &change.model,
                    &format!("price of {}", rate.rate),
                    &price(rate.old),
                    &price(rate.new),
                    &percent,
                ));
            }
            for (set, what) in [(change.gained, "gained"), (change.lost, "lost")] {
                rows.extend(
                    set.iter().map(|capability| row(&change.model, &format!("{what} {capability}"), "", "", "")),
                );
            }
            for field in &change.fields {
                let shown = |json: &Option<String>| json.clone().unwrap_or_default();
                rows.push(row(&change.model, &field.field, &shown(&field.old), &shown(&field.new), ""));
            }
        }
        output::print(output::table(["model", "change", "old", "new", "%"], &[4], rows))?;
        let (added, removed, changed) = (diff.added.len(), diff.removed.len(), diff.changed.len());
        say(format_args!("{added} added, {removed} removed, {changed} changed"));
        Ok(Verdict::Fine)
    }
}

fn row(model: &str, change: &str, old: &str, new: &str, percent: &str) -> [String; 5] {
    [model, change, old, new, percent].map(str::to_owned)
}
