#![deny(warnings)]

use registry::{Blueprint, include_rag};

static GRAPH: Blueprint = include_rag!("graphs/warnings.rag");

fn main() {}
