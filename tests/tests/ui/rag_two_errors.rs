use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/two_errors.rag");

fn main() {}
