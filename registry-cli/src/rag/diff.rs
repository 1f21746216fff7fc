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

Exit code: 0 if nothing changed, 1 if something changed or a source has errors, 2 on failure.")]
pub(crate) struct Diff {
    /// The old source or blueprint; `-` is standard input
    old: PathBuf,
    /// The new source or blueprint; `-` is standard input
    new: PathBuf,
    /// Print one JSON object per line for each graph that changed
    #[arg(long)]
    json: bool,
}

/// The change of a graph.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "status")]
enum GraphChange<'b> {
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
        let graph_changes = graph_changes(&old, &new);
        for change in &graph_changes {
            let mut out = io::stdout();
            match change {
                change if self.json => writeln!(out, "{}", serde_json::to_string(change)?)?,
                GraphChange::Added { graph } => writeln!(out, "+ graph {}", graph.escape_debug())?,
                GraphChange::Removed { graph } => writeln!(out, "- graph {}", graph.escape_debug())?,
                GraphChange::Changed { graph, changes } => {
                    writeln!(out, "~ graph {}", graph.escape_debug())?;
                    for line in changes.to_string().lines() {
                        writeln!(out, "  {line}")?;
                    }
                }
            }
        }
        Ok(if graph_changes.is_empty() { Verdict::Fine } else { Verdict::Problems })
    }
}

fn blueprints(path: &Path) -> Result<Vec<Blueprint>, Verdict> {
    Documents::read([path]).compiled(&CapabilityResolver::without_registry())
}

/// Matches graphs by name, except that if each side has exactly one graph, these two are compared regardless of their
/// names.
fn graph_changes<'b>(old: &'b [Blueprint], new: &'b [Blueprint]) -> Vec<GraphChange<'b>> {
    let pair = |old: &'b Blueprint, new: &'b Blueprint| {
        let changes = old.diff(new);
        (!changes.is_empty()).then_some(GraphChange::Changed { graph: &old.graph, changes })
    };
    if let ([old], [new]) = (old, new) {
        return pair(old, new).into_iter().collect();
    }
    let find = |graphs: &'b [Blueprint], name: &str| graphs.iter().find(|blueprint| blueprint.graph == name);
    let kept = old.iter().filter_map(|before| match find(new, &before.graph) {
        Some(after) => pair(before, after),
        None => Some(GraphChange::Removed { graph: &before.graph }),
    });
    let added = new.iter().filter(|after| find(old, &after.graph).is_none());
    kept.chain(added.map(|after| GraphChange::Added { graph: &after.graph })).collect()
}
