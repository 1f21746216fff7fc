//! What each fuzz target does with its input. The tests replay the corpora through the same functions.

use catalog::{BASE, check};
use catalog_build::Overlay;
use catalog_build::import::{Edition, Import, ImportError, genai_prices, litellm, models_dev};
use model_catalog::read_snapshot;

#[path = "../../model-catalog/fuzz/targets.rs"]
#[allow(dead_code, reason = "the targets of the catalog itself are replayed beside it")]
mod catalog;

/// An overlay that can be laid over a snapshot gives a sound one.
pub fn overlay(text: &str) {
    let base = read_snapshot(BASE).expect("the base is sound");
    if let Ok(Ok(snapshot)) = Overlay::from_json(text).map(|overlay| overlay.apply(&base)) {
        check(&snapshot);
    }
}

/// A map that is imported gives a sound snapshot.
pub fn import_litellm(text: &str) {
    import(litellm::import(text, &edition()));
}

/// A data file that is imported gives a sound snapshot.
pub fn import_genai_prices(text: &str) {
    import(genai_prices::import(text, &edition()));
}

/// An `api.json` that is imported gives a sound snapshot.
pub fn import_models_dev(text: &str) {
    import(models_dev::import(text, &edition()));
}

fn edition() -> Edition<'static> {
    Edition { version: "1", date: "2026-08-21".parse().expect("a date") }
}

fn import(import: Result<Import, ImportError>) {
    match import {
        Ok(import) => check(&import.snapshot),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
