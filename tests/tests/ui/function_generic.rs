use registry::capability;
use tests::Echo;

#[capability(tool = "lookup")]
fn lookup<T>() -> Echo {
    Echo("lookup")
}

fn main() {}
