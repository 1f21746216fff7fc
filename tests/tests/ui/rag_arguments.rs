use registry::{Blueprint, include_rag};

const PATH: &str = "graphs/several.rag";
static CONSTANT: Blueprint = include_rag!(PATH);
static KEY: Blueprint = include_rag!("graphs/several.rag", name = "triage");
static NO_VALUE: Blueprint = include_rag!("graphs/several.rag", graph);
static NOT_A_STRING: Blueprint = include_rag!("graphs/several.rag", graph = triage);
static TWICE: Blueprint = include_rag!("graphs/several.rag", graph = "triage", graph = "triage");
static WITHOUT_A_COMMA: Blueprint = include_rag!("graphs/several.rag" graph = "triage");

fn main() {}
