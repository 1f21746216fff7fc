//! Sources and checks that the tests share.

use rag::{CapabilityResolver, Program, Report, Source};

/// A graph with this body.
pub(crate) fn graph(body: &str) -> String {
    format!("graph g {{ {body} }}")
}

/// Checks one source called `test.rag`.
pub(crate) fn check(text: &str, resolver: &CapabilityResolver) -> Report {
    let sources = [Source::file("test.rag", text)];
    resolver.check(&Program::parse(&sources))
}
