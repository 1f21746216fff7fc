//! Blueprints as constants that a macro or build script writes.

use rag::{Blueprint, CapabilityResolver, DirectoryError, Source};
use std::fs;
use std::path::PathBuf;

static EVERYTHING: Blueprint = include!("../programs/everything.in");

fn compiled() -> Vec<Blueprint> {
    let source = Source::generated("everything.rag", "a \"test\"", include_str!("../programs/everything.rag"));
    rag::compile(&[source], &CapabilityResolver::without_registry()).unwrap().blueprints
}

#[test]
fn the_expression_of_a_blueprint_is_that_blueprint_as_a_static() {
    let blueprint = &compiled()[0];
    let expression = rag::__private::expression(blueprint, "::rag") + "\n";
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs/everything.in");
    if std::env::var_os("UPDATE_EXPRESSIONS").is_some() {
        fs::write(path, &expression).unwrap();
        return;
    }
    assert!(
        expression == include_str!("../programs/everything.in"),
        "run again with UPDATE_EXPRESSIONS=1, then compile"
    );
    assert_eq!(EVERYTHING, *blueprint);
    assert_eq!(EVERYTHING.provenance, blueprint.provenance);
}

#[test]
fn an_expression_reaches_everything_through_the_given_path() {
    let expression = rag::__private::expression(&compiled()[1], "$here");
    let rest = expression.strip_prefix("{ use $here::__private::embedded as __e; ").unwrap();
    // What stands before each `::` is the module itself, or a type of it.
    let names =
        rest.split("::").map(|before| before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap());
    let names: Vec<&str> = names.collect();
    let (last, names) = names.split_last().unwrap();
    assert!(names.iter().all(|name| ["__e", "Piece", "Decoded", ""].contains(name)), "{names:?} {last}");
}

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
fn an_error_in_a_directory_shows_the_rendered_problems() {
    let root = directory("with_error", &[("a.rag", "graph a { start b node a {} }"), ("b.rag", "graph b {}")]);
    let error = rag::check_dir(&root, &CapabilityResolver::without_registry()).unwrap_err();
    assert!(matches!(&error, DirectoryError::Invalid(report) if report.errors() == 2));
    let shown = format!("{error:?}");
    assert!(shown.contains("error[E212]: no node is called `b`") && shown.contains("a.rag:1:17"), "{shown}");
    assert!(shown.contains("error[E211]") && shown.contains("b.rag:1:7"), "{shown}");
}

#[test]
fn a_directory_that_does_not_exist_is_named() {
    let error = rag::check_dir("no/such/directory", &CapabilityResolver::without_registry()).unwrap_err();
    assert!(error.to_string().starts_with("cannot read no/such/directory: "), "{error}");
}
