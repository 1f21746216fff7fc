//! The program `registry` as its users call it. Each group of commands is a module of the same name.

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

/// Where the program is.
const PROGRAM: &str = env!("CARGO_BIN_EXE_registry");

/// A run of the program, in this folder.
fn registry(folder: impl AsRef<Path>) -> Command {
    Command::new(PROGRAM).current_dir(folder).env_remove("NO_COLOR")
}
