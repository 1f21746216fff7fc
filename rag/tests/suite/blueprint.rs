//! Blueprints as constants and as JSON.

use rag::{
    Allow, Blueprint, BlueprintProvenance, Channel, ComponentKind, Definition, Join, List, Literal, Node, Origin,
    Position, ReadError, Route, Routing, Schema, Send, Span, Text,
};

static CONSTANT: Blueprint = Blueprint::constant(|| DEFINITION);

const DEFINITION: &Definition = &Definition {
    schema: Schema,
    graph: Text::Borrowed("support"),
    start: Text::Borrowed("agent"),
    metadata: None,
    defaults: None,
    allow: List::Borrowed(&[Allow { kind: ComponentKind::Tool, names: List::Borrowed(&[]) }]),
    input: None,
    output: None,
    checkpoint: None,
    interrupt: None,
    channels: List::Borrowed(&[Channel {
        name: Text::Borrowed("votes"),
        reducer: Text::Borrowed("barrier"),
        arguments: List::Borrowed(&[Literal::Integer(2), Literal::Float(0.5), Literal::Text(Text::Borrowed("x"))]),
    }]),
    nodes: List::Borrowed(&[Node {
        name: Text::Borrowed("agent"),
        kind: None,
        model: Some(Text::Borrowed("default")),
        prompt: None,
        tools: Some(List::Borrowed(&[])),
        agent: None,
        graph: None,
        script: None,
        input: None,
        routing: Routing::Conditional(List::Borrowed(&[Route {
            label: Text::Borrowed("final"),
            target: Text::Borrowed("END"),
        }])),
        update: None,
        sends: Some(List::Borrowed(&[Send { node: Text::Borrowed("agent"), input: None }])),
        sources: None,
        options: None,
        checkpoint: None,
        timeout: Some(1_500),
        retry: None,
        metadata: None,
    }]),
    joins: List::Borrowed(&[Join { sources: List::Borrowed(&[]), target: Text::Borrowed("END") }]),
    provenance: Some(BlueprintProvenance {
        source: Text::Borrowed("support.rag"),
        hash: Text::Borrowed("fnv1a128:00000000000000000000000000000000"),
        origin: Origin::Generated(Text::Borrowed("a model")),
        nodes: List::Borrowed(&[Span {
            start: Position { byte: 0, line: 1, column: 1 },
            end: Position { byte: 5, line: 1, column: 6 },
        }]),
        edges: List::Borrowed(&[]),
        channels: List::Borrowed(&[]),
        references: List::Borrowed(&[]),
    }),
};

#[test]
fn a_constant_blueprint_survives_json_as_value_and_as_text() {
    let json = CONSTANT.to_json();
    let read = Blueprint::from_json(&json).unwrap();
    assert_eq!(read, CONSTANT);
    assert_eq!(read.provenance, CONSTANT.provenance);
    assert_eq!(read.to_json(), json);
}

#[test]
fn the_schema_comes_first_and_absent_items_are_omitted() {
    let json = CONSTANT.to_json();
    assert!(json.starts_with("{\n  \"schema\": 1,\n  \"graph\": \"support\""), "{json}");
    assert!(!json.contains("metadata") && !json.contains("prompt") && !json.contains("null"), "{json}");
    assert!(json.contains("\"tools\": []"), "an empty list was given: {json}");
}

#[test]
fn a_blueprint_is_send_sync_and_unwind_safe_and_converts_to_its_definition() {
    fn crosses<T: std::marker::Send + Sync + std::panic::UnwindSafe + std::panic::RefUnwindSafe + Clone>(_: &T) {}
    crosses(&CONSTANT);
    let mut changed = CONSTANT.clone();
    changed.start = "elsewhere".into();
    let definition = Definition::from(changed);
    assert_eq!(definition.start, "elsewhere");
    assert_eq!(CONSTANT.start, "agent", "a constant is copied before it is changed");
}

#[test]
fn comparisons_of_blueprints_ignore_provenance() {
    let mut moved = CONSTANT.clone();
    moved.provenance = None;
    assert_eq!(moved, CONSTANT);
    moved.start = "other".into();
    assert_ne!(moved, CONSTANT);
}

