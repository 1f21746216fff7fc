//! For build scripts: check every `.rag` file of a directory.

use crate::{CapabilityResolver, Compiled, Program, Report, Source};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why the files of a directory do not compile. Its debug form is the same text as its display form, so that a build
/// script whose `main` returns it shows the rendered problems.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// A file or directory cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// There is an error in the sources.
    #[error("{0}")]
    Invalid(Report),
}

impl fmt::Debug for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

/// Checks every `.rag` file below a directory, all of them as one program, and compiles them in the order of their
/// paths. It is made for build scripts: it tells Cargo to run the script again when one of the files changes, and
/// shows warnings as Cargo's own.
///
/// The package needs `registry` among its build dependencies:
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
/// When the directory or a file cannot be read or is not UTF-8, and when there is an error in the sources.
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
        // Links are not followed, so the walk ends.
        if entry.file_type().map_err(unreadable)?.is_dir() {
            find(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "rag") {
            paths.push(path);
        }
    }
    Ok(())
}
