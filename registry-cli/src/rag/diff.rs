//! `registry rag diff OLD NEW`.

use super::documents::Documents;
use crate::outcome::{Outcome, Verdict};
use clap::Args;
use registry::rag::{Blueprint, CapabilityResolver, Diff as Changes};
use serde::Serialize;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "\
Examples:
  registry rag diff old/support.rag graphs/support.rag
  registry rag diff deployed.json graphs/support.rag --json
  git show HEAD:graphs/support.rag | registry rag diff - graphs/support.rag

Exit code: 0 when nothing changed, 1 when something did or a source has errors, 2 for failures.")]
pub(crate) struct Diff {
    /// A source or a blueprint; `-` is standard input
    old: PathBuf,
    /// What it became
    new: PathBuf,
    /// Prints one JSON object a line for each graph that changed
    #[arg(long)]
    json: bool,
}

/// What became of a graph.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "status")]
enum Fate<'b> {
    Added { graph: &'b str },
    Removed { graph: &'b str },
    Changed { graph: &'b str, changes: Changes },
}

impl Diff {
    pub(crate) fn run(self) -> Outcome {
        let (old, new) = match (blueprints(&self.old), blueprints(&self.new)) {
            (Ok(old), Ok(new)) => (old, new),
            (old, new) => return Ok(old.err().max(new.err()).unwrap_or(Verdict::Failed)),
        };
        let fates = fates(&old, &new);
        for fate in &fates {
            let mut out = io::stdout();
            match fate {
                fate if self.json => writeln!(out, "{}", serde_json::to_string(fate)?)?,
                Fate::Added { graph } => writeln!(out, "+ graph {}", graph.escape_debug())?,
                Fate::Removed { graph } => writeln!(out, "- graph {}", graph.escape_debug())?,
                Fate::Changed { graph, changes } => {
                    writeln!(out, "~ graph {}", graph.escape_debug())?;
                    for change in changes.to_string().lines() {
                        writeln!(out, "  {change}")?;
                    }
                }
            }
        }
        Ok(if fates.is_empty() { Verdict::Fine } else { Verdict::Problems })
    }
}

fn blueprints(path: &Path) -> Result<Vec<Blueprint>, Verdict> {
    Documents::read([path]).compiled(&CapabilityResolver::without_registry())
}

/// Graphs are the same by their name; where each side has one graph, those two are compared whatever they are called.
fn fates<'b>(old: &'b [Blueprint], new: &'b [Blueprint]) -> Vec<Fate<'b>> {
    let pair = |old: &'b Blueprint, new: &'b Blueprint| {
        let changes = old.diff(new);
        (!changes.is_empty()).then_some(Fate::Changed { graph: &old.graph, changes })
    };
    if let ([old], [new]) = (old, new) {
        return pair(old, new).into_iter().collect();
    }
    let find = |graphs: &'b [Blueprint], name: &str| graphs.iter().find(|blueprint| blueprint.graph == name);
    let kept = old.iter().filter_map(|before| match find(new, &before.graph) {
        Some(after) => pair(before, after),
        None => Some(Fate::Removed { graph: &before.graph }),
    });
    let added = new.iter().filter(|after| find(old, &after.graph).is_none());
    kept.chain(added.map(|after| Fate::Added { graph: &after.graph })).collect()
}
