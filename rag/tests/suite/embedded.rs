//! Graphs that a program embeds.

use rag::__private::Embedded;
use rag::{Blueprint, CapabilityResolver, Source};
use std::ptr;

const TEXT: &str = include_str!("../programs/everything.rag");

static SECOND: Embedded<'_> = Embedded::new("everything.rag", TEXT, 1);
static BLUEPRINT: Blueprint = Blueprint::constant(|| SECOND.definition());

#[test]
fn every_graph_of_a_source_is_what_was_compiled() {
    let source = Source::file("everything.rag", TEXT);
    let compiled = rag::compile(&[source], &CapabilityResolver::without_registry()).unwrap().blueprints;
    assert!(compiled.len() > 1);
    for (number, compiled) in compiled.iter().enumerate() {
        let embedded = Embedded::new("everything.rag", TEXT, number);
        assert_eq!(*embedded.definition(), **compiled);
        assert_eq!(embedded.definition().provenance, compiled.provenance);
    }
    assert_eq!(BLUEPRINT, compiled[1]);
}

#[test]
fn a_graph_is_read_once_and_a_copy_refers_to_it() {
    assert!(ptr::eq(&raw const *BLUEPRINT, SECOND.definition()));
    assert!(ptr::eq(&raw const *BLUEPRINT.clone(), SECOND.definition()));
}
