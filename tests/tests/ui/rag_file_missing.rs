use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/no_such_file.rag");

fn main() {}