fn read_with(change: impl FnOnce(&mut serde_json::Value)) -> String {
    let mut value: serde_json::Value = serde_json::from_str(&CONSTANT.to_json()).unwrap();
    change(&mut value);
    match Blueprint::from_json(&value.to_string()) {
        Ok(_) => "read".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_newer_schema_is_rejected_before_anything_else_is_checked() {
    let error = Blueprint::from_json(r#"{"novelty": true, "schema": 2}"#).unwrap_err();
    assert!(matches!(error, ReadError::Newer { found: 2 }));
    assert!(read_with(|value| value["schema"] = 0.into()).contains("unknown schema 0; the supported schema is 1"));
}

#[test]
fn unknown_fields_nulls_and_redundant_empty_lists_are_rejected() {
    assert_eq!(read_with(|_| {}), "read");
    assert!(read_with(|value| value["nodes"][0]["colour"] = "red".into()).contains("unknown field `colour`"));
    assert!(read_with(|value| value["novelty"] = 1.into()).contains("unknown field `novelty`"));
    assert!(read_with(|value| value["metadata"] = serde_json::Value::Null).contains("invalid type: null"));
    assert!(read_with(|value| value["joins"] = serde_json::json!([])).contains("an empty list must be omitted"));
    assert!(read_with(|value| value["allow"] = serde_json::json!({})).contains("an empty `allow` must be omitted"));
    assert!(read_with(|value| value["allow"] = serde_json::json!({"stores": []})).contains("`stores`"));
}

/// Rejects equivalent forms, so that each text equals the JSON form of its blueprint.
#[test]
fn each_part_has_exactly_one_form() {
    let list = read_with(|value| value["nodes"][0]["routing"]["conditional"][0] = serde_json::json!(["final", "END"]));
    assert_eq!(list, "not a blueprint: at nodes[0].routing.conditional[0]: expected an object, found a list");
    let channels = serde_json::json!([{ "name": "c", "reducer": "r" }]);
    let whole = serde_json::json!([1, "g", "a", {}, {}, { "tools": [] }, [], [], "c", "i", channels, []]);
    let whole = Blueprint::from_json(&whole.to_string()).map(|_| ()).unwrap_err().to_string();
    assert_eq!(whole, "not a blueprint: expected an object, found a list");
    let terminal = read_with(|value| value["nodes"][0]["routing"] = serde_json::json!({ "terminal": null }));
    assert_eq!(terminal, "not a blueprint: at nodes[0].routing: expected a string, found an object");
    let span = read_with(|value| value["provenance"]["nodes"][0]["start"] = serde_json::json!([0, 1, 1]));
    assert_eq!(span, "not a blueprint: at provenance.nodes[0].start: expected an object, found a list");
    for number in ["1e2", "-0", "100", "0.1000000000000000055"] {
        let text = CONSTANT.to_json().replace("0.5", number);
        assert!(Blueprint::from_json(&text).is_ok(), "{number}");
    }
}

#[test]
fn routing_is_tagged() {
    let routing = |routing: &Routing| serde_json::to_string(routing).unwrap();
    assert_eq!(routing(&Routing::Terminal), r#""terminal""#);
    assert_eq!(routing(&Routing::Next("n".into())), r#"{"next":"n"}"#);
    assert_eq!(routing(&CONSTANT.nodes[0].routing), r#"{"conditional":[{"label":"final","target":"END"}]}"#);
}

#[test]
fn every_float_survives_json() {
    let mut blueprint = CONSTANT.clone();
    for number in
        [9.223_372_036_854_225e30, 0.100_000_000_000_000_05, -6.934_698_245_112_694e276, f64::MIN_POSITIVE, f64::MAX]
    {
        blueprint.channels.to_mut()[0].arguments = List::Owned(vec![Literal::Float(number)]);
        let json = blueprint.to_json();
        let read = Blueprint::from_json(&json).unwrap();
        assert_eq!(read, blueprint, "{number:?}");
        assert_eq!(read.to_json(), json);
    }
}
