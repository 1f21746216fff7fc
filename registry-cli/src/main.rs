//! The program `registry`. Each group of commands is a module of the same name.

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

/// What exists, what it costs and where it runs.
#[derive(Parser)]
#[command(name = "registry", version, propagate_version = true, arg_required_else_help = true)]
// Lines of the help are left to the terminal, also where another package of the build asks clap to break them.
#[command(term_width = 0)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Catalog(catalog::Catalog),
    /// Checks, formats, draws and compiles agent graphs.
    Rag(rag::Rag),
    /// Serves the agent table to other programs.
    #[cfg(feature = "daemon")]
    Serve(serve::Serve),
    /// Creates and ends processes, and registers and finds their names.
    #[cfg(any(feature = "daemon", feature = "sqlite"))]
    Agents(agents::Agents),
    /// Prints the completions of a shell.
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
