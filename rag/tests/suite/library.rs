//! Blueprints as values.

use rag::testing::compile_graph;
use rag::{
    Blueprint, CapabilityResolver, CapabilitySource, Code, ComponentKind, END, Edge, Literal, Location, Source, Via,
    cycles,
};
use serde_json::json;

const EVERYTHING: &str = include_str!("../programs/everything.rag");

fn everything() -> Vec<Blueprint> {
    let source = Source::generated("everything.rag", "a test", EVERYTHING);
    match rag::compile(&[source], &CapabilityResolver::without_registry()) {
        Ok(compiled) => compiled.blueprints,
        Err(report) => panic!("{report}"),
    }
}

#[test]
fn the_json_of_a_whole_program() {
    let mut blueprints = everything();
    for blueprint in &mut blueprints {
        let read = Blueprint::from_json(&blueprint.to_json()).unwrap();
        assert_eq!(read, *blueprint);
        assert_eq!(read.provenance, blueprint.provenance);
        blueprint.provenance = None;
    }
    insta::assert_snapshot!(blueprints.iter().map(Blueprint::to_json).collect::<Vec<_>>().concat());
}

#[test]
fn the_spans_of_a_blueprint_are_the_places_in_its_source() {
    for blueprint in everything() {
        let provenance = blueprint.provenance.as_ref().unwrap();
        let text = |span: rag::Span| &EVERYTHING[span.start.byte as usize..span.end.byte as usize];
        assert_eq!(provenance.nodes.len(), blueprint.nodes.len());
        for (node, span) in blueprint.nodes.iter().zip(provenance.nodes.iter()) {
            assert_eq!(text(*span), node.name);
        }
        for (channel, span) in blueprint.channels.iter().zip(provenance.channels.iter()) {
            assert_eq!(text(*span), channel.name);
        }
        assert_eq!(provenance.references.len(), blueprint.references().count());
        for reference in blueprint.references() {
            assert_eq!(text(reference.span.unwrap()), reference.name);
        }
        assert_eq!(provenance.edges.len(), blueprint.edges().count());
        for edge in blueprint.edges() {
            let named = if edge.via == Via::Join { edge.from } else { edge.to };
            assert_eq!(text(edge.span.unwrap()), named, "{edge:?}");
        }
    }
}

#[test]
fn literals_are_lowered_to_text_and_numbers_and_durations_to_milliseconds() {
    let graph = &everything()[0];
    let metadata = graph.metadata.as_ref().unwrap();
    assert_eq!(metadata.get("owner"), Some(&Literal::Text("support \"team\"".into())));
    assert_eq!(metadata.get("mode"), Some(&Literal::Text("inherit".into())));
    assert_eq!(metadata.get("wait"), Some(&Literal::Integer(90_000)));
    assert_eq!(metadata.get("weight"), Some(&Literal::Float(-0.5)));
    assert_eq!(graph.defaults.as_ref().unwrap().get("timeout"), Some(&Literal::Integer(60_000)));
    assert_eq!(graph.node("plan").unwrap().timeout, Some(1_500));
    assert_eq!(graph.node("work").unwrap().timeout, Some(120_000));
    assert_eq!(graph.node("plan").unwrap().prompt.as_deref(), Some("You plan.\n  Be \"brief\"."));
}

#[test]
fn every_syntax_for_a_single_target_is_the_same_routing() {
    let written =
        ["node a { next b } node b {}", "node a {} a -> b node b {}", "node a { command { goto b } } node b {}"];
    let graphs = written.map(|nodes| compile_graph(&format!("graph g {{ start a {nodes} }}")));
    assert!(graphs.iter().all(|graph| *graph == graphs[0]));
    let ends = ["node a {}", "node a { next END }", "node a {} a -> END", "node a { command { goto END } }"];
    let graphs = ends.map(|nodes| compile_graph(&format!("graph g {{ start a {nodes} }}")));
    assert!(graphs.iter().all(|graph| *graph == graphs[0]));
}

#[test]
fn two_routes_are_two_edges_two_successors_and_two_arrows() {
    let graph = compile_graph(
        "graph g { start a node a { routes { ok -> done  retry -> again } } node done {} node again { next a } }",
    );
    let edges: Vec<_> = graph.edges().map(|edge| Edge { span: None, ..edge }).collect();
    assert_eq!(
        edges,
        [
            Edge { from: "a", to: "done", via: Via::Route("ok"), span: None },
            Edge { from: "a", to: "again", via: Via::Route("retry"), span: None },
            Edge { from: "again", to: "a", via: Via::Next, span: None },
        ]
    );
    assert_eq!(graph.successors("a"), ["done", "again"]);
    assert!(graph.successors("done").is_empty());
    for (diagram, ok, retry) in [
        (graph.to_mermaid(), "n0 -->|\"ok\"| n1", "n0 -->|\"retry\"| n2"),
        (graph.to_dot(), "n0 -> n1 [label=\"ok\"]", "n0 -> n2 [label=\"retry\"]"),
    ] {
        assert!(diagram.contains(ok) && diagram.contains(retry), "{diagram}");
    }
    let unknown = "graph g { start a node a { routes { ok -> done  retry -> again } } node done {} }";
    let report = rag::compile(&[Source::file("g.rag", unknown)], &CapabilityResolver::without_registry()).unwrap_err();
    assert_eq!(report.codes(), [Code::E212]);
}

