//! What the fuzzers found worth keeping, again with every run of the tests.

#[path = "../fuzz/generate.rs"]
#[allow(dead_code, reason = "the text of a program is all that is needed")]
mod generate;
#[path = "../fuzz/properties.rs"]
mod properties;

use std::fs;
use std::path::PathBuf;

/// The inputs of a fuzz target; there must be some.
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
    texts("check").for_each(|text| properties::check(&text));
}

#[test]
fn texts_that_were_formatted() {
    texts("format").for_each(|text| properties::format(&text));
}

#[test]
fn choices_that_made_programs() {
    for bytes in corpus("generated") {
        let text = generate::program(&bytes).text;
        properties::check(&text);
        properties::format(&text);
    }
}

#[test]
fn texts_that_were_read_as_blueprints() {
    texts("blueprint_json").for_each(|text| properties::blueprint_json(&text));
}
