//! `registry rag compile FILES…`.

use super::documents::{self, Documents, chosen};
use crate::outcome::{Outcome, Verdict, write};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "\
Examples:
  registry rag compile graphs/support.rag -o support.json
  registry rag compile graphs/*.rag --graph support --against snapshot.json

Programs read the result with `Blueprint::from_json`.
Exit code: 0 if the blueprint was written, 1 if the sources have errors, 2 on failure.")]
pub(crate) struct Compile {
    /// Sources, which form one program; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The graph to write, if there are several
    #[arg(long, value_name = "NAME")]
    graph: Option<String>,
    /// Look up names in this registry snapshot; without it, names are not looked up
    #[arg(long, value_name = "SNAPSHOT.json")]
    against: Option<PathBuf>,
    /// The file to write the blueprint to [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Compile {
    pub(crate) fn run(self) -> Outcome {
        let resolver = documents::resolver(self.against.as_deref())?;
        let blueprints = match Documents::read(&self.files).compiled(&resolver) {
            Ok(blueprints) => blueprints,
            Err(verdict) => return Ok(verdict),
        };
        let blueprint = chosen(blueprints, self.graph)?;
        write(self.output.as_deref(), &blueprint.to_json())?;
        Ok(Verdict::Fine)
    }
}
