//! Packages that a test lays into the target folder. They have the dependencies of the programs in `misuse` and are built where
//! and as trybuild builds those, so that cargo has not all of them to build once more.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const RUSTFLAGS_OF_TRYBUILD: &str = r#"build.rustflags=["--cfg", "trybuild", "--verbose", "-A", "dead_code"]"#;

pub(crate) struct Package(PathBuf);

impl Package {
    pub(crate) fn lay(name: &str) -> Self {
        Self::lay_with(name, &[])
    }

    /// A package with these dependencies, each in its own folder inside the package's folder.
    pub(crate) fn lay_with(name: &str, dependencies: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in the workspace");
        let _ = fs::remove_dir_all(&folder);
        let package = Self(folder);
        let paths: String = dependencies.iter().map(|name| format!("{name} = {{ path = '{name}' }}\n")).collect();
        package.write("Cargo.toml", &(manifest(name) + &paths + "\n[workspace]\n"));
        for dependency in dependencies {
            package.write(&format!("{dependency}/Cargo.toml"), &manifest(dependency));
        }
        package
            .write("Cargo.lock", &fs::read_to_string(workspace.join("Cargo.lock")).expect("the workspace is locked"));
        package
    }

    /// Writes a module or a crate that declares these routers and nothing else.
    pub(crate) fn declare(&self, path: &str, routers: &[&str]) {
        let declared: String = routers
            .iter()
            .map(|name| format!("#[registry::capability(router = \"{name}\")]\npub fn {name}() {{}}\n"))
            .collect();
        self.write(path, &declared);
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("the path has a folder")).expect("the target folder is writable");
        fs::write(path, text).expect("the target folder is writable");
    }

    pub(crate) fn cargo(&self, command: &str, incremental: bool) -> Output {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder is in the target folder");
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

/// The manifest of a package with the dependencies of the programs in `misuse`, which more may follow.
pub(crate) fn manifest(name: &str) -> String {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n\
         [dependencies]\nregistry = {{ package = \"named-capabilities\", path = '{}' }}\ntests = {{ path = '{}' }}\n",
        tests.join("../registry").display(),
        tests.display()
    )
}

pub(crate) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
