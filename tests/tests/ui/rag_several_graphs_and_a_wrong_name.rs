use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/several.rag", graph = "escalate");

fn main() {}
