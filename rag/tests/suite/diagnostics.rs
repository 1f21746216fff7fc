//! The rendered form and the JSON of every diagnostic.

use crate::sources;
use rag::{CapabilityResolver, Code, ComponentKind, Location, Program, Source};
use std::collections::BTreeSet;

/// Sources that cause every diagnostic.
const SOURCES: [(&str, &str); 5] = [
    (
        "lexical.rag",
        "graph lexical {\n  start a-b\n  metadata { a $ 1 b \"\\q\" c 30sec d sum-1 e 1. }\n  // \u{202E}hidden\n  node a { model \"open\n  }\n  checkpoint größe\n}\n",
    ),
    (
        "syntax.rag",
        "graph syntax {\n  strt a\n  start a\n  a -> b -> c\n  node a {\n    model: default\n    tools [\"x\" \"y\"]\n    routs { x -> b }\n  node b { timeout soon\n    input \"\"\" never closed\n",
    ),
    (
        "names.rag",
        "graph names {\n  start a start a\n  channel c append channel c append\n  input { q string q string }\n  node a { routes { x -> b x -> END } next b }\n  node b { kind subagent timeout 0s command {} }\n  node b {}\n  node END {}\n  node d { kind agnt steering {} next e }\n  node f {}\n  f -> b\n  f -> END\n}\ngraph syntax { node a {} }\n",
    ),
    (
        "capabilities.rag",
        "graph outer {\n  allow tools [\"lookup_user\", \"spare\"]\n  start a\n  node a { tools [\"lookup_usr\", \"create_ticket\", \"lookup_user\", \"lookup_user\"] model \"defualt\" next b }\n  node b { kind subgraph graph \"inner\" options [\"x\"] next a }\n  node c {}\n  node j { kind join sources [a] }\n  join [a, b] -> j\n}\ngraph inner {\n  start a\n  node a { kind subgraph graph \"outer\" }\n}\n",
    ),
    ("wide.rag", "\u{FEFF}graph wide { start \t é\t\"😀\" node 日本 {} }"),
];

fn resolver() -> CapabilityResolver {
    CapabilityResolver::from_lists([
        (ComponentKind::Model, vec!["default"]),
        (ComponentKind::Tool, vec!["lookup_user", "create_ticket", "spare"]),
        (ComponentKind::Reducer, vec!["append"]),
        (ComponentKind::Graph, vec!["inner"]),
    ])
}

#[test]
fn every_diagnostic_is_rendered_and_has_json() {
    let sources = SOURCES.map(|(name, text)| Source::file(name, text));
    let report = resolver().check(&Program::parse(&sources));
    insta::assert_snapshot!("rendered", report);
    insta::assert_snapshot!("json", report.to_json_lines());
    let found: BTreeSet<Code> = report.codes().into_iter().collect();
    let missing: Vec<_> = Code::ALL.iter().filter(|code| !found.contains(code)).collect();
    assert_eq!(missing, [&Code::E105, &Code::W402], "limits and endless nodes are tested below");
}

#[test]
fn a_cycle_across_files_shows_the_location_of_every_step() {
    let graph = |name: &str, to: &str| {
        let text = format!("graph {name} {{\n  start run\n  node run {{ kind subgraph  graph \"{to}\" }}\n}}\n");
        Source::file(format!("{name}.rag"), text)
    };
    let sources = [graph("a", "b"), graph("b", "c"), graph("c", "a")];
    insta::assert_snapshot!("cycle_across_files", Program::parse(&sources).check());
}

#[test]
fn limits_and_long_lines_are_rendered() {
    let deep = format!("graph g {{ start a node a {{ next a }} colour {} }}", "[".repeat(70));
    let long = format!("graph g {{ start a node a {{ model \"{}\" next b }} }}", "x".repeat(3_000));
    let large = "x".repeat(rag::MAX_SOURCE_BYTES + 1);
    let sources =
        [("deep.rag", deep), ("long.rag", long), ("large.rag", large)].map(|(name, text)| Source::file(name, text));
    let report = CapabilityResolver::without_registry().check(&Program::parse(&sources));
    insta::assert_snapshot!("limits", report);
}

