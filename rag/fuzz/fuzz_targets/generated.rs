//! Generates sources with valid syntax from the bytes of the fuzzer, so that they always get past the parser.
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
