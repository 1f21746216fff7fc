//! The files of a directory, which build scripts check.

use rag::{CapabilityResolver, DirectoryError};
use std::fs;
use std::path::PathBuf;

fn directory(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

#[test]
fn the_files_of_a_directory_are_one_program() {
    let root = directory(
        "one_program",
        &[
            ("outer.rag", "graph outer { start a node a { kind subgraph graph \"inner\" } }"),
            ("deep/down/inner.rag", "graph inner { start a node a {} }"),
            ("notes.txt", "not a graph"),
        ],
    );
    let resolver = CapabilityResolver::from_lists::<[&str; 0]>([]);
    let compiled = rag::check_dir(&root, &resolver).unwrap();
    let names: Vec<_> = compiled.blueprints.iter().map(|blueprint| &*blueprint.graph).collect();
    assert_eq!(names, ["inner", "outer"], "in the order of their paths");
}

#[test]
fn an_error_in_a_directory_shows_the_rendered_diagnostics() {
    let root = directory("with_error", &[("a.rag", "graph a { start b node a {} }"), ("b.rag", "graph b {}")]);
    let error = rag::check_dir(&root, &CapabilityResolver::without_registry()).unwrap_err();
    assert!(matches!(&error, DirectoryError::Invalid(report) if report.errors() == 2));
    let shown = format!("{error:?}");
    assert!(shown.contains("error[E212]: no node is named `b`") && shown.contains("a.rag:1:17"), "{shown}");
    assert!(shown.contains("error[E211]") && shown.contains("b.rag:1:7"), "{shown}");
}

#[test]
fn a_directory_that_does_not_exist_is_named() {
    let error = rag::check_dir("no/such/directory", &CapabilityResolver::without_registry()).unwrap_err();
    assert!(error.to_string().starts_with("cannot read no/such/directory: "), "{error}");
}
