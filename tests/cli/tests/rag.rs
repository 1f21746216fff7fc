//! `registry rag`: check, fmt, graph, compile, diff.
//!
//! `SNAPSHOTS=overwrite cargo test -p cli-tests` writes the expected outputs anew: read them before you keep them.
#![allow(clippy::needless_raw_string_hashes, reason = "snapbox writes the expected outputs")]

use cli_tests::{program, registry};
use registry::{Blueprint, CapabilityRegistry};
use snapbox::cmd::Command;
use snapbox::str;
use std::fs;

const GRAPHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/graphs");

fn rag(arguments: &[&str]) -> Command {
    registry(GRAPHS).arg("rag").args(arguments)
}

#[test]
fn a_check_without_a_snapshot_says_that_names_were_not_looked_up() {
    rag(&["check", "support.rag"]).assert().code(0).stdout_eq("").stderr_eq(str![[r#"
1 graph checked: 0 errors, 0 warnings
the names of capabilities were not looked up: `--against SNAPSHOT.json` does it

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
    assert_eq!(check(&["--own"]), [false, true], "a graph of nobody stays unknown");
    let snapshot = registry(directory.path()).args(["rag", "check", "own.json"]).output().unwrap();
    let message = String::from_utf8(snapshot.stderr).unwrap();
    assert!(
        message.contains(
            "own.json is the snapshot of a registry: names are looked up in it by `rag check FILES --against own.json`"
        ),
        "{message}"
    );
}

#[test]
fn a_check_against_a_snapshot_reports_every_problem_with_a_picture() {
    let check = rag(&["check", "support.rag", "wrong.rag", "--against", "snapshot.json"]);
    check.assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error[E212]: no node is called `agnet`
 --> wrong.rag:2:9
  |
2 |   start agnet
  |         ^^^^^ there is no such node in this graph
  |
  = help: did you mean `agent`?

error[E301]: unknown tool `lookup_usr`
 --> wrong.rag:3:36
  |
3 |   node agent { kind agent  tools ["lookup_usr"] }
  |                                    ^^^^^^^^^^ no tool is registered under this name
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
error[E201]: two graphs are called `desk`
 --> desk.rag:1:7
  |
1 | graph desk {
  |       ^^^^ declared again here
  |
 ::: desk.rag:1:7
  |
1 | graph desk {
  |       ---- first declared here

error[E201]: two graphs are called `escalation`
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
the names of capabilities were not looked up: `--against SNAPSHOT.json` does it

"#]]);
}

#[test]
fn problems_as_json_are_objects_a_line_and_nothing_else_on_standard_output() {
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
fn warnings_are_problems_only_when_they_are_denied() {
    let unreached = "graph g { start a node a {} node b {} }";
    rag(&["check", "-"]).stdin(unreached).assert().code(0).stderr_eq(str![[r#"
warning[W401]: no path from `start` reaches node `b`
 --> <stdin>:1:34
  |
1 | graph g { start a node a {} node b {} }
  |                                  ^ it never runs

1 graph checked: 0 errors, 1 warning
the names of capabilities were not looked up: `--against SNAPSHOT.json` does it

"#]]);
    rag(&["check", "-", "--deny-warnings"]).stdin(unreached).assert().code(1).stderr_eq(str![[r#"
error[W401]: no path from `start` reaches node `b`
 --> <stdin>:1:34
  |
1 | graph g { start a node a {} node b {} }
  |                                  ^ it never runs

1 graph checked: 1 error, 0 warnings
the names of capabilities were not looked up: `--against SNAPSHOT.json` does it

"#]]);
}

#[test]
fn a_blueprint_is_checked_like_a_source() {
    let blueprint = r#"{"schema": 1, "graph": "g", "start": "b", "nodes": [{"name": "a", "tools": ["lookup_usr"], "routing": "terminal"}]}"#;
    let check = rag(&["check", "-", "--against", "snapshot.json"]).stdin(blueprint);
    check.assert().code(1).stderr_eq(str![[r#"
error[E212]: no node is called `b`
--> <stdin>: graph `g`, field `start`
 = note: there is no such node in this graph

error[E301]: unknown tool `lookup_usr`
--> <stdin>: graph `g`, node `a`, field `tools`
 = note: no tool is registered under this name
 = help: did you mean `lookup_user`?

1 graph checked: 2 errors, 0 warnings

"#]]);
}

#[test]
fn a_problem_of_a_blueprint_names_its_file() {
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
fn a_graph_is_sought_among_the_files_that_are_checked_together() {
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
fn a_snapshot_that_a_program_prints_is_one_to_check_against() {
    let folder = tempfile::tempdir().unwrap();
    let mut capabilities = CapabilityRegistry::<()>::new();
    capabilities.register_router("by_topic").unwrap();
    fs::write(folder.path().join("snapshot.json"), serde_json::to_string(&capabilities.snapshot()).unwrap()).unwrap();
    fs::write(folder.path().join("g.rag"), "graph g { start a node a { kind router model \"by_topic\" } }").unwrap();
    registry(folder.path()).args(["rag", "check", "g.rag", "--against", "snapshot.json"]).assert().code(0);
}

#[test]
fn what_cannot_be_read_is_named_with_exit_code_2() {
    rag(&["check", "no_such.rag"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read no_such.rag: No such file or directory (os error 2)

"#]]);
    rag(&["check", "desk.rag", "--against", "desk.rag"]).assert().code(2).stderr_eq(str![[r#"
error: desk.rag: not a snapshot of a registry: expected value at line 1 column 1; a program prints its own with `serde_json::to_string(&registry.snapshot())`

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
fn help_shows_how_each_command_is_used() {
    rag(&["check", "--help"]).assert().code(0).stdout_eq(str![[r#"
Reports every problem of graphs

Usage: registry rag check [OPTIONS] <FILES>...

Arguments:
  <FILES>...  Sources, which are one program, and blueprints; `-` is standard input

Options:
      --against <SNAPSHOT.json>  Looks names up in this snapshot of a registry; without it they are not looked up
      --own                      Says that the snapshot is of the program that these files belong to: a graph of the files is the registered one of its name, and does not hide it
      --deny-warnings            Makes every warning an error
      --json                     Prints one JSON object a line for each problem, to standard output
  -h, --help                     Print help
  -V, --version                  Print version

Examples:
  registry rag check graphs/*.rag
  registry rag check graphs/*.rag --against snapshot.json --own --deny-warnings
  cat proposal.rag | registry rag check - --against snapshot.json --json

A program prints the snapshot of its registry with
  println!("{}", serde_json::to_string_pretty(&registry.snapshot())?);

Exit code: 0 without errors, 1 with errors, 2 when a file could not be read; the others are checked all the same.

"#]]);
    for command in ["fmt", "graph", "compile", "diff"] {
        let help = rag(&[command, "--help"]).assert().code(0);
        let help = String::from_utf8_lossy(&help.get_output().stdout).into_owned();
        assert!(help.contains(&format!("Examples:\n  registry rag {command} ")), "{help}");
        assert!(help.contains("Exit code: 0"), "{help}");
    }
}

#[test]
fn formatting_writes_the_canonical_form_and_leaves_broken_sources_alone() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("loose.rag", "graph g { start a, node a {} } // end\n");
    write("tight.rag", "graph g {\n  start a\n  node a {}\n}\n");
    write("broken.rag", "graph g { start }");
    let run = |arguments: &[&str]| registry(folder.path()).args(["rag", "fmt"]).args(arguments);

    run(&["--check", "loose.rag", "tight.rag"]).assert().code(1).stdout_eq("loose.rag\n").stderr_eq("");
    run(&["broken.rag", "loose.rag", "tight.rag"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error[E101]: expected the name of a node, found `}`
 --> broken.rag:1:17
  |
1 | graph g { start }
  |                 ^ expected the name of a node

"#]]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("broken.rag"), "graph g { start }");
    assert_eq!(read("loose.rag"), "graph g {\n  start a\n  node a {}\n} // end\n");
    run(&["--check", "loose.rag", "tight.rag"]).assert().code(0).stdout_eq("").stderr_eq("");
    run(&["-"]).stdin("graph g{start a node a{}}").assert().code(0).stdout_eq(read("tight.rag"));
    run(&["--check", "-"]).stdin("graph g{}").assert().code(1).stdout_eq("<stdin>\n");
}

/// A full disk is played by a bound on the size of files.
#[cfg(unix)]
#[test]
fn a_source_survives_formatting_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("large.rag");
    let text = format!("graph g {{ start a node a {{}} }}{}", "// and so on\n".repeat(10_000));
    fs::write(&source, &text).unwrap();
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" rag fmt \"$1\"";
    let run = std::process::Command::new("sh").args(["-c", limited]).arg(program()).arg(&source).output().unwrap();
    assert_eq!(run.status.code(), Some(2), "{run:?}");
    assert!(String::from_utf8_lossy(&run.stderr).starts_with("error: cannot write "), "{run:?}");
    assert_eq!(fs::read_to_string(&source).unwrap(), text);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[cfg(unix)]
#[test]
fn a_formatted_source_keeps_its_permissions_and_the_links_to_it() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let (source, link) = (folder.path().join("real.rag"), folder.path().join("link.rag"));
    fs::write(&source, "graph g{start a node a{}}").unwrap();
    fs::set_permissions(&source, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.rag", &link).unwrap();
    registry(folder.path()).args(["rag", "fmt", "link.rag"]).assert().code(0).stderr_eq("");
    assert_eq!(fs::read_to_string(&source).unwrap(), "graph g {\n  start a\n  node a {}\n}\n");
    assert_eq!(fs::metadata(&source).unwrap().permissions().mode() & 0o7777, 0o640);
    assert_eq!(fs::read_link(&link).unwrap(), std::path::Path::new("real.rag"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_file_that_cannot_be_read_keeps_no_other_from_being_formatted() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    write("broken.rag", b"graph g { start }");
    write("bytes.rag", b"graph \xff");
    write("last.rag", b"graph g{start a node a{}}");
    let run = |arguments: &[&str]| registry(folder.path()).args(["rag", "fmt"]).args(arguments).assert().code(2);
    let files = ["none.rag", "bytes.rag", "broken.rag", "last.rag"];
    run(&[&["--check"], &files[..]].concat()).stdout_eq("last.rag\n");
    run(&files).stdout_eq("").stderr_eq(str![[r#"
error: cannot read none.rag: No such file or directory (os error 2)
error: bytes.rag is not UTF-8 text: invalid utf-8 sequence of 1 bytes from index 6
error[E101]: expected the name of a node, found `}`
 --> broken.rag:1:17
  |
1 | graph g { start }
  |                 ^ expected the name of a node

"#]]);
    assert!(fs::read_to_string(folder.path().join("last.rag")).unwrap().starts_with("graph g {\n"));
}

#[test]
fn a_file_that_cannot_be_read_keeps_no_other_from_being_checked() {
    let outer = "graph outer { start agnet node a { kind subgraph graph \"escalation\" model \"nowhere\" } }";
    let arguments = ["check", "none.rag", "-", "no.json", "--against", "snapshot.json"];
    // The graph that is referred to may stand in a file that is missing.
    rag(&arguments).stdin(outer).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read none.rag: No such file or directory (os error 2)
error: cannot read no.json: No such file or directory (os error 2)
error[E212]: no node is called `agnet`
 --> <stdin>:1:21
  |
1 | graph outer { start agnet node a { kind subgraph graph "escalation" model "nowhere" } }
  |                     ^^^^^ there is no such node in this graph

error[E301]: unknown model `nowhere`
 --> <stdin>:1:76
  |
1 | graph outer { start agnet node a { kind subgraph graph "escalation" model "nowhere" } }
  |                                                                            ^^^^^^^ no model is registered under this name

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
fn the_name_of_a_file_says_what_it_holds_and_elsewhere_its_text_does() {
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
the names of capabilities were not looked up: `--against SNAPSHOT.json` does it

"#]]);
    check("source.json", source).code(2).stderr_eq(str![[r#"
error: source.json: not a blueprint: expected value at line 1 column 1

"#]]);
    check("unclear.txt", "{ start a }").code(2).stderr_eq(str![[r#"
error: unclear.txt is neither a source, which begins with `graph`, nor a blueprint: key must be a string at line 1 column 3

"#]]);
    check("newer", "{\"schema\": 2}").code(2).stderr_eq(str![[r#"
error: newer: this blueprint has schema 2; the newest that this version reads is 1

"#]]);
}

#[test]
fn a_graph_is_drawn_in_three_languages() {
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
fn labels_of_a_blueprint_are_text_in_a_finished_picture() {
    let name = r#"<b>&"'\\ é"#;
    let blueprint = serde_json::json!({
        "schema": 1, "graph": "g", "start": name,
        "nodes": [{ "name": name, "routing": { "next": "" } }, { "name": "", "routing": "terminal" }],
    });
    let svg = rag(&["graph", "-", "--format", "svg"]).stdin(blueprint.to_string()).assert().code(1);
    let problems = String::from_utf8_lossy(&svg.get_output().stderr).into_owned();
    assert!(
        problems.contains("error[E004]: malformed name") && problems.contains("error[E004]: an empty name"),
        "{problems}"
    );
    let svg = String::from_utf8_lossy(&svg.get_output().stdout).into_owned();
    assert!(svg.contains(r"&lt;b&gt;&amp;&quot;&apos;\\ é</tspan>"), "{svg}");
}

#[test]
fn a_blueprint_that_no_compiler_made_is_drawn_with_its_problems() {
    let blueprint =
        r#"{"schema": 1, "graph": "g", "start": "nowhere", "nodes": [{"name": "a", "routing": {"next": "lost"}}]}"#;
    let drawn = rag(&["graph", "-", "--format", "dot"]).stdin(blueprint).assert().code(1);
    let drawn = drawn.get_output();
    assert!(String::from_utf8_lossy(&drawn.stdout).contains("n0 [label=\"a\""));
    let problems = String::from_utf8_lossy(&drawn.stderr);
    assert!(
        problems.contains("no node is called `nowhere`") && problems.contains("no node is called `lost`"),
        "{problems}"
    );
}

#[test]
fn a_byte_order_mark_before_a_blueprint_is_no_part_of_it() {
    let blueprint = "\u{feff}{\"schema\": 1, \"graph\": \"g\", \"start\": \"a\", \"nodes\": [{\"name\": \"a\", \"routing\": \"terminal\"}]}";
    rag(&["graph", "-"]).stdin(blueprint).assert().code(0);
}

/// A reader of the remarks that goes away takes neither the exit code nor the other files with it.
#[cfg(unix)]
#[test]
fn errors_are_in_the_exit_code_where_nobody_reads_them() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let folder = tempfile::tempdir().unwrap();
    let (broken, good) = (folder.path().join("broken.rag"), folder.path().join("good.rag"));
    fs::write(&broken, "graph g {").unwrap();
    fs::write(&good, "graph g{start a node a{}}").unwrap();
    let status =
        std::process::Command::new(program()).args(["rag", "fmt"]).args([&broken, &good]).stderr(writer).status();
    assert_eq!(status.unwrap().code(), Some(1));
    assert_eq!(fs::read_to_string(good).unwrap(), "graph g {\n  start a\n  node a {}\n}\n");
}

#[test]
fn of_several_graphs_one_has_to_be_named() {
    rag(&["graph", "desk.rag"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: there are several graphs: desk, escalation; say which with `--graph NAME`

"#]]);
    rag(&["graph", "desk.rag", "--graph", "escalaton"]).assert().code(2).stderr_eq(str![[r#"
error: there is no graph `escalaton`; there are desk, escalation; did you mean `escalation`?

"#]]);
    rag(&["compile", "desk.rag", "--graph", "escalation"]).assert().code(0);
    rag(&["graph", "-"]).stdin("// nothing").assert().code(2).stderr_eq(str![[r#"
error: there is no graph in what was given

"#]]);
}

#[test]
fn a_compiled_graph_is_the_blueprint_that_a_program_reads() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("support.json");
    rag(&["compile", "support.rag", "-o", output.to_str().unwrap()]).assert().code(0).stdout_eq("").stderr_eq("");
    let read = Blueprint::from_json(&fs::read_to_string(&output).unwrap()).unwrap();
    assert_eq!((&*read.graph, read.nodes.len()), ("support", 2));
    rag(&["graph", output.to_str().unwrap()]).assert().code(0);
    rag(&["diff", "support.rag", output.to_str().unwrap()]).assert().code(0).stdout_eq("").stderr_eq("");
    rag(&["compile", "wrong.rag"]).assert().code(1).stdout_eq("");
    rag(&["compile", "support.rag", "-o", "/no/such/folder/x.json"]).assert().code(2).stderr_eq(str![[r#"
error: cannot write /no/such/folder/x.json: No such file or directory (os error 2)

"#]]);
}

#[test]
fn a_diff_says_what_changed_for_people_and_for_programs() {
    let changed = fs::read_to_string(format!("{GRAPHS}/support.rag")).unwrap().replace("\"default\"", "\"fast\"");
    rag(&["diff", "support.rag", "-"]).stdin(changed.clone()).assert().code(1).stdout_eq(str![[r#"
~ graph support
  ~ nodes agent model: "default" -> "fast"

"#]]);
    rag(&["diff", "support.rag", "-", "--json"]).stdin(changed).assert().code(1).stdout_eq(str![[r#"
{"status":"changed","graph":"support","changes":[{"path":["nodes","agent","model"],"before":"default","after":"fast"}]}

"#]]);
    rag(&["diff", "support.rag", "support.rag"]).assert().code(0).stdout_eq("");
    rag(&["diff", "support.rag", "desk.rag"]).assert().code(1).stdout_eq(str![[r#"
- graph support
+ graph desk
+ graph escalation

"#]]);
    rag(&["diff", "wrong.rag", "desk.rag"]).assert().code(1).stdout_eq("");
}

#[test]
fn what_a_blueprint_says_has_no_power_over_the_terminal() {
    let name = "g\u{1b}[2J\n+ graph h\u{202e}";
    let blueprint = serde_json::json!({ "schema": 1, "graph": name, "start": "a", "nodes": [{ "name": "a", "routing": "terminal" }] });
    let wrong = serde_json::json!({ "schema": 1, name: 1 });
    for (arguments, text) in [
        (&["diff", "-", "desk.rag"][..], &blueprint),
        (&["diff", "-", "support.rag"], &blueprint),
        (&["graph", "-", "--graph", "h"], &blueprint),
        (&["graph", "-", "desk.rag"], &blueprint),
        (&["check", "-"], &blueprint),
        (&["check", "-"], &wrong),
    ] {
        let run = rag(arguments).stdin(text.to_string()).output().unwrap();
        let shown = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
        assert!(!shown.is_empty() && !shown.contains('\u{1b}'), "{arguments:?} {shown:?}");
        let spoofed = shown.lines().any(|line| line.trim_start().starts_with("+ graph h"));
        assert!(*text == wrong || !spoofed, "{arguments:?} {shown:?}");
    }
}

#[test]
fn the_graphs_of_the_examples_are_formatted_and_without_problems() {
    let graphs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs");
    let mut files: Vec<_> = fs::read_dir(graphs).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert!(files.len() >= 6, "{files:?}");
    registry(graphs).args(["rag", "fmt", "--check"]).args(&files).assert().code(0).stdout_eq("").stderr_eq("");
    registry(graphs).args(["rag", "check", "--deny-warnings"]).args(&files).assert().code(0);
}
