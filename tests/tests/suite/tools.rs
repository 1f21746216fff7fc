//! Programs of others that read what this project writes. `.ci/run` installs them; where one is absent, a test that needs it
//! says so and skips, but never where `CI` is set.

use crate::skipped::skip;
use serde_json::Value;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs one of the scripts in `tools` with JSON as its input, and returns the JSON that it prints.
pub(crate) fn script(name: &str, input: &Value) -> Option<Value> {
    let folder = node_folder();
    if !folder.join("node_modules").is_dir() {
        skip(&format!("`npm install` has not run in {}", folder.display()));
        return None;
    }
    // A script finds its packages in the folder in which it stands.
    fs::copy(Path::new("tests/tools").join(name), folder.join(name)).expect("the target folder is writable");
    let output = run(Command::new("node").arg(folder.join(name)), &input.to_string())?;
    Some(serde_json::from_str(&output).expect("a script writes JSON"))
}

/// What a program writes to standard output.
pub(crate) fn run(command: &mut Command, input: &str) -> Option<String> {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match child {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skip(&format!("{} is not installed", command.get_program().display()));
            return None;
        }
        child => child.expect("the program starts"),
    };
    let mut pipe = child.stdin.take().expect("standard input is a pipe");
    pipe.write_all(input.as_bytes()).expect("the program reads its input");
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{command:?}: {}\n{input}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("the program writes text"))
}

fn node_folder() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder is in the target folder");
    target.join("node-tools")
}
