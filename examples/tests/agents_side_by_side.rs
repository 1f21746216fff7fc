//! Tests the example with a declared agent and a dynamic one.

use std::fs;
use std::process::Command;

#[test]
fn the_example_runs_both_agents_kills_one_and_sees_its_names_go() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let output = Command::new(env!("CARGO_BIN_EXE_agents_side_by_side"))
        .env("TMPDIR", directory.path())
        .output()
        .expect("the example starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "summarizer is an agent of this program: in short: Tables\n\
         /agents/researcher/alice is process 1, elsewhere: I looked into \"Tables hold names.\"\n\
         process 1 is DEAD\n\
         /agents/researcher/alice is gone\n\
         /services/research is gone\n\
         summarizer is still here: Declared(\"summarizer\")\n"
    );
    let left: Vec<_> = fs::read_dir(directory.path()).expect("it can be read").collect();
    assert!(left.is_empty(), "{left:?}");
}