#[test]
fn sends_and_joins_lead_to_successors() {
    let graph = &everything()[0];
    assert_eq!(graph.successors("plan"), ["review", "work", END, "research", "draft"]);
    assert_eq!(graph.successors("research"), ["both"]);
    assert_eq!(graph.successors("review"), ["plan", END]);
}

#[test]
fn the_topology_is_plain_data() {
    insta::assert_snapshot!(serde_json::to_string_pretty(&compile_graph("graph g { start a node a { sends [send b] routes { x -> b } } node b {} node j { kind join } join [b] -> j }").topology()).unwrap());
}

#[test]
fn a_diff_names_what_was_added_removed_and_changed() {
    let old = compile_graph(
        "graph g { start a channel c append node a { tools [\"x\"] routes { go -> b } timeout 1s } node b {} node d { next END } }",
    );
    let new = compile_graph(
        "graph g { start a node d {} node a { tools [\"x\", \"y\"] routes { go -> END } } node e { model \"m\" } }",
    );
    insta::assert_snapshot!(old.diff(&new));
    assert!(old.diff(&old).is_empty());
    let json = serde_json::to_value(old.diff(&new)).unwrap();
    assert_eq!(json[0]["path"][0], "channels");
}

#[test]
fn a_diff_shows_each_hostile_name_or_text_on_one_line() {
    let old = compile_graph("graph g { start a node a {} }");
    let mut new = old.clone();
    new.nodes.to_mut()[0].name = "a\u{1b}[2J\n+ nodes x".into();
    new.nodes.to_mut()[0].prompt = Some("\u{202E}\u{9b}".into());
    let shown = old.diff(&new).to_string();
    assert_eq!(shown.lines().count(), 2, "{shown}");
    assert!(!shown.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202E}'), "{shown:?}");
}

#[test]
fn aliases_become_canonical_names_and_graphs_of_the_program_keep_theirs() {
    struct Names;
    impl CapabilitySource for Names {
        fn names_including_aliases(&self, _: ComponentKind) -> Vec<String> {
            vec!["fast".into(), "gpt-4o".into(), "inner".into()]
        }
        fn canonical_name(&self, _: ComponentKind, name: &str) -> Option<&str> {
            ["fast", "gpt-4o", "inner"].contains(&name).then_some("gpt-4o")
        }
    }
    let text = "graph outer { allow models [\"fast\"] start a channel c fast node a { model \"fast\" tools [\"fast\", \"gpt-4o\"] next b } node b { kind subgraph graph \"inner\" next r } node r { kind router model \"fast\" } }
        graph inner { start a node a {} }";
    let compiled = rag::compile(&[Source::file("t.rag", text)], &CapabilityResolver::from_registry(&Names)).unwrap();
    assert_eq!(compiled.warnings.codes(), [Code::W405]);
    let canonical = compiled.canonical(&Names);
    let names: Vec<_> = canonical.graph("outer").unwrap().references().map(|reference| reference.name).collect();
    assert_eq!(names, ["gpt-4o", "gpt-4o", "gpt-4o", "gpt-4o", "inner", "gpt-4o"]);
    assert_eq!(canonical.graph("outer").unwrap().allow[0].names[0], "gpt-4o");
}

#[test]
fn references_to_graphs_of_the_program_are_not_external() {
    let text = "graph outer { start a node a { kind subgraph graph \"inner\" next b } node b { kind subgraph graph \"other\" } } graph inner { start a node a {} }";
    let compiled = rag::compile(&[Source::file("t.rag", text)], &CapabilityResolver::without_registry()).unwrap();
    let external: Vec<_> =
        compiled.external_references(&compiled.blueprints[0]).map(|reference| reference.name).collect();
    assert_eq!(external, ["other"]);
}

#[test]
fn cycles_of_blueprints_are_found() {
    let graph = |name: &str, to: &str| {
        compile_graph(&format!("graph {name} {{ start a node a {{ kind subgraph graph \"{to}\" }} }}"))
    };
    let graphs = [graph("x", "y"), graph("y", "z"), graph("z", "x"), graph("w", "x"), graph("v", "elsewhere")];
    assert_eq!(cycles(&graphs.each_ref()), [["x", "y", "z"]]);
}

