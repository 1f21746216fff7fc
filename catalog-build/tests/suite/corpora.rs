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
fn overlays() {
    replay("overlay", targets::overlay);
}

#[test]
fn litellm_maps() {
    replay("litellm", targets::import_litellm);
    targets::import_litellm(include_str!("../data/litellm-1.110.2.json"));
}

#[test]
fn genai_prices_files() {
    replay("genai_prices", targets::import_genai_prices);
    targets::import_genai_prices(include_str!("../data/genai-prices-2026-08-21.json"));
}

#[test]
fn models_dev_files() {
    replay("models_dev", targets::import_models_dev);
}
