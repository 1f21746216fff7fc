//! See `properties::format`.
#![no_main]

#[path = "../properties.rs"]
#[allow(dead_code, reason = "each target calls one function")]
mod properties;

libfuzzer_sys::fuzz_target!(|text: &str| properties::format(text));
