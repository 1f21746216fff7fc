use registry::capability;
use tests::Echo;

struct Tools;

impl Tools {
    #[capability(tool = "lookup")]
    fn lookup(&self) -> Echo {
        Echo("lookup")
    }
}

fn main() {}
