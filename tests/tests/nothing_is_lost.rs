//! A program finds all that is declared in it, however it is compiled and linked.
//!
//! The programs are built by cargo, into the target folder of this workspace. What was built, and how long it took, goes to
//! standard error.

use serde_json::Value;
use std::fs;
use std::io::{Write as _, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Everything that `fixtures/unmentioned` offers: in its modules, in a library, and in that library's library.
fn offered() -> Vec<String> {
    let mut offered: Vec<String> =
        ["model program_model", "tool library_tool", "tool program_tool", "agent program_agent", "router by_intent"]
            .map(str::to_owned)
            .to_vec();
    offered.extend((0..64).map(|number| format!("router many_{number:02}")));
    offered.push("reducer library_reducer".to_owned());
    offered
}

#[test]
fn capabilities_that_nothing_refers_to_are_found_in_every_profile() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/unmentioned/Cargo.toml");
    for profile in ["dev", "release", "thin-lto", "units-16"] {
        let program = build(&manifest, profile);
        assert_eq!(lines_of(&program), offered(), "--profile {profile}");
    }
}

#[test]
fn an_incremental_build_finds_what_was_added_and_not_what_was_removed() {
    let generated = Generated::lay();
    generated.write_module("sales", &["lead", "offer"]);
    generated.write_module("support", &["ticket"]);
    assert_eq!(generated.build_and_run(), ["router lead", "router offer", "router ticket"]);

    generated.write_module("support", &["ticket", "refund"]);
    assert_eq!(generated.build_and_run(), ["router lead", "router offer", "router refund", "router ticket"]);

    generated.write_module("sales", &["offer"]);
    assert_eq!(generated.build_and_run(), ["router offer", "router refund", "router ticket"]);

    generated.write_module("support", &["renamed"]);
    assert_eq!(generated.build_and_run(), ["router offer", "router renamed"]);
}

/// A crate of its own with two modules that its `main` does not mention.
struct Generated(PathBuf);

impl Generated {
    fn lay() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebuilt");
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace around this package");
        let registry = workspace.join("registry");
        fs::create_dir_all(folder.join("src")).expect("the target folder is writable");
        write(
            &folder.join("Cargo.toml"),
            &format!(
                "[package]\nname = \"rebuilt\"\nedition = \"2024\"\n\n\
                 [dependencies]\nregistry = {{ path = '{}' }}\n\n[workspace]\n",
                registry.display()
            ),
        );
        fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace has a lock file");
        write(
            &folder.join("src/main.rs"),
            "mod sales;\nmod support;\n\n\
             fn main() {\n    \
                 let registry = registry::CapabilityRegistry::<()>::collect().unwrap();\n    \
                 for component in registry.components() {\n        \
                     println!(\"{} {}\", component.kind, component.id);\n    \
                 }\n\
             }\n",
        );
        Self(folder)
    }

    fn write_module(&self, module: &str, routers: &[&str]) {
        let source: String = routers
            .iter()
            .map(|name| format!("#[registry::capability(router = \"{name}\")]\nfn {name}() {{}}\n"))
            .collect();
        write(&self.0.join(format!("src/{module}.rs")), &source);
    }

    fn build_and_run(&self) -> Vec<String> {
        lines_of(&build(&self.0.join("Cargo.toml"), "dev"))
    }
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Builds the program of a package, and says where it is.
fn build(manifest: &Path, profile: &str) -> PathBuf {
    let started = Instant::now();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder in the target folder");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--message-format=json-render-diagnostics", "--profile", profile])
        .arg("--manifest-path")
        .arg(manifest)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_INCREMENTAL", if profile == "dev" { "1" } else { "0" })
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8(output.stdout).expect("cargo writes JSON");
    let program = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok()?["executable"].as_str().map(PathBuf::from))
        .next_back()
        .expect("the package has a program");
    let built = format!("built {} in {:.1} s\n", program.display(), started.elapsed().as_secs_f32());
    // Past the capture of the test's output, which nobody sees in CI.
    stderr().write_all(built.as_bytes()).expect("standard error is open");
    program
}

fn lines_of(program: &Path) -> Vec<String> {
    let output = Command::new(program).output().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program writes text").lines().map(str::to_owned).collect()
}
