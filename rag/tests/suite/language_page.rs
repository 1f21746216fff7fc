//! Checks LANGUAGE.md against the implementation.

use rag::{CapabilityResolver, Code, NODE_KINDS, Needs, Program, Source};

const PAGE: &str = include_str!("../../LANGUAGE.md");

/// Returns the cells of each row of the table whose header begins with this text.
fn table(header: &str) -> Vec<Vec<&'static str>> {
    let (_, rest) = PAGE.split_once(&format!("\n{header}")).expect("the page has the table");
    let rows = rest.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn every_graph_of_the_page_is_canonical_and_compiles_without_a_warning() {
    let blocks = PAGE.split("```rag\n").skip(1).map(|rest| rest.split("```").next().expect("a part before the first"));
    let blocks: Vec<_> = blocks.collect();
    assert_eq!(blocks.len(), 3);
    for block in blocks {
        let source = Source::file("page.rag", block);
        let report = Program::parse(std::slice::from_ref(&source)).check();
        assert!(report.is_empty(), "{report}");
        assert_eq!(rag::format(&source).expect("it parses"), block);
        rag::compile(&[source], &CapabilityResolver::without_registry()).expect("it compiles");
    }
}

#[test]
fn the_block_string_of_the_page_has_the_described_value() {
    let block = PAGE.split("```rag\n").nth(2).and_then(|rest| rest.split("```").next()).expect("the second graph");
    let sources = [Source::file("page.rag", block)];
    let compiled = rag::compile(&sources, &CapabilityResolver::without_registry()).expect("it compiles");
    let prompt = compiled.blueprints[0].nodes[0].prompt.as_deref();
    assert_eq!(prompt, Some("Write a letter:\n  - short,\n  - polite."));
}

#[test]
fn the_table_of_kinds_matches_the_language() {
    let expected: Vec<Vec<String>> = NODE_KINDS
        .iter()
        .map(|kind| {
            let primary = kind.primary_item;
            let needs = match kind.needs {
                Needs::Nothing => "nothing".to_owned(),
                Needs::Primary => format!("`{primary}`"),
                Needs::PrimaryOrModel => format!("`{primary}`, or `model` in its place"),
                Needs::Sources => "`sources`, or a `join` of the graph".to_owned(),
            };
            let mut refers = format!("`{primary}`: {}", kind.primary_kind);
            if primary != "model" && kind.needs != Needs::PrimaryOrModel {
                refers += "; `model`: model";
            }
            let items: Vec<String> = kind.items.iter().map(|item| format!("`{item}`")).collect();
            let items = if items.is_empty() { "none".to_owned() } else { items.join(", ") };
            vec![format!("`{}`", kind.name), needs, refers, items]
        })
        .collect();
    assert_eq!(table("| kind | needs |"), expected);
}

#[test]
fn the_table_of_codes_has_every_code_with_its_description() {
    let expected_cell = |description: &str| {
        let description = description.trim_end_matches('.');
        let (first, rest) = description.split_at(1);
        first.to_lowercase() + rest
    };
    let expected: Vec<_> =
        Code::ALL.iter().map(|code| vec![format!("`{code}`"), expected_cell(code.description())]).collect();
    assert_eq!(table("| code | reported for |"), expected);
}
