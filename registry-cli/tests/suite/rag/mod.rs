//! `registry rag`.
//!
//! `SNAPSHOTS=overwrite cargo test -p registry-cli` updates the expected outputs. Review the changes before you commit
//! them.
#![allow(clippy::needless_raw_string_hashes, reason = "snapbox writes the expected outputs")]

mod check;
mod compile;
mod diff;
mod fmt;
mod graph;

use crate::registry;
use snapbox::cmd::Command;
use snapbox::str;
use std::fs;

const GRAPHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/graphs");

fn rag(arguments: &[&str]) -> Command {
    registry(GRAPHS).arg("rag").args(arguments)
}

#[test]
fn help_shows_how_each_command_is_used() {
    rag(&["check", "--help"]).assert().code(0).stdout_eq(str![[r#"
Check graphs and report all errors and warnings

Usage: registry rag check [OPTIONS] <FILES>...

Arguments:
  <FILES>...  Sources, which form one program, and blueprints; `-` is standard input

Options:
      --against <SNAPSHOT.json>  Look up names in this registry snapshot; without it, names are not looked up
      --own                      Treat the snapshot as that of the program that the files belong to: graphs in the files do not hide registered graphs with the same name
      --deny-warnings            Treat warnings as errors
      --json                     Print one JSON object per line for each diagnostic to standard output
  -h, --help                     Print help
  -V, --version                  Print version

Examples:
  registry rag check graphs/*.rag
  registry rag check graphs/*.rag --against snapshot.json --own --deny-warnings
  cat proposal.rag | registry rag check - --against snapshot.json --json

To print the snapshot of its registry, a program calls
  println!("{}", serde_json::to_string_pretty(&registry.snapshot())?);

Exit code: 0 if there are no errors, 1 if there are errors, 2 if a file cannot be read; the other files are still checked.

"#]]);
    for command in ["fmt", "graph", "compile", "diff"] {
        let help = rag(&[command, "--help"]).assert().code(0);
        let help = String::from_utf8_lossy(&help.get_output().stdout).into_owned();
        assert!(help.contains(&format!("Examples:\n  registry rag {command} ")), "{help}");
        assert!(help.contains("Exit code: 0"), "{help}");
    }
}

#[test]
fn text_in_a_blueprint_cannot_control_the_terminal() {
    let name = "g\u{1b}[2J\n+ graph h\u{202e}";
    let blueprint = serde_json::json!({ "schema": 1, "graph": name, "start": "a", "nodes": [{ "name": "a", "routing": "terminal" }] });
    let wrong = serde_json::json!({ "schema": 1, name: 1 });
    for (arguments, text) in [
        (&["diff", "-", "desk.rag"][..], &blueprint),
        (&["diff", "-", "support.rag"], &blueprint),
        (&["graph", "-", "--graph", "h"], &blueprint),
        (&["graph", "-", "desk.rag"], &blueprint),
        (&["check", "-"], &blueprint),
        (&["check", "-"], &wrong),
    ] {
        let run = rag(arguments).stdin(text.to_string()).output().unwrap();
        let shown = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
        assert!(!shown.is_empty() && !shown.contains('\u{1b}'), "{arguments:?} {shown:?}");
        let spoofed = shown.lines().any(|line| line.trim_start().starts_with("+ graph h"));
        assert!(*text == wrong || !spoofed, "{arguments:?} {shown:?}");
    }
}

#[test]
fn the_graphs_of_the_examples_are_formatted_and_have_no_warnings() {
    let graphs = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/graphs");
    let mut files: Vec<_> = fs::read_dir(graphs).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert!(files.len() >= 6, "{files:?}");
    registry(graphs).args(["rag", "fmt", "--check"]).args(&files).assert().code(0).stdout_eq("").stderr_eq("");
    registry(graphs).args(["rag", "check", "--deny-warnings"]).args(&files).assert().code(0);
}
