use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/outside_allow.rag");

fn main() {}
