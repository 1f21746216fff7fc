//! `registry rag graph`.

use super::rag;
use snapbox::str;

#[test]
fn a_graph_is_drawn_in_three_formats() {
    rag(&["graph", "support.rag"]).assert().code(0).stdout_eq(str![[r#"
flowchart TD
  begin(["start"])
  n0["agent"]
  n1{{"review"}}
  finish(["END"])
  begin --> n0
  n0 -->|"escalate"| n1
  n0 -->|"final"| finish
  n1 --> finish

"#]]);
    rag(&["graph", "support.rag", "--format", "dot"]).assert().code(0).stdout_eq(str![[r#"
digraph "support" {
  begin [label="start" shape=oval];
  n0 [label="agent" shape=box];
  n1 [label="review" shape=hexagon];
  finish [label="END" shape=oval];
  begin -> n0;
  n0 -> n1 [label="escalate"];
  n0 -> finish [label="final"];
  n1 -> finish;
}

"#]]);
    let svg = rag(&["graph", "support.rag", "--format", "svg"]).assert().code(0);
    let svg = String::from_utf8_lossy(&svg.get_output().stdout).into_owned();
    assert!(svg.starts_with("<?xml ") && svg.ends_with("</svg>\n"), "{svg}");
    for label in ["start", "agent", "review", "END", "escalate", "final"] {
        assert!(svg.contains(&format!(">{label}</tspan>")), "{label} is missing: {svg}");
    }
}

#[test]
fn labels_are_escaped_in_svg() {
    let name = r#"<b>&"'\\ é"#;
    let blueprint = serde_json::json!({
        "schema": 1, "graph": "g", "start": name,
        "nodes": [{ "name": name, "routing": { "next": "" } }, { "name": "", "routing": "terminal" }],
    });
    let svg = rag(&["graph", "-", "--format", "svg"]).stdin(blueprint.to_string()).assert().code(1);
    let errors = String::from_utf8_lossy(&svg.get_output().stderr).into_owned();
    assert!(errors.contains("error[E004]: malformed name") && errors.contains("error[E004]: empty name"), "{errors}");
    let svg = String::from_utf8_lossy(&svg.get_output().stdout).into_owned();
    assert!(svg.contains(r"&lt;b&gt;&amp;&quot;&apos;\\ é</tspan>"), "{svg}");
}

#[test]
fn a_blueprint_with_errors_is_drawn_and_its_errors_are_reported() {
    let blueprint =
        r#"{"schema": 1, "graph": "g", "start": "nowhere", "nodes": [{"name": "a", "routing": {"next": "lost"}}]}"#;
    let drawn = rag(&["graph", "-", "--format", "dot"]).stdin(blueprint).assert().code(1);
    let drawn = drawn.get_output();
    assert!(String::from_utf8_lossy(&drawn.stdout).contains("n0 [label=\"a\""));
    let errors = String::from_utf8_lossy(&drawn.stderr);
    assert!(errors.contains("no node is named `nowhere`") && errors.contains("no node is named `lost`"), "{errors}");
}

#[test]
fn a_byte_order_mark_before_a_blueprint_is_ignored() {
    let blueprint = "\u{feff}{\"schema\": 1, \"graph\": \"g\", \"start\": \"a\", \"nodes\": [{\"name\": \"a\", \"routing\": \"terminal\"}]}";
    rag(&["graph", "-"]).stdin(blueprint).assert().code(0);
}
