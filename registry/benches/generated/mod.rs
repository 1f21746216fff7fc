//! A generated crate that a benchmark checks with Cargo.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

pub(crate) struct Generated {
    folder: PathBuf,
    source: String,
}

impl Generated {
    pub(crate) fn create(root: &Path, name: &str, source: &str) -> Self {
        let folder = root.join(name);
        fs::create_dir_all(folder.join("src")).expect("the target folder is writable");
        let registry = env!("CARGO_MANIFEST_DIR");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nregistry = {{ package = \"named-capabilities\", path = {registry:?} }}\nserde_json = \"1\"\n\n[workspace]\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("the target folder is writable");
        Self { folder, source: source.to_owned() }
    }

    /// Writes an additional file of the crate.
    #[allow(dead_code, reason = "not used by every benchmark")]
    pub(crate) fn write(&self, path: &str, text: &str) {
        fs::write(self.folder.join(path), text).expect("the target folder is writable");
    }

    /// Compiles the dependencies.
    pub(crate) fn warm_up(&self) {
        fs::write(self.folder.join("src/lib.rs"), "").expect("the target folder is writable");
        self.cargo_check("0");
        self.cargo_check("1");
    }

    /// Returns the time to check the whole crate without incremental compilation.
    pub(crate) fn check(&self) -> Duration {
        self.timed(&self.source, "0")
    }

    /// Returns the time to check the crate incrementally after an unrelated edit, as Cargo does by default.
    #[allow(dead_code, reason = "not used by every benchmark")]
    pub(crate) fn check_again(&self, edit: u32) -> Duration {
        self.timed(&format!("{}\npub fn edit_{edit}() {{}}\n", self.source), "1")
    }

    fn timed(&self, source: &str, incremental: &str) -> Duration {
        fs::write(self.folder.join("src/lib.rs"), source).expect("the target folder is writable");
        let started = Instant::now();
        self.cargo_check(incremental);
        started.elapsed()
    }

    fn cargo_check(&self, incremental: &str) {
        let status = Command::new(env!("CARGO"))
            .args(["check", "--quiet", "--offline"])
            .env("CARGO_INCREMENTAL", incremental)
            .env("CARGO_TARGET_DIR", self.folder.with_file_name("target"))
            .current_dir(&self.folder)
            .status()
            .expect("cargo runs");
        assert!(status.success(), "{} does not compile", self.folder.display());
    }
}
