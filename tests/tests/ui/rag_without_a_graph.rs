use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/no_graph.rag");

fn main() {}
