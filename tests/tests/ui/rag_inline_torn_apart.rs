use registry::{Blueprint, rag};

static TORN: Blueprint = rag!(graph echo { start reply node reply {} });
static IN_LITERALS: Blueprint = rag!("""graph echo { start reply node reply {} }""");
static NOTHING: Blueprint = rag!();
static TWO: Blueprint = rag!("graph echo { start reply node reply {} }" "graph more { start reply node reply {} }");

fn main() {}
