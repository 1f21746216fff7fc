//! The functions of the fuzz targets. The tests replay the corpora through the same functions.

use catalog::{BASE, check};
use catalog_build::Overlay;
use catalog_build::import::{Edition, Import, ImportError, genai_prices, litellm, models_dev};
use model_catalog::{PackedCatalog, read_snapshot};
use serde_json::Value;

#[path = "../../model-catalog/fuzz/targets.rs"]
#[allow(dead_code, reason = "the targets of the catalog itself are replayed separately")]
mod catalog;

/// An overlay that can be applied to a snapshot produces a valid one.
pub fn overlay(text: &str) {
    let base = read_snapshot(BASE).and_then(|base| PackedCatalog::from_snapshot(&base)).expect("the base is valid");
    if let Ok(Ok(snapshot)) = Overlay::from_json(text).map(|overlay| overlay.apply(&base)) {
        check(&snapshot);
    }
}

/// A map with any contents can be imported, and produces a valid snapshot.
pub fn import_litellm(text: &str) {
    import(litellm::import, litellm::import_strict, text, Value::is_object);
}

/// A data file with any contents can be imported, and produces a valid snapshot.
pub fn import_genai_prices(text: &str) {
    import(genai_prices::import, genai_prices::import_strict, text, Value::is_array);
}

/// An `api.json` with any contents can be imported, and produces a valid snapshot.
pub fn import_models_dev(text: &str) {
    import(models_dev::import, models_dev::import_strict, text, Value::is_object);
}

type Read = fn(&str, &Edition<'_>) -> Result<Import, ImportError>;

fn import(read: Read, strict: Read, text: &str, has_form: fn(&Value) -> bool) {
    let edition = Edition { version: "1", date: "2026-08-21".parse().expect("a date") };
    let strictly = strict(text, &edition);
    match read(text, &edition) {
        Ok(Import { snapshot, report }) => {
            check(&snapshot);
            assert!(report.entries_left_out <= report.keys);
            let left_out = report.left_out.iter().filter(|left_out| left_out.member.is_none());
            assert_eq!(left_out.count(), report.entries_left_out);
            match strictly {
                Ok(strict) => assert!(strict.snapshot == snapshot && report.left_out.is_empty()),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        Err(error) => {
            assert!(strictly.is_err() && !error.to_string().is_empty());
            let is_json = serde_json::from_str(text).is_ok_and(|value| has_form(&value));
            if let ImportError::NoModels { report } = &error {
                assert_eq!(report.entries_left_out, report.keys);
            } else {
                assert!(!is_json, "a single invalid entry fails the import: {error}");
            }
        }
    }
}
