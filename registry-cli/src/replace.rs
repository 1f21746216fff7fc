//! Replaces files atomically, so that an interruption or a full disk loses no data.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// Replaces the content of a file atomically: the old content stays until the new one is completely on disk. The file keeps
/// its permissions and its owner, and symbolic links to it remain valid.
///
/// A file that does not exist yet, or that is not a regular file, is written in place. So is a file in a directory where no
/// other file can be created, or whose owner cannot be preserved.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let Ok(target) = fs::canonicalize(path) else { return fs::write(path, text) };
    let old = fs::metadata(&target)?;
    if !old.is_file() {
        return fs::write(path, text);
    }
    // A file that must not be written must not be replaced either.
    OpenOptions::new().write(true).open(&target)?;
    let (temporary, file) = match create_next_to(&target) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return fs::write(path, text),
        made => made?,
    };
    if let Err(error) = keep_owner(&file, &old) {
        fs::remove_file(&temporary)?;
        return if error.kind() == ErrorKind::PermissionDenied { fs::write(path, text) } else { Err(error) };
    }
    let replaced = write_content(file, text, &old).and_then(|()| fs::rename(&temporary, &target));
    if replaced.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    replaced
}

/// Creates a file in the same directory as another one, so that it can be renamed atomically.
fn create_next_to(file: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0_u32;
    loop {
        let path = file.with_file_name(format!(".registry-{}-{number}.tmp", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|file| (path, file)),
        }
    }
}

fn write_content(mut file: File, text: &str, old: &Metadata) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.set_permissions(old.permissions())?;
    file.sync_all()
}

#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};

    let new = file.metadata()?;
    if (new.uid(), new.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    fchown(file, Some(old.uid()), Some(old.gid()))
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}
