//! `registry catalog …`: what models cost and can do.

mod batch;
mod call;
mod cells;
mod check;
mod compare;
mod cost;
mod diff;
mod import;
mod keywords;
mod line;
mod search;
mod show;

use crate::outcome::Outcome;
use clap::{Args, Subcommand};
use registry::catalog::{ModelCatalog, ModelCatalogEntry, Overlay, ValidSnapshot};
use std::borrow::Cow;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use vocabulary::or_did_you_mean;

/// Query what models cost and can do
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

/// The catalog to use.
#[derive(Args)]
struct Source {
    /// Use this snapshot instead of the built-in catalog
    #[arg(long, global = true, value_name = "FILE")]
    snapshot: Option<PathBuf>,
    /// Apply this overlay to the catalog; repeatable, applied in order
    #[arg(long, global = true, value_name = "FILE")]
    overlay: Vec<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Show what is known about a model
    Show(show::Show),
    /// List the models that match every condition
    Search(search::Search),
    /// Compute the cost of a call, or of many calls from a file
    Cost(cost::CostArguments),
    /// Compare the cost of a call across models, cheapest first
    Compare(compare::Compare),
    Import(import::Import),
    /// Check a snapshot for violations of rules
    Check(check::Check),
    /// List the changes between two snapshots
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
            Command::Import(command) => source.reject_for("import").and_then(|()| command.run(json)),
            Command::Check(command) => source.reject_for("check").and_then(|()| command.run(json)),
            Command::Diff(command) => source.reject_for("diff").and_then(|()| command.run(json)),
        }
    }
}

impl Source {
    /// Rejects a choice of catalog for a command that does not use a catalog.
    fn reject_for(&self, command: &str) -> Result<(), Box<dyn Error>> {
        let option = match (&self.snapshot, self.overlay.is_empty()) {
            (None, true) => return Ok(()),
            (Some(_), _) => "--snapshot",
            (None, false) => "--overlay",
        };
        Err(format!("{command} does not use a catalog: omit {option}").into())
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

/// Returns the model that `provider/id`, or an id or alias alone, stands for.
fn find<'c>(catalog: &'c ModelCatalog, name: &str) -> Result<ModelCatalogEntry<'c>, Box<dyn Error>> {
    catalog.get_by_model_id(name).ok_or_else(|| {
        format!("{} has no model {name:?}{}", catalog.snapshot_id(), or_did_you_mean(catalog.nearest(name))).into()
    })
}
