use registry::{Blueprint, capability, include_rag};

#[capability(graph = "desk")]
static DESK: Blueprint = include_rag!("graphs/cycle.rag", graph = "desk");

fn main() {}
