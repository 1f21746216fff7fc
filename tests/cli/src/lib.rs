//! The program `registry`, built once for all tests of it. Each group of commands has a file in `tests/`.

use snapbox::cmd::Command;
use std::env;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;

/// A run of `registry`, in this folder.
///
/// # Panics
/// When the program does not build.
pub fn registry(folder: impl AsRef<Path>) -> Command {
    Command::new(program()).current_dir(folder).env_remove("NO_COLOR")
}

/// Where the program is, which is built first.
///
/// # Panics
/// When it does not build.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let status = process::Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--package", "registry", "--features", "cli", "--bin", "registry"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(status.is_ok_and(|status| status.success()), "the program builds");
        // Beside `deps/`, which holds the test that runs.
        let test = env::current_exe().expect("a running program has a path");
        let folder = test.ancestors().nth(2).expect("tests stand two folders below");
        folder.join(format!("registry{}", env::consts::EXE_SUFFIX))
    })
}
