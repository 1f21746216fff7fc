//! The inputs that the fuzzer kept.

#[path = "../../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;

#[test]
fn every_request_that_the_fuzzer_kept_is_answered_as_the_standard_says() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/rpc");
    let mut count = 0;
    for file in fs::read_dir(corpus).expect("the corpus is there") {
        let body = fs::read(file.expect("it can be listed").path()).expect("it can be read");
        targets::rpc(&body);
        count += 1;
    }
    assert!(count >= 20, "only {count} inputs");
}
