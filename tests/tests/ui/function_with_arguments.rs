use registry::capability;
use tests::Echo;

#[capability(tool = "lookup")]
fn lookup(_url: &str) -> Echo {
    Echo("lookup")
}

fn main() {}
