//! What the commands tell a person: on standard error, so that standard output holds results alone.

use registry::rag::Report;
use std::env;
use std::io::{self, IsTerminal as _, Write as _};

/// The problems with pictures of the source, in colours where a person looks on and has not set `NO_COLOR`.
pub(super) fn print(report: &Report) {
    let colours = io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    // As with every remark: where nobody listens, the exit code says it.
    let _ = io::stderr().write_all(report.render(colours).as_bytes());
}
