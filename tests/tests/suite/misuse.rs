//! Each misuse, and what the compiler says about it.
//!
//! `tests/ui/*.rs` holds one small program per misuse, and beside it the compiler's whole output; `neighbours` the programs that
//! are right, but for the largest graph: it stands in `tests/ui/pass`, because a file of its size is made here. The words of
//! rustc around ours change with its version: the outputs are those of rustc 1.95. Another compiler skips the programs and says
//! so; where `CI` is set, nothing is skipped.
//!
//! trybuild checks all programs in one run of cargo as long as none of them is expected to compile.
//!
//! The graphs that the programs include stand in `tests/ui/graphs`. Their paths begin at the root of the crate, which is one
//! that trybuild lays out, so they are copied there.
//!
//! `TRYBUILD=overwrite cargo test -p tests --test suite misuse` writes the outputs anew: read them before you keep them.

use crate::skipped::{in_ci, is_left_to_ci, skip};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const EXPECTED_COMPILER: &str = "rustc 1.95.";

#[test]
fn every_misuse_is_an_error_that_helps() {
    let compiler = compiler();
    if !compiler.starts_with(EXPECTED_COMPILER) && !in_ci() {
        skip(&format!("tests/ui holds the output of {EXPECTED_COMPILER}x, and this is {compiler}"));
        return;
    }
    let folder = graphs();
    for graph in fs::read_dir("tests/ui/graphs").expect("the graphs are beside the programs") {
        let graph = graph.expect("the folder can be read");
        fs::copy(graph.path(), folder.join(graph.file_name())).expect("a graph can be copied");
    }
    let cases = trybuild::TestCases::new();
    if target().starts_with(Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in the workspace")) {
        cases.compile_fail("tests/ui/*.rs");
        return;
    }
    // Its output has the place of the target folder.
    let elsewhere = "rag_file_missing.rs";
    skip(&format!("tests/ui/{elsewhere} has the output for a target folder in the workspace"));
    for program in fs::read_dir("tests/ui").expect("the programs are there") {
        let program = program.expect("the folder can be read").path();
        if program.extension().is_some_and(|it| it == "rs") && !program.ends_with(elsewhere) {
            cases.compile_fail(program);
        }
    }
}

/// Texts about internals in rustc's messages, which do not help users.
const NOISE: [&str; 10] = [
    "__Declared",
    "__Once",
    "__Resolved",
    "is not implemented for `()`",
    "required by a bound in `Registration::",
    "constructor_output::Value",
    "private type",
    "cannot determine resolution",
    "type annotations needed",
    "unresolved import `registry`",
];

#[test]
fn no_misuse_is_answered_with_noise() {
    let outputs =
        fs::read_dir("tests/ui").expect("the programs are there").map(|file| file.expect("it can be read").path());
    let outputs: Vec<_> = outputs.filter(|file| file.extension().is_some_and(|it| it == "stderr")).collect();
    assert!(outputs.len() > 100);
    for output in outputs {
        let text = fs::read_to_string(&output).expect("it can be read");
        let noise: Vec<_> = NOISE.iter().filter(|noise| text.contains(**noise)).collect();
        assert!(noise.is_empty(), "{}: {noise:?}", output.display());
    }
}

#[test]
fn the_largest_graph_compiles_in_time() {
    if is_left_to_ci("the_largest_graph_compiles_in_time") {
        return;
    }
    fs::write(graphs().join("large.rag"), large_graph()).expect("the target folder is writable");
    trybuild::TestCases::new().pass("tests/ui/pass/*.rs");
}

/// The folder of graphs in the crate that trybuild lays out.
fn graphs() -> PathBuf {
    let folder = target().join("tests/trybuild").join(env!("CARGO_PKG_NAME")).join("graphs");
    fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder is in the target folder")
}

/// As many nodes as a graph may have, each with six lists, of which two are its own.
fn large_graph() -> String {
    let node = |number| {
        format!(
            "  node n{number}{{model \"m\"tools[\"search\"]retry{{a 7}}metadata{{m {number}}}routes{{r{number}->n{}}}sends[send n1]}}\n",
            number + 1
        )
    };
    let nodes: String = (1..10_000).map(node).collect();
    format!("graph large {{\n  start n1\n{nodes}  node n10000 {{ next END }}\n}}\n")
}

fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    String::from_utf8(output.stdout).expect("rustc's version is text").trim().to_owned()
}
