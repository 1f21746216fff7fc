//! Each misuse, and what the compiler says about it.
//!
//! `tests/ui/*.rs` holds one small program per misuse, and beside it the compiler's whole output; `tests/ui/pass/*.rs` the
//! neighbours that are right. The words of rustc around ours change with its version: the outputs are those of rustc 1.95.
//! Another compiler skips the programs and says so; where `CI` is set, nothing is skipped.
//!
//! The graphs that the programs include stand in `tests/ui/graphs`. Their paths begin at the root of the crate, which is one
//! that trybuild lays out, so they are copied there.
//!
//! `TRYBUILD=overwrite cargo test -p tests --test ui` writes the outputs anew: read them before you keep them.

use std::io::{Write as _, stderr};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

const EXPECTED_COMPILER: &str = "rustc 1.95.";

#[test]
fn every_misuse_is_an_error_that_helps() {
    let compiler = compiler();
    if !compiler.starts_with(EXPECTED_COMPILER) && env::var_os("CI").is_none() {
        // Past the capture of the test's output: a skipped test is heard.
        let skipped = format!("SKIPPED: tests/ui holds the output of {EXPECTED_COMPILER}x, and this is {compiler}\n");
        stderr().write_all(skipped.as_bytes()).expect("standard error is open");
        return;
    }
    lay_graphs();
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.pass("tests/ui/pass/*.rs");
}

fn lay_graphs() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder stands in the target folder");
    let folder = target.join("tests/trybuild").join(env!("CARGO_PKG_NAME")).join("graphs");
    fs::create_dir_all(&folder).expect("the target folder is writable");
    for graph in fs::read_dir("tests/ui/graphs").expect("the graphs are beside the programs") {
        let graph = graph.expect("the folder can be read");
        fs::copy(graph.path(), folder.join(graph.file_name())).expect("a graph can be copied");
    }
    fs::write(folder.join("large.rag"), large_graph()).expect("the target folder is writable");
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
