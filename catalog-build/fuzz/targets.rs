//! What each fuzz target does with its input. The tests replay the corpora through the same functions.

use catalog_build::import::{Edition, Import, ImportError, genai_prices, litellm, models_dev};
use catalog_build::{
    Image, ModelCatalogSnapshot, Overlay, ServiceTier, StreamUsage, Usage, UsageFormat, read_snapshot,
};

const BASE: &str = include_str!("../tests/data/small.snapshot.json");

/// A snapshot that is read comes back unchanged from its image and its JSON, and all its models are found.
pub fn snapshot(text: &str) {
    if let Ok(snapshot) = read_snapshot(text) {
        check(&snapshot);
    }
}

/// An overlay that can be laid over a snapshot gives a sound one.
pub fn overlay(text: &str) {
    let base = read_snapshot(BASE).expect("the base is sound");
    if let Ok(Ok(snapshot)) = Overlay::from_json(text).map(|overlay| overlay.apply(&base)) {
        check(&snapshot);
    }
}

/// A usage object that is read, alone or in frames, either has a cost or a reason for having none.
pub fn usage(text: &str) {
    let Ok(value) = serde_json::from_str(text) else { return };
    let image = Image::of(&read_snapshot(BASE).expect("the base is sound")).expect("the base is sound");
    for &format in UsageFormat::ALL {
        let mut stream = StreamUsage::new(format);
        let _ = stream.push(&value);
        for usage in [Usage::from_format(format, &value), stream.total()].into_iter().flatten() {
            for entry in image.models() {
                if let Ok(cost) = entry.cost(&usage, ServiceTier::Batch.or_standard()) {
                    let sum = cost.items.iter().map(|item| item.cost).sum();
                    assert_eq!(cost.total, sum);
                }
            }
        }
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

fn check(snapshot: &ModelCatalogSnapshot) {
    let image = Image::of(snapshot).expect("what was read is sound");
    assert!(image.snapshot() == *snapshot, "the image loses something");
    let json = snapshot.to_json().expect("a snapshot is JSON");
    assert!(read_snapshot(&json).expect("what was written is read") == *snapshot, "the JSON loses something");
    for entry in &snapshot.models {
        for name in entry.aliases.iter().chain([&*entry.model_id]) {
            let found = image.get(&entry.provider, name).expect("a model is found by its names");
            assert_eq!(found.model_id, entry.model_id);
            assert!(image.get_by_model_id(name).is_some());
        }
    }
}
