//! A program is compiled again when nothing but a graph that it includes has changed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const MANIFEST: &str = r#"[package]
name = "rebuilt"
version = "0.0.0"
edition = "2024"

[dependencies]
registry = { path = "REGISTRY" }

[workspace]
"#;

const PROGRAM: &str = r#"
use registry::{Blueprint, capability, include_rag};

#[capability(router = "by_topic")]
fn by_topic() {}

pub static GRAPH: Blueprint = include_rag!("graphs/triage.rag");
"#;

struct Package(PathBuf);

impl Package {
    fn lay() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebuilt");
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package stands in the workspace");
        let _ = fs::remove_dir_all(&folder);
        let package = Self(folder);
        let registry = workspace.join("registry").display().to_string().replace('\\', "/");
        package.write("Cargo.toml", &MANIFEST.replace("REGISTRY", &registry));
        package
            .write("Cargo.lock", &fs::read_to_string(workspace.join("Cargo.lock")).expect("the workspace is locked"));
        package.write("src/lib.rs", PROGRAM);
        package
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("the path has a folder")).expect("the target folder is writable");
        fs::write(path, text).expect("the target folder is writable");
    }

    fn write_graph(&self, router: &str) {
        self.write(
            "graphs/triage.rag",
            &format!("graph triage {{\n  start sort\n  node sort {{ kind router  model \"{router}\" }}\n}}\n"),
        );
    }

    fn check(&self) -> Output {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder stands in the target folder");
        Command::new(env!("CARGO"))
            .args(["check", "--offline"])
            .env("CARGO_TARGET_DIR", target)
            .current_dir(&self.0)
            .output()
            .expect("cargo runs")
    }
}

#[test]
fn a_change_of_a_graph_alone_is_seen_by_the_next_check() {
    let package = Package::lay();
    let text = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    package.write_graph("by_topic");
    let first = package.check();
    assert!(first.status.success(), "{}", text(&first));
    let unchanged = text(&package.check());
    assert!(!unchanged.contains("Checking rebuilt"), "nothing has changed: {unchanged}");

    package.write_graph("by_topik");
    let wrong = package.check();
    let message = text(&wrong);
    assert!(!wrong.status.success(), "{message}");
    assert!(message.contains("unknown router `by_topik`") && message.contains("graphs/triage.rag:3:35"), "{message}");

    package.write_graph("by_topic");
    let right = package.check();
    assert!(right.status.success(), "{}", text(&right));
}
