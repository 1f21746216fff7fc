use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/uses_by_intent.rag");

fn main() {}
