//! Replays the corpora of the fuzz targets, and the real files.

use crate::replay::replay;

#[path = "../../fuzz/targets.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are programs of their own")]
mod targets;

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
