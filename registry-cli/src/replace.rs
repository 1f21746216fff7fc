//! Writes a file so that an interruption or a full disk loses nothing.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// Gives a file a new content in one step: until all of it is on the disk, the old one stays. The file keeps its
/// permissions and its owner, and a link still leads to it.
///
/// What is no file yet, or no plain one, is written in place. So is a file whose folder takes no other beside it, or
/// whose owner could not be kept.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let Ok(target) = fs::canonicalize(path) else { return fs::write(path, text) };
    let old = fs::metadata(&target)?;
    if !old.is_file() {
        return fs::write(path, text);
    }
    // What may not be written may not be replaced either.
    OpenOptions::new().write(true).open(&target)?;
    let (temporary, file) = match beside(&target) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return fs::write(path, text),
        made => made?,
    };
    if let Err(error) = keep_owner(&file, &old) {
        fs::remove_file(&temporary)?;
        return if error.kind() == ErrorKind::PermissionDenied { fs::write(path, text) } else { Err(error) };
    }
    let replaced = fill(file, text, &old).and_then(|()| fs::rename(&temporary, &target));
    if replaced.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    replaced
}

/// A new file in the folder of another, where renaming it is one step.
fn beside(file: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0_u32;
    loop {
        let path = file.with_file_name(format!(".registry-{}-{number}.tmp", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|file| (path, file)),
        }
    }
}

fn fill(mut file: File, text: &str, old: &Metadata) -> io::Result<()> {
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
