//! The program `registry` as its users run it. Each command group has a module of the same name.

#[cfg(all(feature = "daemon", feature = "sqlite"))]
mod agents;
mod catalog;
#[cfg(all(feature = "daemon", feature = "sqlite"))]
#[path = "../../../agent-table/tests/suite/fixtures.rs"]
mod fixtures;
#[cfg(all(feature = "daemon", feature = "sqlite"))]
#[path = "../../../agent-table/tests/suite/numbers.rs"]
mod numbers;
mod rag;
#[cfg(all(feature = "daemon", feature = "sqlite"))]
#[path = "../../../agent-table/tests/suite/wire.rs"]
mod wire;

use snapbox::cmd::Command;
use std::path::Path;

/// The path of the program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_registry");

/// Runs the program in this directory.
fn registry(folder: impl AsRef<Path>) -> Command {
    Command::new(PROGRAM).current_dir(folder).env_remove("NO_COLOR")
}
