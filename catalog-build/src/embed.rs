//! Packs a snapshot into the two files that a program embeds. For use in build scripts.

use crate::overlay::Overlay;
use model_catalog::{PackedCatalog, SnapshotError, read_snapshot};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// Why a snapshot cannot be embedded.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// A file cannot be read or written.
    #[error("cannot {action} {}: {source} (relative paths are resolved from the directory of Cargo.toml)", path.display())]
    File {
        /// The operation: `read` or `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// The snapshot breaks rules.
    #[error("{}: {source}", path.display())]
    Snapshot {
        /// The file with the snapshot.
        path: PathBuf,
        /// The rules, and the entries that break them.
        source: SnapshotError,
    },
}

/// Reads and validates the snapshot at `snapshot` and writes its packed form to `out.text` and `out.data`, where `out`
/// is a
/// path without an extension. Nothing is written if the snapshot breaks a rule.
///
/// Call it from a build script, within [`build_script`]. It prints the line that makes Cargo rerun the script if the
/// snapshot
/// changes. Load the files with [`embedded_catalog!`](model_catalog::embedded_catalog).
///
/// # Errors
///
/// [`EmbedError`] if a file cannot be read or written, or if the snapshot breaks a rule.
pub fn embed(snapshot: impl AsRef<Path>, out: impl AsRef<Path>) -> Result<(), EmbedError> {
    let path = snapshot.as_ref();
    let catalog = read_snapshot(&read(path)?)
        .and_then(|snapshot| PackedCatalog::from_snapshot(&snapshot))
        .map_err(invalid_file(path))?;
    write(&catalog, out.as_ref())
}

/// Applies the overlay at `overlay` to `base` and writes the packed form of the result, as [`embed()`] does.
///
/// The base can be the catalog that comes with `registry`, which re-exports this function. The package then also needs
/// it as
/// a build dependency:
///
/// ```toml
/// [build-dependencies]
/// registry = { package = "named-capabilities", version = "0.1" }
/// ```
///
/// ```text
/// // build.rs
/// use registry::catalog::{ModelCatalog, build_script, embed_overlay};
///
/// fn main() -> std::process::ExitCode {
///     build_script(|out| embed_overlay(ModelCatalog::seed(), "our-prices.json", out.join("catalog")))
/// }
/// ```
///
/// With your own snapshot as the base:
///
/// ```no_run
/// // build.rs
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let base = registry::catalog::ModelCatalog::from_json(&std::fs::read_to_string("model-catalog.snapshot.json")?)?;
/// registry::catalog::build_script(|out| registry::catalog::embed_overlay(&base, "our-prices.json", out.join("catalog")));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`EmbedError`] if a file cannot be read or written, or if the overlay or the result breaks a rule.
pub fn embed_overlay(base: &PackedCatalog, overlay: impl AsRef<Path>, out: impl AsRef<Path>) -> Result<(), EmbedError> {
    let path = overlay.as_ref();
    let laid = Overlay::from_json(&read(path)?).and_then(|overlay| overlay.apply(base));
    let catalog = laid.and_then(|snapshot| PackedCatalog::from_snapshot(&snapshot)).map_err(invalid_file(path))?;
    write(&catalog, out.as_ref())
}

/// The `main` of a build script: runs `embed` with Cargo's output directory, and prints its error to standard error.
///
/// ```no_run
/// // build.rs
/// fn main() -> std::process::ExitCode {
///     registry::catalog::build_script(|out| registry::catalog::embed("model-catalog.snapshot.json", out.join("catalog")))
/// }
/// ```
pub fn build_script(embed: impl FnOnce(&Path) -> Result<(), EmbedError>) -> ExitCode {
    let Some(out) = env::var_os("OUT_DIR") else {
        eprintln!("OUT_DIR is not set: run this build script through Cargo");
        return ExitCode::FAILURE;
    };
    match embed(Path::new(&out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn read(path: &Path) -> Result<String, EmbedError> {
    println!("cargo:rerun-if-changed={}", path.display());
    fs::read_to_string(path).map_err(io_error("read", path))
}

fn write(catalog: &PackedCatalog, out: &Path) -> Result<(), EmbedError> {
    let (text, data) = catalog.parts();
    for (extension, bytes) in [("text", text.as_bytes()), ("data", data)] {
        let path = out.with_extension(extension);
        fs::write(&path, bytes).map_err(io_error("write", &path))?;
    }
    Ok(())
}

fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> EmbedError {
    let path = path.to_owned();
    move |source| EmbedError::File { action, path, source }
}

fn invalid_file(path: &Path) -> impl FnOnce(SnapshotError) -> EmbedError {
    let path = path.to_owned();
    move |source| EmbedError::Snapshot { path, source }
}
