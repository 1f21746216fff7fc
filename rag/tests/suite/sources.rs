//! Sources and checks shared by the tests.

use rag::{CapabilityResolver, Program, Report, Source};

/// Returns a graph with this body.
pub(crate) fn graph(body: &str) -> String {
    format!("graph g {{ {body} }}")
}

/// Checks one source named `test.rag`.
pub(crate) fn check(text: &str, resolver: &CapabilityResolver) -> Report {
    let sources = [Source::file("test.rag", text)];
    resolver.check(&Program::parse(&sources))
}
