//! The commands of README.md run.

use crate::skipped::is_left_to_ci;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// What a newcomer runs first. The second is the run of this test, and the first runs in CI by itself.
const FIRST: [&str; 2] = ["cargo run -p examples", "cargo test --workspace"];

/// The lines of every block of shell commands.
fn commands() -> Vec<&'static str> {
    let blocks = README.split("```sh\n").skip(1).map(|rest| rest.split("```").next().expect("a part before the first"));
    blocks.flat_map(str::lines).filter(|line| !line.trim().is_empty()).collect()
}

#[test]
fn every_command_of_the_readme_runs() {
    let commands = commands();
    for first in FIRST {
        assert!(commands.contains(&first), "README.md no longer says `{first}`");
    }
    let others: Vec<_> = commands.into_iter().filter(|command| !FIRST.contains(command)).collect();
    assert!(others.len() >= 5, "{others:?}");
    // Cargo builds a program with other features alone than along with the workspace's tests, and so builds it anew.
    if is_left_to_ci("every_command_of_the_readme_runs") {
        return;
    }
    for command in others {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in the workspace");
        let output = Command::new("sh").args(["-c", command]).current_dir(root).output().expect("a shell runs");
        assert!(output.status.success(), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}
