//! Hands the inputs of a fuzz target's corpus to the function that the target calls.

use std::fs;
use std::path::Path;

/// Replays the corpus of this name in the `fuzz` folder of the crate under test; there must be inputs.
pub(crate) fn replay(corpus: &str, target: fn(&str)) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(corpus);
    let mut replayed = 0;
    for file in fs::read_dir(&directory).unwrap() {
        // What a fuzzer found need not be text, and the targets are given only text.
        if let Ok(text) = String::from_utf8(fs::read(file.unwrap().path()).unwrap()) {
            target(&text);
            replayed += 1;
        }
    }
    assert!(replayed > 0, "{} is empty", directory.display());
}
