use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/unknown_model.rag");

fn main() {}
