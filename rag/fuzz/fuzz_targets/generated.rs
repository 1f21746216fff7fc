//! Sources with valid syntax, made from the fuzzer's bytes, so that it gets past the parser at once.
#![no_main]

#[path = "../generate.rs"]
mod generate;
#[path = "../properties.rs"]
#[allow(dead_code, reason = "each target calls some functions")]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = generate::program(bytes).text;
    properties::check(&text);
    properties::format(&text);
});
