//! `registry rag check`, and how all commands read their files.

use super::rag;
use crate::registry;
use registry::CapabilityRegistry;
use snapbox::str;
use std::fs;

#[test]
fn a_check_without_a_snapshot_says_that_names_were_not_looked_up() {
    rag(&["check", "support.rag"]).assert().code(0).stdout_eq("").stderr_eq(str![[r#"
1 graph checked: 0 errors, 0 warnings
names of capabilities were not looked up; use `--against SNAPSHOT.json` to do so

"#]]);
}

#[test]
fn a_programs_own_graphs_do_not_hide_themselves() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
    write(
        "outer.rag",
        "graph outer { start a node a { kind subgraph graph \"inner\" next b } node b { kind subgraph graph \"gone\" } }",
    );
    write("inner.rag", "graph inner { start a node a {} }");
    write(
        "own.json",
        r#"{"components": [{"id": "inner", "kind": "graph"}, {"id": "outer", "kind": "graph"}], "aliases": []}"#,
    );
    let check = |own: &[&str]| {
        let files = ["check", "outer.rag", "inner.rag", "--against", "own.json", "--json"];
        let output = registry(directory.path()).arg("rag").args(files).args(own).output().unwrap();
        let problems = String::from_utf8(output.stdout).unwrap();
        ["W405", "E301"].map(|code| problems.contains(code))
    };
    assert_eq!(check(&[]), [true, true]);
    assert_eq!(check(&["--own"]), [false, true], "a graph that does not exist stays unknown");
    let snapshot = registry(directory.path()).args(["rag", "check", "own.json"]).output().unwrap();
    let message = String::from_utf8(snapshot.stderr).unwrap();
    assert!(
        message.contains(
            "own.json is a registry snapshot; to look up names in it, use `rag check FILES --against own.json`"
        ),
        "{message}"
    );
}

#[test]
fn a_check_against_a_snapshot_renders_every_diagnostic() {
    let check = rag(&["check", "support.rag", "wrong.rag", "--against", "snapshot.json"]);
    check.assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error[E212]: no node is named `agnet`
 --> wrong.rag:2:9
  |
2 |   start agnet
  |         ^^^^^ not found in this graph
  |
  = help: did you mean `agent`?

error[E301]: unknown tool `lookup_usr`
 --> wrong.rag:3:36
  |
3 |   node agent { kind agent  tools ["lookup_usr"] }
  |                                    ^^^^^^^^^^ no tool with this name is registered
  |
  = help: did you mean `lookup_user`?

2 graphs checked: 2 errors, 0 warnings

"#]]);
}

#[test]
fn several_files_are_one_program() {
    let outer = "graph outer { start a node a { kind subgraph graph \"escalation\" } }";
    rag(&["check", "-", "desk.rag"]).stdin(outer).assert().code(0);
    let twice = rag(&["check", "desk.rag", "desk.rag"]);
    twice.assert().code(1).stderr_eq(str![[r#"
error[E201]: two graphs are named `desk`
 --> desk.rag:1:7
  |
1 | graph desk {
  |       ^^^^ declared again here
  |
 ::: desk.rag:1:7
  |
1 | graph desk {
  |       ---- first declared here

error[E201]: two graphs are named `escalation`
 --> desk.rag:7:7
  |
7 | graph escalation {
  |       ^^^^^^^^^^ declared again here
  |
 ::: desk.rag:7:7
  |
7 | graph escalation {
  |       ---------- first declared here

4 graphs checked: 2 errors, 0 warnings
names of capabilities were not looked up; use `--against SNAPSHOT.json` to do so

"#]]);
}

#[test]
fn json_diagnostics_are_one_object_per_line_and_nothing_else_is_on_standard_output() {
    let check = rag(&["check", "wrong.rag", "--json", "--against", "snapshot.json"]);
    let output = check.assert().code(1).stderr_eq("").get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    let objects: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let codes: Vec<_> = objects.iter().map(|object| (&object["code"], &object["severity"])).collect();
    assert_eq!(codes, [(&"E212".into(), &"error".into()), (&"E301".into(), &"error".into())]);
    assert_eq!(objects[1]["start"], serde_json::json!({ "byte": 63, "line": 3, "column": 36 }));
    assert_eq!(objects[1]["help"], "did you mean `lookup_user`?");
}

#[test]
fn warnings_are_errors_only_when_they_are_denied() {
    let unreached = "graph g { start a node a {} node b {} }";
    rag(&["check", "-"]).stdin(unreached).assert().code(0).stderr_eq(str![[r#"
warning[W401]: node `b` is not reachable from `start`
 --> <stdin>:1:34
  |
1 | graph g { start a node a {} node b {} }
  |                                  ^ this node never runs

1 graph checked: 0 errors, 1 warning
names of capabilities were not looked up; use `--against SNAPSHOT.json` to do so

"#]]);
    rag(&["check", "-", "--deny-warnings"]).stdin(unreached).assert().code(1).stderr_eq(str![[r#"
error[W401]: node `b` is not reachable from `start`
 --> <stdin>:1:34
  |
1 | graph g { start a node a {} node b {} }
  |                                  ^ this node never runs

1 graph checked: 1 error, 0 warnings
names of capabilities were not looked up; use `--against SNAPSHOT.json` to do so

"#]]);
}

#[test]
fn a_blueprint_is_checked_like_a_source() {
    let blueprint = r#"{"schema": 1, "graph": "g", "start": "b", "nodes": [{"name": "a", "tools": ["lookup_usr"], "routing": "terminal"}]}"#;
    let check = rag(&["check", "-", "--against", "snapshot.json"]).stdin(blueprint);
    check.assert().code(1).stderr_eq(str![[r#"
error[E212]: no node is named `b`
--> <stdin>: graph `g`, field `start`
 = note: not found in this graph

error[E301]: unknown tool `lookup_usr`
--> <stdin>: graph `g`, node `a`, field `tools`
 = note: no tool with this name is registered
 = help: did you mean `lookup_user`?

1 graph checked: 2 errors, 0 warnings

"#]]);
}

#[test]
fn a_diagnostic_for_a_blueprint_names_its_file() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [("one.json", "a"), ("two.json", "b")] {
        let blueprint = serde_json::json!({ "schema": 1, "graph": "g", "start": start, "nodes": [{ "name": "a", "routing": "terminal" }] });
        fs::write(folder.path().join(name), blueprint.to_string()).unwrap();
    }
    let check = |arguments: &[&str]| {
        let check =
            registry(folder.path()).args(["rag", "check", "one.json", "two.json"]).args(arguments).assert().code(1);
        let output = check.get_output();
        String::from_utf8([output.stdout.clone(), output.stderr.clone()].concat()).unwrap()
    };
    assert!(check(&[]).contains("--> two.json: graph `g`, field `start`"), "{}", check(&[]));
    let object: serde_json::Value = serde_json::from_str(check(&["--json"]).lines().next().unwrap()).unwrap();
    assert_eq!((&object["file"], &object["field"]), (&"two.json".into(), &"start".into()));
}

#[test]
fn graphs_are_looked_up_in_the_files_that_are_checked_together() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let runs = |graph: &str, other: &str| {
        format!(
            "graph {graph} {{ start a node a {{ kind subgraph graph \"{other}\" next b }} node b {{ kind subgraph graph \"known\" }} }}"
        )
    };
    write("snapshot.json", r#"{"components": [{"id": "known", "kind": "graph"}]}"#);
    write("one.rag", &runs("one", "two"));
    write("two.rag", &runs("two", "three"));
    write("three.rag", "graph three { start a node a {} }");
    let run = |arguments: &[&str]| registry(folder.path()).arg("rag").args(arguments).assert();
    for name in ["two", "three"] {
        run(&["compile", &format!("{name}.rag"), "-o", &format!("{name}.json")]).code(0);
    }
    let against = ["--against", "snapshot.json"];
    for files in [["one.rag", "two.json", "three.json"], ["one.rag", "two.json", "three.rag"]] {
        run(&[&["check"], &files[..], &against].concat()).code(0).stderr_eq("3 graphs checked: 0 errors, 0 warnings\n");
    }
    run(&[&["check", "one.rag"], &against[..]].concat()).code(1);
    run(&[&["check", "two.json", "one.rag"], &against[..]].concat()).code(1);
    run(&["check", "one.rag", "two.json"]).code(0);
}

#[test]
fn a_snapshot_printed_by_a_program_can_be_checked_against() {
    let folder = tempfile::tempdir().unwrap();
    let mut capabilities = CapabilityRegistry::<()>::new();
    capabilities.register_router("by_topic").unwrap();
    fs::write(folder.path().join("snapshot.json"), serde_json::to_string(&capabilities.snapshot()).unwrap()).unwrap();
    fs::write(folder.path().join("g.rag"), "graph g { start a node a { kind router model \"by_topic\" } }").unwrap();
    registry(folder.path()).args(["rag", "check", "g.rag", "--against", "snapshot.json"]).assert().code(0);
}

#[test]
fn an_unreadable_file_is_named_with_exit_code_2() {
    rag(&["check", "no_such.rag"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read no_such.rag: No such file or directory (os error 2)

"#]]);
    rag(&["check", "desk.rag", "--against", "desk.rag"]).assert().code(2).stderr_eq(str![[r#"
error: desk.rag: not a registry snapshot: expected value at line 1 column 1; a program prints its snapshot with `serde_json::to_string(&registry.snapshot())`

"#]]);
    rag(&["check", "-"]).stdin(b"graph \xff".as_slice()).assert().code(2).stderr_eq(str![[r#"
error: <stdin> is not UTF-8 text: invalid utf-8 sequence of 1 bytes from index 6

"#]]);
    rag(&["check", "-"]).stdin("{}").assert().code(2).stderr_eq(str![[r#"
error: <stdin>: not a blueprint: missing field `schema` at line 1 column 2

"#]]);
    rag(&["check"]).assert().code(2).stderr_eq(str![[r#"
error: the following required arguments were not provided:
  <FILES>...

Usage: registry rag check <FILES>...

For more information, try '--help'.

"#]]);
}

#[test]
fn an_unreadable_file_does_not_prevent_others_from_being_checked() {
    let outer = "graph outer { start agnet node a { kind subgraph graph \"escalation\" model \"nowhere\" } }";
    let arguments = ["check", "none.rag", "-", "no.json", "--against", "snapshot.json"];
    // The graph may be in the missing file.
    rag(&arguments).stdin(outer).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read none.rag: No such file or directory (os error 2)
error: cannot read no.json: No such file or directory (os error 2)
error[E212]: no node is named `agnet`
 --> <stdin>:1:21
  |
1 | graph outer { start agnet node a { kind subgraph graph "escalation" model "nowhere" } }
  |                     ^^^^^ not found in this graph

error[E301]: unknown model `nowhere`
 --> <stdin>:1:76
  |
1 | graph outer { start agnet node a { kind subgraph graph "escalation" model "nowhere" } }
  |                                                                            ^^^^^^^ no model with this name is registered

1 graph checked: 2 errors, 0 warnings

"#]]);
    rag(&["check", "none.rag", "support.rag"]).assert().code(2);
    for command in [["compile", "none.rag", "no.rag"], ["graph", "none.rag", "no.rag"], ["diff", "none.rag", "no.rag"]]
    {
        rag(&command).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read none.rag: No such file or directory (os error 2)
error: cannot read no.rag: No such file or directory (os error 2)

"#]]);
    }
}

#[test]
fn the_extension_of_a_file_determines_its_type_and_otherwise_its_text_does() {
    let folder = tempfile::tempdir().unwrap();
    let blueprint = r#"{"schema": 1, "graph": "g", "start": "a", "nodes": [{"name": "a", "routing": "terminal"}]}"#;
    let source = "graph g { start a node a {} }";
    let check = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        registry(folder.path()).args(["rag", "check", name]).assert()
    };
    for (name, text) in
        [("a.json", blueprint), ("b.JSON", blueprint), ("c", blueprint), ("d.txt", source), ("e.rag", source)]
    {
        check(name, text).code(0);
    }
    check("broken.rag", "{ start a }\n").code(1).stderr_eq(str![[r#"
error[E101]: expected `graph`, found `{`
 --> broken.rag:1:1
  |
1 | { start a }
  | ^ expected `graph`

0 graphs checked: 1 error, 0 warnings
names of capabilities were not looked up; use `--against SNAPSHOT.json` to do so

"#]]);
    check("source.json", source).code(2).stderr_eq(str![[r#"
error: source.json: not a blueprint: expected value at line 1 column 1

"#]]);
    check("unclear.txt", "{ start a }").code(2).stderr_eq(str![[r#"
error: unclear.txt is neither a source, which starts with `graph`, nor a blueprint: key must be a string at line 1 column 3

"#]]);
    check("newer", "{\"schema\": 2}").code(2).stderr_eq(str![[r#"
error: newer: this blueprint has schema 2; the newest supported schema is 1

"#]]);
}
