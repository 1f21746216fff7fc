//! The program `registry`. Each command group has a module of the same name.

#[cfg(any(feature = "daemon", feature = "sqlite"))]
mod agents;
mod catalog;
mod completions;
mod outcome;
mod output;
mod rag;
mod replace;
#[cfg(feature = "daemon")]
mod serve;

use clap::{Parser, Subcommand};
use outcome::Outcome;
use std::process::ExitCode;

/// Query model prices, check agent graphs, and manage the agent table.
#[derive(Parser)]
#[command(name = "registry", version, propagate_version = true, arg_required_else_help = true)]
// Leaves line breaks in the help to the terminal, even if another package in the build enables wrapping in clap.
#[command(term_width = 0)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Catalog(catalog::Catalog),
    /// Check, format, draw and compile agent graphs.
    Rag(rag::Rag),
    #[cfg(feature = "daemon")]
    Serve(serve::Serve),
    #[cfg(any(feature = "daemon", feature = "sqlite"))]
    Agents(agents::Agents),
    /// Print shell completions.
    Completions(completions::Completions),
}

fn main() -> ExitCode {
    let outcome: Outcome = match Cli::parse().command {
        Command::Catalog(command) => command.run(),
        Command::Rag(command) => command.run(),
        #[cfg(feature = "daemon")]
        Command::Serve(command) => command.run(),
        #[cfg(any(feature = "daemon", feature = "sqlite"))]
        Command::Agents(command) => command.run(),
        Command::Completions(command) => command.run(),
    };
    outcome::report(outcome)
}
