#![no_main]

#[path = "../targets.rs"]
#[allow(dead_code, reason = "each target is a separate program and uses one of the functions")]
mod targets;

libfuzzer_sys::fuzz_target!(|text: &str| targets::usage(text));
