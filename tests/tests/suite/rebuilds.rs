//! What cargo builds again when a part of a program has changed: nothing that is added is missed, and nothing that was removed
//! stays.
//!
//! Each test lays a package of its own into the target folder. The packages have the dependencies of the programs in `misuse`
//! and are built where and as trybuild builds those, so that cargo has not all of them to build once more.

use crate::skipped::is_left_to_ci;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const RUSTFLAGS_OF_TRYBUILD: &str = r#"build.rustflags=["--cfg", "trybuild", "--verbose", "-A", "dead_code"]"#;

struct Package(PathBuf);

impl Package {
    fn lay(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let workspace = tests.parent().expect("the package stands in the workspace");
        let _ = fs::remove_dir_all(&folder);
        let package = Self(folder);
        package.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n\
                 [dependencies]\nregistry = {{ package = \"named-capabilities\", path = '{}' }}\ntests = {{ path = '{}' }}\n\n[workspace]\n",
                workspace.join("registry").display(),
                tests.display()
            ),
        );
        package
            .write("Cargo.lock", &fs::read_to_string(workspace.join("Cargo.lock")).expect("the workspace is locked"));
        package
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("the path has a folder")).expect("the target folder is writable");
        fs::write(path, text).expect("the target folder is writable");
    }

    fn cargo(&self, command: &str, incremental: bool) -> Output {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder stands in the target folder");
        Command::new(env!("CARGO"))
            .args([command, "--offline", "--target", "host-tuple", "--config", RUSTFLAGS_OF_TRYBUILD])
            .env_remove("RUSTFLAGS")
            .env("CARGO_TARGET_DIR", target.join("tests/trybuild"))
            .env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" })
            .current_dir(&self.0)
            .output()
            .expect("cargo runs")
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_change_of_a_graph_alone_is_seen_by_the_next_check() {
    let package = Package::lay("graph_alone");
    package.write(
        "src/lib.rs",
        "use registry::{Blueprint, capability, include_rag};\n\n\
         #[capability(router = \"by_topic\")]\nfn by_topic() {}\n\n\
         pub static GRAPH: Blueprint = include_rag!(\"graphs/triage.rag\");\n",
    );
    let check_with = |router: &str| {
        package.write(
            "graphs/triage.rag",
            &format!("graph triage {{\n  start sort\n  node sort {{ kind router  model \"{router}\" }}\n}}\n"),
        );
        package.cargo("check", false)
    };
    let first = check_with("by_topic");
    assert!(first.status.success(), "{}", errors(&first));
    let unchanged = errors(&package.cargo("check", false));
    assert!(!unchanged.contains("Checking graph_alone"), "nothing has changed: {unchanged}");

    let wrong = check_with("by_topik");
    let message = errors(&wrong);
    assert!(!wrong.status.success(), "{message}");
    assert!(message.contains("unknown router `by_topik`") && message.contains("graphs/triage.rag:3:35"), "{message}");

    let right = check_with("by_topic");
    assert!(right.status.success(), "{}", errors(&right));
}

#[test]
fn an_incremental_build_finds_what_was_added_and_not_what_was_removed() {
    if is_left_to_ci("an_incremental_build_finds_what_was_added_and_not_what_was_removed") {
        return;
    }
    let package = Package::lay("added_and_removed");
    // Two modules that `main` does not mention.
    package.write(
        "src/main.rs",
        "mod sales;\nmod support;\n\n\
         fn main() {\n    \
             let registry = registry::CapabilityRegistry::<()>::collect().unwrap();\n    \
             for component in registry.components() {\n        \
                 println!(\"{} {}\", component.kind, component.id);\n    \
             }\n\
         }\n",
    );
    let write_module = |module: &str, routers: &[&str]| {
        let declared = routers
            .iter()
            .map(|name| format!("#[registry::capability(router = \"{name}\")]\nfn {name}() {{}}\n"))
            .collect::<String>();
        package.write(&format!("src/{module}.rs"), &declared);
    };
    let build_and_run = || {
        let output = package.cargo("run", true);
        assert!(output.status.success(), "{}", errors(&output));
        let lines = String::from_utf8(output.stdout).expect("the program writes text");
        lines.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    write_module("sales", &["lead", "offer"]);
    write_module("support", &["ticket"]);
    assert_eq!(build_and_run(), ["router lead", "router offer", "router ticket"]);

    write_module("support", &["ticket", "refund"]);
    assert_eq!(build_and_run(), ["router lead", "router offer", "router refund", "router ticket"]);

    write_module("sales", &["offer"]);
    assert_eq!(build_and_run(), ["router offer", "router refund", "router ticket"]);

    write_module("support", &["renamed"]);
    assert_eq!(build_and_run(), ["router offer", "router renamed"]);
}