#[test]
fn a_blueprint_is_checked_like_a_source_with_names_in_place_of_spans() {
    let mut graph = compile_graph(
        "graph g { start a allow tools [\"x\"] channel c append node a { tools [\"x\"] next b } node b { kind subagent agent \"s\" timeout 1s } }",
    );
    let resolver =
        CapabilityResolver::from_lists([(ComponentKind::Tool, ["x"])]).allow_reducers(["append"]).allow_agents(["s"]);
    assert!(resolver.check_blueprint(&graph).is_empty());
    assert!(!CapabilityResolver::without_registry().check_blueprint(&graph).unchecked().is_empty());

    let nodes = graph.nodes.to_mut();
    nodes[0].tools = Some(vec!["y".into(), "y".into()].into());
    nodes[0].routing = rag::Routing::Next("bb".into());
    nodes[1].agent = None;
    nodes[1].timeout = Some(0);
    graph.start = END.into();
    let report = resolver.check_blueprint(&graph);
    let found: Vec<_> = report
        .diagnostics()
        .iter()
        .map(|found| match &found.location {
            Location::Blueprint { graph, node, field, .. } => (found.code, &**graph, node.as_deref(), *field),
            Location::Source { .. } => panic!("{found:?}"),
        })
        .collect();
    assert_eq!(
        found,
        [
            (Code::E212, "g", None, "start"),
            (Code::W403, "g", None, "allow"),
            (Code::E301, "g", Some("a"), "tools"),
            (Code::E301, "g", Some("a"), "tools"),
            (Code::W406, "g", Some("a"), "tools"),
            (Code::E212, "g", Some("a"), "routing"),
            (Code::E222, "g", Some("b"), "name"),
            (Code::E223, "g", Some("b"), "timeout"),
        ]
    );
    insta::assert_snapshot!(report);
    insta::assert_snapshot!(report.to_json_lines());
}

#[test]
fn every_part_of_a_blueprint_is_checked() {
    let text = "graph g { start a node a { sends [send b] routes { x -> c } } node b {} node c {} node j { kind join sources [b] next k } node k {} join [b] -> j }";
    let sound = compile_graph(text);
    let without = CapabilityResolver::without_registry();
    assert!(without.check_blueprint(&sound).is_empty(), "{}", without.check_blueprint(&sound));
    let broken = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = serde_json::to_value(&sound).unwrap();
        change(&mut value);
        without.check_blueprint(&Blueprint::from_json(&value.to_string()).unwrap()).codes()
    };
    assert_eq!(broken(&|graph| graph["nodes"][0]["sends"][0]["node"] = json!("bb")), [Code::E212]);
    assert_eq!(broken(&|graph| graph["nodes"][0]["routing"]["conditional"][0]["target"] = json!("cc")), [Code::E212]);
    assert_eq!(broken(&|graph| graph["nodes"][0]["routing"]["conditional"] = json!([])), [Code::E224, Code::W401]);
    assert_eq!(broken(&|graph| graph["nodes"][3]["routing"] = json!({"next": "kk"})), [Code::E212]);
    assert_eq!(broken(&|graph| graph["nodes"][3]["sources"] = json!(["b", "c"])), [Code::E212]);
    assert_eq!(broken(&|graph| graph["joins"][0]["target"] = json!("jj")), [Code::E212]);
    assert_eq!(
        broken(&|graph| graph["nodes"][1]["name"] = json!("c")),
        [Code::E212, Code::E202, Code::E212, Code::E212]
    );
    assert_eq!(broken(&|graph| graph["nodes"][1]["kind"] = json!("robot")), [Code::E221]);
    assert_eq!(broken(&|graph| graph["nodes"][1]["options"] = json!([])), [Code::W404]);
    assert_eq!(
        broken(&|graph| graph["channels"] = json!([{"name": "c", "reducer": "r"}, {"name": "c", "reducer": "r"}])),
        [Code::E203]
    );
    assert_eq!(
        broken(&|graph| graph["input"] = json!([{"name": "q", "type": "t"}, {"name": "q", "type": "t"}])),
        [Code::E205]
    );
    for timeout in [json!(0), json!(-5), json!("30s"), json!(1.5)] {
        assert_eq!(broken(&|graph| graph["defaults"] = json!({"timeout": timeout})), [Code::E223], "{timeout}");
    }
    assert!(broken(&|graph| graph["defaults"] = json!({"timeout": 5})).is_empty());
    assert_eq!(broken(&|graph| graph["allow"] = json!({"tools": ["x"]})), [Code::W403]);
}

#[test]
fn a_compiled_blueprint_passes_the_check_of_blueprints() {
    for blueprint in everything() {
        let report = CapabilityResolver::without_registry().check_blueprint(&blueprint);
        assert!(!report.has_errors(), "{report}");
    }
}
