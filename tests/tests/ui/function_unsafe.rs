use registry::capability;
use tests::Echo;

#[capability(tool = "lookup")]
unsafe fn lookup() -> Echo {
    Echo("lookup")
}

fn main() {}
