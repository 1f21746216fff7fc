//! The commands in the README's section on the agent table, and the output that it shows for them.

use crate::PROGRAM;
use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const HEADING: &str = "## Who is `/agents/researcher/alice`?\n";

/// Each command of the section, with the lines that follow it.
fn commands(readme: &str) -> Vec<(&str, Vec<&str>)> {
    let section = readme.split_once(HEADING).expect("the README has the section").1;
    let section = section.split("\n## ").next().unwrap_or_default();
    let console =
        section.split_once("```console\n").and_then(|(_, block)| block.split_once("```")).expect("it has commands").0;
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in console.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => panic!("{line:?} is no command"),
        }
    }
    commands
}

/// Times differ on each run: a digit matches any digit.
fn with_any_time(line: &str) -> String {
    if line.contains('┆') { line.replace(|c: char| c.is_ascii_digit(), "0") } else { line.to_owned() }
}

/// A command that runs in the background and is killed when this is dropped.
struct Background(Child);

impl Drop for Background {
    fn drop(&mut self) {
        // It may already have exited.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = fs::read_to_string(readme).expect("the README is there");
    let commands = commands(&readme);
    assert!(commands.len() >= 5, "{commands:?}");

    let directory = tempfile::tempdir().expect("a directory can be made");
    let bin = directory.path().join("bin");
    fs::create_dir(&bin).and_then(|()| symlink(PROGRAM, bin.join("registry"))).expect("it can be made");
    let path = format!("{}:{}", bin.display(), env::var("PATH").unwrap_or_default());
    let mut background = Vec::new();
    for (command, expected) in commands {
        let mut shell = Command::new("sh");
        shell.current_dir(directory.path()).env("PATH", &path).arg("-c");
        let printed = match command.strip_suffix(" &") {
            Some(command) => {
                let mut child =
                    shell.arg(format!("exec {command}")).stdout(Stdio::piped()).spawn().expect("a shell runs");
                let out = child.stdout.take().expect("its output is ours");
                background.push(Background(child));
                BufReader::new(out).lines().take(expected.len()).collect::<Result<Vec<_>, _>>().expect("it prints")
            }
            None => {
                let output = shell.arg(format!("{command} 2>&1")).output().expect("a shell runs");
                String::from_utf8(output.stdout).expect("it is UTF-8").lines().map(str::to_owned).collect()
            }
        };
        let printed: Vec<String> = printed.iter().map(|line| with_any_time(line)).collect();
        let expected: Vec<String> = expected.into_iter().map(with_any_time).collect();
        assert_eq!(printed, expected, "{command}");
    }
}
