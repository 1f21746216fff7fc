use registry::{Blueprint, include_rag, rag};

static MISSPELT: Blueprint = include_rag!("graphs/uses_by_intnet.rag");
static WITHOUT_ITS_FOLDER: Blueprint = include_rag!("uses_by_intent.rag");
static WITH_BACKSLASHES: Blueprint = include_rag!("graphs\\uses_by_intent.rag");
static A_SOURCE: Blueprint = include_rag!("graph a { start b node b { next END } }");
static A_PATH: Blueprint = rag!("graphs/uses_by_intent.rag");

fn main() {}
