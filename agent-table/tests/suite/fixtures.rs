//! The kernel's databases, as copies that a test may change.

use std::fs;
use std::path::{Path, PathBuf};

/// A database of version 3, from before the table of names: three processes.
pub(crate) const VERSION_3: &str = "kernel-v3.db";
/// A database of version 5, which is later than the table of names: three processes with three names.
pub(crate) const VERSION_5: &str = "kernel-v5.db";

/// Copies a fixture into a directory.
pub(crate) fn copy(fixture: &str, into: &Path) -> PathBuf {
    let copy = into.join(fixture);
    // From the folder of any package of the workspace: tests of others include this file.
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../agent-table/tests/fixtures");
    fs::copy(fixtures.join(fixture), &copy).expect("the fixture is there");
    copy
}
