//! `registry rag`.
//!
//! `SNAPSHOTS=overwrite cargo test -p registry-cli` writes the expected outputs anew: read them before you keep them.
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
Reports every problem of graphs

Usage: registry rag check [OPTIONS] <FILES>...

Arguments:
  <FILES>...  Sources, which are one program, and blueprints; `-` is standard input

Options:
      --against <SNAPSHOT.json>  Looks names up in this snapshot of a registry; without it they are not looked up
      --own                      Says that the snapshot is of the program that these files belong to: a graph of the files is the registered one of its name, and does not hide it
      --deny-warnings            Makes every warning an error
      --json                     Prints one JSON object a line for each problem, to standard output
  -h, --help                     Print help
  -V, --version                  Print version

Examples:
  registry rag check graphs/*.rag
  registry rag check graphs/*.rag --against snapshot.json --own --deny-warnings
  cat proposal.rag | registry rag check - --against snapshot.json --json

A program prints the snapshot of its registry with
  println!("{}", serde_json::to_string_pretty(&registry.snapshot())?);

Exit code: 0 without errors, 1 with errors, 2 when a file could not be read; the others are checked all the same.

"#]]);
    for command in ["fmt", "graph", "compile", "diff"] {
        let help = rag(&[command, "--help"]).assert().code(0);
        let help = String::from_utf8_lossy(&help.get_output().stdout).into_owned();
        assert!(help.contains(&format!("Examples:\n  registry rag {command} ")), "{help}");
        assert!(help.contains("Exit code: 0"), "{help}");
    }
}

#[test]
fn what_a_blueprint_says_has_no_power_over_the_terminal() {
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
fn the_graphs_of_the_examples_are_formatted_and_without_problems() {
    let graphs = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/graphs");
    let mut files: Vec<_> = fs::read_dir(graphs).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert!(files.len() >= 6, "{files:?}");
    registry(graphs).args(["rag", "fmt", "--check"]).args(&files).assert().code(0).stdout_eq("").stderr_eq("");
    registry(graphs).args(["rag", "check", "--deny-warnings"]).args(&files).assert().code(0);
}
