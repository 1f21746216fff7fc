use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/often.rag");

fn main() {}
