//! `registry agents …`: processes and their names, in a database or served by a daemon.

mod names;
mod printing;
mod processes;
mod source;

use crate::outcome::{Outcome, Verdict, say};
use clap::{Args, Subcommand};
use registry::agents::{AgentError, Certainty};
use source::Source;
use std::error::Error;

/// Manage processes and their names, such as `/agents/researcher/alice`.
///
/// The table is in a database file, or served by a daemon that `registry serve` runs. The exit code is 1 if the table rejects
/// the call (for example because the name is taken or not registered), and 2 if the table is unreachable.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  registry agents spawn alice research/surveyor
  registry agents register /agents/researcher/alice 1 --tag research
  registry agents lookup /agents/researcher/alice
  registry agents --db kernel.db list --prefix /agents/ --json
  registry agents terminate 1 --unregister"
)]
pub(crate) struct Agents {
    #[command(flatten)]
    source: Source,
    /// Print JSON instead of tables.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Create a process, and print its pid.
    Spawn(processes::Spawn),
    /// List processes, ordered by pid.
    Ps(processes::Ps),
    /// End a process. It keeps its names unless `--unregister` is given.
    Terminate(processes::Terminate),
    /// Register a name for a process.
    Register(names::Register),
    /// Remove names, and print how many were removed.
    Unregister(names::Unregister),
    /// Print the entry of a name.
    Lookup(names::Lookup),
    /// List entries, ordered by name.
    List(names::List),
}

impl Agents {
    pub(crate) fn run(self) -> Outcome {
        let table = self.source.open()?;
        let (table, json) = (table.as_ref(), self.json);
        let done = match self.command {
            Command::Spawn(command) => command.run(table, json),
            Command::Ps(command) => command.run(table, json),
            Command::Terminate(command) => command.run(table, json),
            Command::Register(command) => command.run(table, json),
            Command::Unregister(command) => command.run(table, json),
            Command::Lookup(command) => command.run(table, json),
            Command::List(command) => command.run(table, json),
        };
        match done {
            Ok(()) => Ok(Verdict::Fine),
            Err(error) if is_rejected(error.as_ref()) => {
                say(format_args!("error: {error}"));
                Ok(Verdict::Problems)
            }
            Err(error) => Err(error),
        }
    }
}

fn is_rejected(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<AgentError>().is_some_and(|error| error.certainty() == Certainty::Rejected)
}
