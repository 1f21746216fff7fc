//! The largest graph compiles without a warning.

use registry::{Blueprint, declare, include_rag};

declare!(tool "search");
declare!(model "m");

static LARGE: Blueprint = include_rag!("graphs/large.rag");

fn main() {
    assert_eq!(LARGE.nodes.len(), 10_000);
    let node = LARGE.node("n9876").unwrap();
    assert_eq!(node.target("r9876"), Some("n9877"));
    let metadata = node.metadata.as_ref().unwrap();
    assert_eq!(metadata.get("m"), Some(&registry::rag::Literal::Integer(9_876)));
    assert_eq!(node.tools.as_deref(), Some(&["search".into()][..]));
    assert_eq!(LARGE.references().filter_map(|reference| reference.span).last().unwrap().start.line, 10_001);
}
