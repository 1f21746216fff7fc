//! A skipped test is heard, and nothing is skipped where `CI` is set.

use std::env;
use std::io::{Write as _, stderr};

/// Says on standard error, past the capture of the test's output, that a test is skipped and why.
pub(crate) fn skip(reason: &str) {
    assert!(!in_ci(), "{reason}");
    stderr().write_all(format!("SKIPPED: {reason}\n").as_bytes()).expect("standard error is open");
}

/// Whether a test has to be skipped because it costs minutes; `.ci/run` runs it.
pub(crate) fn is_left_to_ci(test: &str) -> bool {
    if !in_ci() {
        skip(&format!(
            "{test} takes long and runs in CI; to run it here: CI=true cargo test -p tests --test suite {test}"
        ));
    }
    !in_ci()
}

pub(crate) fn in_ci() -> bool {
    env::var_os("CI").is_some()
}
