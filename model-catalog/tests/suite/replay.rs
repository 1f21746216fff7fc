//! Passes the inputs of a fuzz target's corpus to the target's function.

use std::fs;
use std::path::Path;

/// Replays the corpus of this name in the `fuzz` directory of the crate under test, which must not be empty.
pub(crate) fn replay(corpus: &str, target: fn(&str)) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(corpus);
    let mut replayed = 0;
    for file in fs::read_dir(&directory).unwrap() {
        // A fuzzer may find inputs that are not text, but the targets only receive text.
        if let Ok(text) = String::from_utf8(fs::read(file.unwrap().path()).unwrap()) {
            target(&text);
            replayed += 1;
        }
    }
    assert!(replayed > 0, "{} is empty", directory.display());
}
