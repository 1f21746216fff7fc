//! `registry rag …`: the `.rag` compiler on the command line.

mod check;
mod compile;
mod diff;
mod documents;
mod fmt;
mod graph;
mod report;

use crate::outcome::Outcome;
use clap::{Args, Subcommand};

#[derive(Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Rag {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check graphs and report all errors and warnings
    Check(check::Check),
    /// Format sources
    Fmt(fmt::Fmt),
    /// Draw a graph
    Graph(graph::Graph),
    /// Compile a graph to a blueprint: JSON that programs read without compiling
    Compile(compile::Compile),
    /// Show what changed between two versions of graphs
    Diff(diff::Diff),
}

impl Rag {
    pub(crate) fn run(self) -> Outcome {
        match self.command {
            Command::Check(command) => command.run(),
            Command::Fmt(command) => command.run(),
            Command::Graph(command) => command.run(),
            Command::Compile(command) => command.run(),
            Command::Diff(command) => command.run(),
        }
    }
}
