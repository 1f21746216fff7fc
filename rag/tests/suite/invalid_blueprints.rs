//! Blueprints that no source compiles to.

use rag::testing::compile_graph;
use rag::{Allow, Blueprint, CapabilityResolver, Code, ComponentKind, Entry, Literal, Location, Object};
use serde_json::{Value, json};

/// A graph with every item of the language.
fn whole() -> Blueprint {
    compile_graph(
        "graph g {
            metadata { owner \"x\" } defaults { timeout 5s mode fast } allow tools [\"t\"]
            input { q string } output { a string } start a checkpoint inherit interrupt never
            channel c append \"x\" 2
            node a {
                model \"m\" prompt \"p\" tools [\"t\"] sends [send b \"s\"] routes { x -> b  done -> END }
                checkpoint inherit retry { attempts 3 } metadata { k \"v\" }
            }
            node b { kind human options [\"o\"] command { update { k \"v\" } } }
            node d { kind subagent agent \"r\" input \"i\" }
            join [b] -> d
        }",
    )
}

/// The codes, nodes and fields of the errors of a blueprint in which one value was changed.
fn errors(pointer: &str, value: Value) -> Vec<(Code, Option<String>, &'static str)> {
    let mut json = serde_json::to_value(whole()).unwrap();
    *json.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing is at {pointer}")) = value;
    let blueprint = Blueprint::from_json(&json.to_string()).unwrap();
    let report = CapabilityResolver::without_registry().check_blueprint(&blueprint);
    let errors = report.diagnostics().iter().filter(|found| found.severity == rag::Severity::Error);
    errors
        .map(|found| match &found.location {
            Location::Blueprint { node, field, .. } => (found.code, node.clone(), *field),
            Location::Source { .. } => panic!("{found:?}"),
        })
        .collect()
}

/// Texts that are not identifiers.
const ODD: [&str; 9] = ["", " ", "a b", "a-b", "1a", "größe", "a\n", "\"", "\u{1b}[31m"];

#[test]
fn a_sound_blueprint_has_no_errors() {
    assert!(!CapabilityResolver::without_registry().check_blueprint(&whole()).has_errors());
    assert_eq!(errors("/graph", json!("_1")), []);
}

#[test]
fn identifiers_in_a_source_are_identifiers_in_a_blueprint() {
    let places: [(&str, Option<&str>, &str); 10] = [
        ("/graph", None, "graph"),
        ("/checkpoint", None, "checkpoint"),
        ("/interrupt", None, "interrupt"),
        ("/channels/0/name", None, "channels"),
        ("/input/0/name", None, "input"),
        ("/input/0/type", None, "input"),
        ("/output/0/name", None, "output"),
        ("/output/0/type", None, "output"),
        ("/nodes/0/routing/conditional/1/label", Some("a"), "routing"),
        ("/nodes/0/checkpoint", Some("a"), "checkpoint"),
    ];
    for odd in ODD {
        for (pointer, node, field) in places {
            let expected = (Code::E004, node.map(str::to_owned), field);
            assert_eq!(errors(pointer, json!(odd)), [expected], "{pointer} {odd:?}");
        }
    }
}

#[test]
fn a_malformed_node_name_is_reported_once_where_it_is_declared() {
    for odd in ODD {
        let mut json = serde_json::to_value(whole()).unwrap();
        for pointer in
            ["/nodes/1/name", "/nodes/0/routing/conditional/0/target", "/nodes/0/sends/0/node", "/joins/0/sources/0"]
        {
            *json.pointer_mut(pointer).unwrap() = json!(odd);
        }
        let blueprint = Blueprint::from_json(&json.to_string()).unwrap();
        let report = CapabilityResolver::without_registry().check_blueprint(&blueprint);
        assert_eq!(report.codes().iter().filter(|code| code.severity() == rag::Severity::Error).count(), 1, "{report}");
        let found = &report.diagnostics().iter().find(|found| found.code == Code::E004).unwrap().location;
        let expected = Location::Blueprint { file: None, graph: "g".into(), node: Some(odd.into()), field: "name" };
        assert_eq!(*found, expected);
    }
    assert_eq!(errors("/start", json!("")), [(Code::E212, None, "start")]);
}

#[test]
fn two_nodes_without_a_name_are_two_errors() {
    let nodes = json!([{"name": "", "routing": "terminal"}, {"name": "", "routing": "terminal"}]);
    let blueprint = json!({"schema": 1, "graph": "g", "start": "", "nodes": nodes});
    let blueprint = Blueprint::from_json(&blueprint.to_string()).unwrap();
    let report = CapabilityResolver::without_registry().check_blueprint(&blueprint);
    assert_eq!(report.codes(), [Code::E004, Code::E004], "{report}");
}

#[test]
fn keys_of_objects_are_identifiers() {
    for (pointer, node, field) in [
        ("/metadata", None, "metadata"),
        ("/defaults", None, "defaults"),
        ("/nodes/0/retry", Some("a"), "retry"),
        ("/nodes/0/metadata", Some("a"), "metadata"),
        ("/nodes/1/update", Some("b"), "update"),
    ] {
        let expected = (Code::E004, node.map(str::to_owned), field);
        assert_eq!(errors(pointer, json!({"a b": 1})), [expected], "{pointer}");
    }
}

#[test]
fn a_kind_defined_by_the_host_must_be_an_identifier() {
    let host = CapabilityResolver::without_registry().with_node_kinds(["my kind", "model"]);
    let mut blueprint = compile_graph("graph g { start a node a {} }");
    blueprint.nodes.to_mut()[0].kind = Some("my kind".into());
    assert_eq!(host.check_blueprint(&blueprint).codes(), [Code::E004]);
    blueprint.nodes.to_mut()[0].kind = Some("other kind".into());
    assert_eq!(host.check_blueprint(&blueprint).codes(), [Code::E221]);
}

/// A canonical name may replace an alias, so a reducer need not be an identifier. It must still be a valid name.
#[test]
fn a_reducer_has_a_name_that_can_be_registered() {
    assert_eq!(errors("/channels/0/reducer", json!("my-reducer")), []);
    for odd in ["", "a\n"] {
        assert_eq!(errors("/channels/0/reducer", json!(odd)), [(Code::E004, None, "channels")], "{odd:?}");
    }
}

#[test]
fn no_text_of_a_blueprint_may_change_the_direction_of_text() {
    for (pointer, node, field) in [
        ("/metadata/owner", None, "metadata"),
        ("/defaults/mode", None, "defaults"),
        ("/channels/0/arguments/0", None, "channels"),
        ("/channels/0/reducer", None, "channels"),
        ("/nodes/0/model", Some("a"), "model"),
        ("/nodes/0/prompt", Some("a"), "prompt"),
        ("/nodes/0/sends/0/input", Some("a"), "sends"),
        ("/nodes/0/metadata/k", Some("a"), "metadata"),
        ("/nodes/1/options/0", Some("b"), "options"),
        ("/nodes/1/update/k", Some("b"), "update"),
        ("/nodes/2/agent", Some("d"), "agent"),
        ("/nodes/2/input", Some("d"), "input"),
        ("/graph", None, "graph"),
        ("/nodes/0/routing/conditional/1/label", Some("a"), "routing"),
    ] {
        let expected = (Code::E001, node.map(str::to_owned), field);
        assert_eq!(errors(pointer, json!("user\u{202E}drowssap")), [expected], "{pointer}");
    }
    let allowed = json!(["t", "user\u{202E}drowssap"]);
    assert_eq!(errors("/allow/tools", allowed), [(Code::E001, None, "allow")]);
    assert_eq!(errors("/nodes/0/prompt", json!("line\nline\t\"é\" \u{0}")), []);
}

#[test]
fn values_that_have_no_json_form_are_rejected() {
    let without = CapabilityResolver::without_registry();
    let codes = |change: &dyn Fn(&mut Blueprint)| {
        let mut blueprint = compile_graph("graph g { allow tools [] start a node a { metadata { k 1 } } }");
        change(&mut blueprint);
        without.check_blueprint(&blueprint).codes()
    };
    assert_eq!(codes(&|_| {}), []);
    let allow = |kind| Allow { kind, names: vec![].into() };
    assert_eq!(codes(&|graph| graph.allow.to_mut().push(allow(ComponentKind::Tool))), [Code::E206]);
    assert_eq!(codes(&|graph| graph.allow.to_mut().push(allow(ComponentKind::Store))), [Code::E101]);
    for number in [f64::NAN, f64::INFINITY] {
        let entry = Entry { key: "k".into(), value: Literal::Float(number) };
        let object = Object::new(vec![entry]).unwrap();
        assert_eq!(codes(&|graph| graph.nodes.to_mut()[0].metadata = Some(object.clone())), [Code::E004], "{number}");
    }
}

#[test]
fn a_node_that_ends_a_run_is_terminal_and_has_no_next_node() {
    let mut blueprint = compile_graph("graph g { start a node a {} }");
    blueprint.nodes.to_mut()[0].routing = rag::Routing::Next(rag::END.into());
    let report = CapabilityResolver::without_registry().check_blueprint(&blueprint);
    assert_eq!(report.codes(), [Code::E212], "{report}");
    assert!(report.to_string().contains("a node that ends the run has the routing `terminal`"), "{report}");
}

#[test]
fn hostile_names_are_escaped_in_messages() {
    let mut blueprint = compile_graph("graph g { start a node a {} }");
    blueprint.graph = "g\n\u{1b}[31m".into();
    blueprint.nodes.to_mut()[0].name = "a\nerror: b".into();
    let report = CapabilityResolver::without_registry().check_blueprint(&blueprint);
    insta::assert_snapshot!(report);
    assert!(!report.to_string().contains('\u{1b}'), "{report}");
}
