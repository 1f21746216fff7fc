use registry::{Blueprint, capability, include_rag};
use tests::Echo;

#[capability(tool = "lookup_user")]
fn lookup_user() -> Echo {
    Echo("lookup_user")
}

static SUPPORT: Blueprint = include_rag!("graphs/unknown_tool.rag");

fn main() {}
