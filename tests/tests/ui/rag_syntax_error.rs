use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/syntax_error.rag");

fn main() {}
