//! A crate that a benchmark writes and checks with Cargo.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

pub(crate) struct Generated {
    folder: PathBuf,
    source: String,
}

impl Generated {
    pub(crate) fn lay(root: &Path, name: &str, source: &str) -> Self {
        let folder = root.join(name);
        fs::create_dir_all(folder.join("src")).expect("the target folder is writable");
        let registry = env!("CARGO_MANIFEST_DIR");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nregistry = {{ path = {registry:?} }}\nserde_json = \"1\"\n\n[workspace]\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("the target folder is writable");
        Self { folder, source: source.to_owned() }
    }

    /// Writes another file of the crate.
    #[allow(dead_code, reason = "not every benchmark needs one")]
    pub(crate) fn write(&self, path: &str, text: &str) {
        fs::write(self.folder.join(path), text).expect("the target folder is writable");
    }

    /// Compiles the dependencies.
    pub(crate) fn warm_up(&self) {
        fs::write(self.folder.join("src/lib.rs"), "").expect("the target folder is writable");
        self.cargo_check();
    }

    /// The time to check the whole crate, without incremental state.
    pub(crate) fn check(&self) -> Duration {
        fs::write(self.folder.join("src/lib.rs"), &self.source).expect("the target folder is writable");
        let started = Instant::now();
        self.cargo_check();
        started.elapsed()
    }

    fn cargo_check(&self) {
        let status = Command::new(env!("CARGO"))
            .args(["check", "--quiet", "--offline"])
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_TARGET_DIR", self.folder.with_file_name("target"))
            .current_dir(&self.folder)
            .status()
            .expect("cargo runs");
        assert!(status.success(), "{} does not compile", self.folder.display());
    }
}