#[test]
fn colours_are_escapes_around_the_same_text() {
    let report = sources::check(&sources::graph("start b node a {}"), &CapabilityResolver::without_registry());
    let coloured = report.render(true);
    assert!(coloured.contains("\u{1b}["), "{coloured}");
    let mut plain = String::new();
    for (number, part) in coloured.split("\u{1b}[").enumerate() {
        plain += if number == 0 { part } else { part.split_once('m').unwrap().1 };
    }
    assert_eq!(plain, report.render(false));
}

#[test]
fn the_example_is_rendered_like_an_error_of_rustc() {
    let text = include_str!("../programs/support.rag").replace(
        "tools [\"lookup_user\", \"create_ticket\"]\n    retry",
        "tools [\"lookup_usr\", \"create_ticket\"]\n    retry",
    );
    let report = sources::check(&text, &resolver().allow_reducers(["messages", "aggregate", "barrier"]));
    assert_eq!(
        report.to_string(),
        r#"error[E301]: unknown tool `lookup_usr`
  --> test.rag:18:13
   |
18 |     tools ["lookup_usr", "create_ticket"]
   |             ^^^^^^^^^^ no tool with this name is registered
   |
   = help: did you mean `lookup_user`?
"#
    );
}

#[test]
fn an_invalid_character_is_visible_in_the_message() {
    for (character, shown) in [
        ('\u{200B}', "\\u{200b}"),
        ('\u{A0}', "\\u{a0}"),
        ('\u{301}', "\\u{301}"),
        ('\0', "\\u{0}"),
        ('\u{202E}', "\\u{202e}"),
        ('\'', "'"),
        ('\\', "\\"),
        ('“', "“"),
        ('😀', "😀"),
        ('本', "本"),
    ] {
        let text = sources::graph(&format!("start a node a {{}} {character} "));
        let report = sources::check(&text, &CapabilityResolver::without_registry());
        assert_eq!(report.diagnostics()[0].message, format!("invalid character `{shown}`"));
    }
}

#[test]
fn windows_line_breaks_are_rendered_the_same() {
    let text = "graph g {\n  start b\n  node a { model \"open\n }\n\n  node a { model \"\"\"two\n lines\"\"\" }\n}\n";
    let [ours, theirs] =
        [text.to_owned(), text.replace('\n', "\r\n")].map(|text| sources::check(&text, &resolver()).to_string());
    assert_eq!(ours, theirs);
}

#[test]
fn sources_with_the_same_name_are_not_confused() {
    let sources = ["graph g { start é }\n", "// ééééé\n graph h { start b node a {} }"]
        .map(|text| Source::file("same.rag", text));
    let report = Program::parse(&sources).check();
    let shown = report.to_string();
    assert!(shown.contains("2 |  graph h { start b node a {} }\n"), "{shown}");
}

#[test]
fn a_report_says_which_kinds_were_not_looked_up() {
    let text = sources::graph("start a node a {}");
    let none = CapabilityResolver::without_registry();
    assert_eq!(sources::check(&text, &none).unchecked(), rag::REFERENCE_KINDS);
    assert!(sources::check(&text, &resolver()).unchecked().is_empty());
    assert_eq!(
        sources::check(&text, &resolver().unchecked(ComponentKind::Script)).unchecked(),
        [ComponentKind::Script]
    );
}

#[test]
fn each_repeated_key_refers_to_the_first_one_in_small_and_large_objects() {
    for keys in [2, 15, 16, 17, 40] {
        let entries: String = (0..keys).map(|key| format!("k{key} {key} ")).collect();
        let last = format!("k{}", keys - 1);
        let text = format!("graph g {{ start a metadata {{ {entries}k0 1 {last} 1 {last} 1 }} node a {{}} }}");
        let source = Source::file("a.rag", &*text);
        let report = rag::compile(&[source], &CapabilityResolver::without_registry()).unwrap_err();
        let first = |key: &str| text.find(&format!("{key} ")).unwrap();
        let firsts: Vec<_> =
            report.diagnostics().iter().map(|diagnostic| diagnostic.labels[1].location.clone()).collect();
        let starts: Vec<_> = firsts
            .iter()
            .map(|location| match location {
                Location::Source { span, .. } => span.start.byte as usize,
                other @ Location::Blueprint { .. } => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(starts, [first("k0"), first(&last), first(&last)], "{keys} keys");
    }
}
