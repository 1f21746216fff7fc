//! Turns a snapshot into the two files that a program embeds. Made for build scripts.

use crate::image::Image;
use crate::layer::Overlay;
use crate::read::read_snapshot;
use crate::rule::SnapshotError;
use crate::schema::ModelCatalogSnapshot;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Why a snapshot could not be embedded.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// A file could not be read or written.
    #[error("cannot {action} {}: {source} (a relative path starts at the folder of the Cargo.toml)", path.display())]
    File {
        /// What was tried: `read` or `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// The snapshot breaks rules.
    #[error("{}: {source}", path.display())]
    Snapshot {
        /// The file of the snapshot.
        path: PathBuf,
        /// The rules, and the entries that break them.
        source: SnapshotError,
    },
}

/// Reads and validates the snapshot at `snapshot` and writes its image to `out.text` and `out.data`, where `out` is
/// a path without extension. Nothing is written when the snapshot breaks a rule.
///
/// Call it from a build script, and print the error and exit with a status of 1 when there is one; the line
/// that tells Cargo to look at the snapshot again is printed here. What is written is taken in with
/// [`embedded_image!`](crate::embedded_image).
///
/// ```no_run
/// // build.rs
/// let out = std::path::Path::new(&std::env::var("OUT_DIR").unwrap()).join("catalog");
/// if let Err(error) = catalog_build::embed("model-catalog.snapshot.json", &out) {
///     eprintln!("{error}");
///     std::process::exit(1);
/// }
/// ```
pub fn embed(snapshot: impl AsRef<Path>, out: impl AsRef<Path>) -> Result<(), EmbedError> {
    let path = snapshot.as_ref();
    let image = read_snapshot(&read(path)?).and_then(|snapshot| Image::of(&snapshot)).map_err(in_file(path))?;
    write(&image, out.as_ref())
}

/// Lays the overlay at `overlay` over `base` and writes the image of the result as [`embed()`] does.
///
/// The base can be the catalog that comes with `registry`, when that is among the build dependencies.
///
/// ```no_run
/// // build.rs
/// # let base = catalog_build::read_snapshot("").unwrap();
/// // let base = registry::catalog::ModelCatalog::seed().snapshot();
/// let out = std::path::Path::new(&std::env::var("OUT_DIR").unwrap()).join("catalog");
/// if let Err(error) = catalog_build::embed_overlay(&base, "our-prices.json", &out) {
///     eprintln!("{error}");
///     std::process::exit(1);
/// }
/// ```
pub fn embed_overlay(
    base: &ModelCatalogSnapshot,
    overlay: impl AsRef<Path>,
    out: impl AsRef<Path>,
) -> Result<(), EmbedError> {
    let path = overlay.as_ref();
    let laid = Overlay::from_json(&read(path)?).and_then(|overlay| overlay.apply(base));
    let image = laid.and_then(|snapshot| Image::of(&snapshot)).map_err(in_file(path))?;
    write(&image, out.as_ref())
}

fn read(path: &Path) -> Result<String, EmbedError> {
    println!("cargo:rerun-if-changed={}", path.display());
    fs::read_to_string(path).map_err(file("read", path))
}

fn write(image: &Image, out: &Path) -> Result<(), EmbedError> {
    let (text, data) = image.parts();
    for (extension, bytes) in [("text", text.as_bytes()), ("data", data)] {
        let path = out.with_extension(extension);
        fs::write(&path, bytes).map_err(file("write", &path))?;
    }
    Ok(())
}

fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> EmbedError {
    let path = path.to_owned();
    move |source| EmbedError::File { action, path, source }
}

fn in_file(path: &Path) -> impl FnOnce(SnapshotError) -> EmbedError {
    let path = path.to_owned();
    move |source| EmbedError::Snapshot { path, source }
}

/// The [`Image`] that [`embed()`] wrote to a path in `OUT_DIR`, for a `static`.
///
/// ```text
/// static IMAGE: catalog_build::Image = catalog_build::embedded_image!("catalog");
/// ```
#[macro_export]
macro_rules! embedded_image {
    ($name:literal) => {
        $crate::Image::embedded(
            ::core::include_str!(::core::concat!(::core::env!("OUT_DIR"), "/", $name, ".text")),
            ::core::include_bytes!(::core::concat!(::core::env!("OUT_DIR"), "/", $name, ".data")),
        )
    };
}
