use elsewhere as _;
use registry::{Blueprint, include_rag};
use twice as _;

static TRIAGE: Blueprint = include_rag!("graphs/uses_by_intent.rag");

fn main() {}
