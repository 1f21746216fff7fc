//! `registry rag …`: the compiler of the `.rag` language outside of a program.

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
    /// Reports every problem of graphs.
    Check(check::Check),
    /// Writes sources in the one canonical form.
    Fmt(fmt::Fmt),
    /// Draws a graph.
    Graph(graph::Graph),
    /// Writes a graph as a blueprint: JSON that a program reads without compiling.
    Compile(compile::Compile),
    /// Shows what changed between two versions of graphs.
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
