//! Graphs that a program embeds.

use rag::__private::Embedded;
use rag::{Blueprint, CapabilityResolver, Source};
use std::path::Path;
use std::{fs, ptr};

const TEXT: &str = include_str!("../programs/everything.rag");

static SECOND: Embedded = Embedded::new("everything.rag", TEXT, 1);
static BLUEPRINT: Blueprint = Blueprint::constant(|| SECOND.definition());

/// For any text that compiles: each graph that a program embeds is the graph that was compiled.
pub(crate) fn is_what_was_compiled(text: &str) {
    let source = Source::file("embedded.rag", text);
    let Ok(compiled) = rag::compile(&[source], &CapabilityResolver::without_registry()) else { return };
    // For the rest of the program, as the text of a macro.
    let text: &'static str = text.to_owned().leak();
    for (number, compiled) in compiled.blueprints.iter().enumerate() {
        let embedded = Embedded::new("embedded.rag", text, number);
        assert_eq!(*embedded.definition(), **compiled);
        assert_eq!(embedded.definition().provenance, compiled.provenance);
    }
}

#[test]
fn every_graph_of_a_source_is_what_was_compiled() {
    is_what_was_compiled(TEXT);
    is_what_was_compiled(&format!("\u{feff}{TEXT}"));
}

/// Every graph of this repository, also those of which a program is made.
#[test]
fn every_graph_file_is_what_was_compiled() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() && !["target", ".git"].contains(&entry.file_name().to_str().unwrap()) {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rag") {
                files += 1;
                is_what_was_compiled(&fs::read_to_string(path).unwrap());
            }
        }
    }
    assert!(files > 30, "{files}");
}

#[test]
fn a_graph_is_read_once_and_a_copy_refers_to_it() {
    assert!(ptr::eq(&raw const *BLUEPRINT, SECOND.definition()));
    assert!(ptr::eq(&raw const *BLUEPRINT.clone(), SECOND.definition()));
}
