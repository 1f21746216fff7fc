//! Replays the corpora of the fuzz targets.

use crate::embedded::is_what_was_compiled;
use crate::{generate, property};
use std::fs;
use std::path::PathBuf;

/// Returns the inputs of a fuzz target, of which there must be at least one.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let files = fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let inputs: Vec<_> = files.map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
    assert!(!inputs.is_empty(), "no input in {}", directory.display());
    inputs
}

fn texts(target: &str) -> impl Iterator<Item = String> {
    corpus(target).into_iter().filter_map(|bytes| String::from_utf8(bytes).ok())
}

#[test]
fn texts_that_were_checked() {
    for text in texts("check") {
        property::check(&text);
        is_what_was_compiled(&text);
    }
}

#[test]
fn texts_that_were_formatted() {
    for text in texts("format") {
        property::format(&text);
        is_what_was_compiled(&text);
    }
}

#[test]
fn choices_that_made_programs() {
    for bytes in corpus("generated") {
        let text = generate::program(&bytes).text;
        property::check(&text);
        property::format(&text);
        is_what_was_compiled(&text);
    }
}

#[test]
fn texts_that_were_read_as_blueprints() {
    texts("blueprint_json").for_each(|text| property::blueprint_json(&text));
}
