//! Checks every `.rag` file in a directory, for build scripts.

use crate::{CapabilityResolver, Compiled, Program, Report, Source};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why the files in a directory do not compile. `Debug` prints the same text as `Display`, so that a build
/// script whose `main` returns the error shows the rendered diagnostics.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// A file or directory cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The sources have errors.
    #[error("{0}")]
    Invalid(Report),
}

impl fmt::Debug for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

/// Checks every `.rag` file in a directory and its subdirectories as one program, and compiles them in the order of
/// their paths. It is intended for build scripts: it tells Cargo to rerun the script when a file changes, and prints
/// warnings as Cargo warnings.
///
/// The package needs `registry` as a build dependency:
///
/// ```toml
/// [build-dependencies]
/// registry = { package = "named-capabilities", version = "0.1" }
/// ```
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), registry::rag::DirectoryError> {
///     registry::rag::check_dir("graphs", &registry::rag::CapabilityResolver::without_registry())?;
///     Ok(())
/// }
/// ```
///
/// # Errors
/// Returns an error if the directory or a file cannot be read, if a file is not UTF-8, or if the sources have errors.
pub fn check_dir(directory: impl AsRef<Path>, resolver: &CapabilityResolver) -> Result<Compiled, DirectoryError> {
    let directory = directory.as_ref();
    println!("cargo:rerun-if-changed={}", directory.display());
    let mut paths = Vec::new();
    find(directory, &mut paths)?;
    paths.sort();
    let mut sources = Vec::with_capacity(paths.len());
    for path in paths {
        println!("cargo:rerun-if-changed={}", path.display());
        let text =
            fs::read_to_string(&path).map_err(|error| DirectoryError::Unreadable { path: path.clone(), error })?;
        sources.push(Source::file(path.to_string_lossy(), text));
    }
    let compiled = Program::parse(&sources).compile(resolver).map_err(DirectoryError::Invalid)?;
    for line in compiled.warnings.to_string().lines() {
        println!("cargo:warning={line}");
    }
    Ok(compiled)
}

fn find(directory: &Path, paths: &mut Vec<PathBuf>) -> Result<(), DirectoryError> {
    let unreadable = |error| DirectoryError::Unreadable { path: directory.to_owned(), error };
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        // Symbolic links to directories are not followed, so that the walk terminates.
        if entry.file_type().map_err(unreadable)?.is_dir() {
            find(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "rag") {
            paths.push(path);
        }
    }
    Ok(())
}
