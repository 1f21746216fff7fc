//! Diagrams in the programs that draw them: Graphviz itself, and the parser of the package `mermaid`.

use crate::tools::{run, script};
use rag::{CapabilityResolver, Route, Routing, Source};
use registry::{Blueprint, CapabilityRegistry, ComponentKind, RegistrySnapshot};
use roxmltree::Document;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;

/// Words of either language, and texts that could end a label or begin some markup.
const NAMES: [&str; 24] = [
    "end",
    "graph",
    "subgraph",
    "default",
    "class",
    "style",
    "click",
    "node",
    "edge",
    "strict",
    "digraph",
    "a\"b",
    "a\\",
    "\\n",
    "x]-->y",
    "({[|<>|]})",
    "#quot; #35;",
    "&lt;b&gt; &amp;",
    "<script>alert(1)</script>",
    "`md` **b** _i_",
    "%% comment",
    "// comment",
    "größe_✓ 😀",
    "'; --",
];

/// A graph with a node and a label of every name. No source can hold most of them, but a stored blueprint can.
fn hostile_graph() -> Blueprint {
    let source = Source::file("g", "graph g { start a node a { routes { x -> b } } node b {} }");
    let compiled = rag::compile(&[source], &CapabilityResolver::without_registry()).unwrap();
    let mut graph = compiled.blueprints[0].clone();
    let template = graph.nodes[0].clone();
    graph.graph = "a \"graph\"\\".into();
    graph.start = NAMES[0].into();
    let next = NAMES.iter().cycle().skip(1);
    let route = |name: &&'static str, target: &&'static str| Route { label: (*name).into(), target: (*target).into() };
    let nodes = NAMES.iter().zip(next).map(|(name, target)| rag::Node {
        name: (*name).into(),
        routing: Routing::Conditional(vec![route(name, target)].into()),
        ..template.clone()
    });
    graph.nodes = nodes.collect::<Vec<_>>().into();
    graph
}

/// A snapshot with a component and an alias of every name.
fn hostile_snapshot() -> RegistrySnapshot {
    let mut registry = CapabilityRegistry::<()>::new();
    for name in NAMES {
        registry.register_router(name).unwrap();
        registry.register_reducer(name).unwrap();
    }
    registry.alias(ComponentKind::Router, "another \"name\"", "end").unwrap();
    registry.snapshot()
}

/// A graph of names that sources can hold.
fn ordinary_graph() -> Blueprint {
    let text = "graph digraph { start end node end { routes { graph -> graph ok -> default retry -> class } sends [send style] } \
                node graph { next class } node default { kind human next END } node class { kind router next default } \
                node style { kind tool_executor } node both { kind join next END } join [style] -> both }";
    let compiled = rag::compile(&[Source::file("g", text)], &CapabilityResolver::without_registry()).unwrap();
    compiled.blueprints[0].clone()
}

/// The texts of a diagram as Graphviz draws it; lines of one label are joined.
fn drawn_by_graphviz(dot: &str) -> Option<BTreeSet<String>> {
    let svg = run(Command::new("dot").arg("-Tsvg"), dot)?;
    // The document names its type by an address, which the parser of XML has no need for.
    let start = svg.find("<svg").expect("Graphviz draws");
    let document = Document::parse(&svg[start..]).expect("Graphviz writes XML");
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    Some(texts.filter_map(|text| text.text()).map(|text| text.replace('\u{a0}', " ")).collect())
}

fn parsed_by_mermaid(charts: &[String]) -> Option<Vec<Value>> {
    let found = script("flowchart.mjs", &json!(charts))?;
    let found = found.as_array().expect("the script writes a list").clone();
    for (chart, found) in charts.iter().zip(&found) {
        assert_eq!(found["error"], Value::Null, "{chart}");
    }
    Some(found)
}

fn texts(list: &Value) -> BTreeSet<&str> {
    list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn graphviz_draws_every_name_as_it_is() {
    for dot in [hostile_graph().to_dot(), hostile_snapshot().to_dot()] {
        let Some(drawn) = drawn_by_graphviz(&dot) else { return };
        for name in NAMES {
            assert!(drawn.contains(name), "{name:?} is not among {drawn:?}");
        }
    }
    let Some(drawn) = drawn_by_graphviz(&ordinary_graph().to_dot()) else { return };
    let expected = ["start", "end", "graph", "default", "class", "style", "both", "END", "ok", "retry", "send", "join"];
    assert_eq!(drawn, expected.map(str::to_owned).into());
}

#[test]
fn mermaid_parses_every_name_as_it_is() {
    let charts = [hostile_graph().to_mermaid(), hostile_snapshot().to_mermaid(), ordinary_graph().to_mermaid()];
    let Some(found) = parsed_by_mermaid(&charts) else { return };
    for found in &found[..2] {
        let nodes = texts(&found["nodes"]);
        for name in NAMES {
            assert!(nodes.contains(name), "{name:?} is not among {nodes:?}");
        }
    }
    for name in NAMES {
        assert!(texts(&found[0]["arrows"]).contains(name), "{name:?} is not among {}", found[0]["arrows"]);
    }
    assert_eq!(texts(&found[1]["boxes"]), BTreeSet::from(["reducers", "routers"]));
    let expected = ["start", "end", "graph", "default", "class", "style", "both", "END"];
    assert_eq!(texts(&found[2]["nodes"]), expected.into());
    assert_eq!(texts(&found[2]["arrows"]), BTreeSet::from(["", "graph", "ok", "retry", "send", "join"]));
}
