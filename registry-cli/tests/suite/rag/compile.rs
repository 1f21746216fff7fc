//! `registry rag compile`, and how it and `graph` choose one of several graphs.

use super::rag;
use registry::Blueprint;
use snapbox::str;
use std::fs;

#[test]
fn one_of_several_graphs_has_to_be_chosen() {
    rag(&["graph", "desk.rag"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: there are several graphs: desk, escalation; choose one with `--graph NAME`

"#]]);
    rag(&["graph", "desk.rag", "--graph", "escalaton"]).assert().code(2).stderr_eq(str![[r#"
error: there is no graph `escalaton`; the graphs are desk, escalation; did you mean `escalation`?

"#]]);
    rag(&["compile", "desk.rag", "--graph", "escalation"]).assert().code(0);
    rag(&["graph", "-"]).stdin("// nothing").assert().code(2).stderr_eq(str![[r#"
error: the input contains no graph

"#]]);
}

#[test]
fn a_program_can_read_a_compiled_graph() {
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
