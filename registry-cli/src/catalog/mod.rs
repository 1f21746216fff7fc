//! `registry catalog …`: what models cost and can do.

mod batch;
mod call;
mod cells;
mod check;
mod compare;
mod cost;
mod diff;
mod import;
mod line;
mod search;
mod show;
mod words;

use crate::outcome::Outcome;
use clap::{Args, Subcommand};
use registry::catalog::{ModelCatalog, ModelCatalogEntry, Overlay, ValidSnapshot};
use std::borrow::Cow;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use vocabulary::or_did_you_mean;

/// What models cost and can do
#[derive(Args)]
pub(crate) struct Catalog {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    source: Source,
    /// Print JSON instead of a table
    #[arg(long, global = true)]
    json: bool,
}

/// Which catalog is asked.
#[derive(Args)]
struct Source {
    /// Ask this snapshot instead of the catalog that comes with the program
    #[arg(long, global = true, value_name = "FILE")]
    snapshot: Option<PathBuf>,
    /// Lay this overlay over the catalog; repeatable, the last one on top
    #[arg(long, global = true, value_name = "FILE")]
    overlay: Vec<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Show what is known of a model
    Show(show::Show),
    /// List the models that meet every condition
    Search(search::Search),
    /// Compute what a call costs, or many calls from a file
    Cost(cost::CostArguments),
    /// List what a call costs with each of several models, the cheapest first
    Compare(compare::Compare),
    /// Make a snapshot of a published price map
    Import(import::Import),
    /// Look for broken rules in a snapshot
    Check(check::Check),
    /// List what changed from one snapshot to another
    Diff(diff::Diff),
}

impl Catalog {
    pub(crate) fn run(self) -> Outcome {
        let Self { command, source, json } = self;
        match command {
            Command::Show(command) => command.run(&*source.open()?, json),
            Command::Search(command) => command.run(&*source.open()?, json),
            Command::Cost(command) => command.run(&*source.open()?, json),
            Command::Compare(command) => command.run(&*source.open()?, json),
            Command::Import(command) => source.unused("import").and_then(|()| command.run(json)),
            Command::Check(command) => source.unused("check").and_then(|()| command.run(json)),
            Command::Diff(command) => source.unused("diff").and_then(|()| command.run(json)),
        }
    }
}

impl Source {
    /// Refuses a choice of catalog for a command that would not heed it.
    fn unused(&self, command: &str) -> Result<(), Box<dyn Error>> {
        let option = match (&self.snapshot, self.overlay.is_empty()) {
            (None, true) => return Ok(()),
            (Some(_), _) => "--snapshot",
            (None, false) => "--overlay",
        };
        Err(format!("{command} asks no catalog: leave {option} out").into())
    }

    fn open(&self) -> Result<Cow<'static, ModelCatalog>, Box<dyn Error>> {
        let mut catalog = match &self.snapshot {
            Some(path) => Cow::Owned(ModelCatalog::from_json(&read(path)?).map_err(|error| in_file(path, &error))?),
            None => Cow::Borrowed(ModelCatalog::seed()),
        };
        for path in &self.overlay {
            let overlay = Overlay::from_json(&read(path)?).map_err(|error| in_file(path, &error))?;
            catalog = Cow::Owned(catalog.with_overlay(&overlay).map_err(|error| in_file(path, &error))?);
        }
        Ok(catalog)
    }
}

fn read(path: &Path) -> Result<String, Box<dyn Error>> {
    fs::read_to_string(path).map_err(|error| in_file(path, &error))
}

fn read_snapshot(path: &Path) -> Result<ValidSnapshot, Box<dyn Error>> {
    registry::catalog::read_snapshot(&read(path)?).map_err(|error| in_file(path, &error))
}

fn in_file(path: &Path, error: &dyn Error) -> Box<dyn Error> {
    format!("{}: {error}", path.display()).into()
}

/// The model that a person means by `provider/id`, or by an id or alias alone.
fn find<'c>(catalog: &'c ModelCatalog, name: &str) -> Result<ModelCatalogEntry<'c>, Box<dyn Error>> {
    catalog.get_by_model_id(name).ok_or_else(|| {
        format!("{} has no model {name:?}{}", catalog.snapshot_id(), or_did_you_mean(catalog.nearest(name))).into()
    })
}
