//! Prints diagnostics to standard error, so that standard output contains only results.

use registry::rag::Report;
use std::env;
use std::io::{self, IsTerminal as _, Write as _};

/// Prints the rendered diagnostics, in colour if standard error is a terminal and `NO_COLOR` is not set.
pub(super) fn print(report: &Report) {
    let colours = io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    // Errors are ignored: if standard error is closed, the exit code still reports the result.
    let _ = io::stderr().write_all(report.render(colours).as_bytes());
}
