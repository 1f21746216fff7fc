use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/unknown_subgraph.rag", graph = "outer");

fn main() {}
