use registry::capability;
use tests::Echo;

#[capability(tool = "lookup")]
async fn lookup() -> Echo {
    Echo("lookup")
}

fn main() {}
