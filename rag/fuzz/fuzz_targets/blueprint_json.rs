//! See `properties::blueprint_json`.
#![no_main]

#[path = "../properties.rs"]
#[allow(dead_code, reason = "each target calls one function")]
mod properties;

libfuzzer_sys::fuzz_target!(|text: &str| properties::blueprint_json(text));
