use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/twenty_mistakes.rag");

fn main() {}
