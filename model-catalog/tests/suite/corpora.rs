//! Replays the corpora of the fuzz targets, and the real files.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/targets.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are programs of their own")]
mod targets;

fn replay(corpus: &str, target: fn(&str)) {
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

#[test]
fn snapshots() {
    replay("snapshot", targets::snapshot);
    targets::snapshot(include_str!("../../../catalog-seed/model-catalog.snapshot.json"));
}

#[test]
fn usages() {
    replay("usage", targets::usage);
}
