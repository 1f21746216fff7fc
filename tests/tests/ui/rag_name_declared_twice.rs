use elsewhere as _;
use registry::{Blueprint, capability, include_rag};

#[capability(router = "by_intent")]
fn by_intent() {}

static TRIAGE: Blueprint = include_rag!("graphs/uses_by_intent.rag");

fn main() {}
