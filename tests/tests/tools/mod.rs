//! Programs of others that read what this project writes. `.ci/run` installs them; where one is absent, a test that needs it
//! says so and skips, but never where `CI` is set.

use serde_json::Value;
use std::io::{ErrorKind, Write as _, stderr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// Runs one of the scripts beside this file with JSON as its input, and gives the JSON that it writes.
#[allow(dead_code, reason = "not every test runs a script")]
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
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder stands in the target folder");
    target.join("node-tools")
}

fn skip(reason: &str) {
    assert!(env::var_os("CI").is_none(), "{reason}");
    // Past the capture of the test's output: a skipped test is heard.
    stderr().write_all(format!("SKIPPED: {reason}\n").as_bytes()).expect("standard error is open");
}
