#![deny(unused_crate_dependencies)]

// Every dependency but `elsewhere`, which only declares.
registry::link!(
    conflicting_a, conflicting_b, pollster, rag, roxmltree, serde_json, tests,
    tracing, tracing_subscriber, twice,
);

fn main() {}
