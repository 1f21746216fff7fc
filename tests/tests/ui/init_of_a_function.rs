use registry::capability;
use tests::Echo;

#[capability(tool = "lookup", init = make)]
fn lookup() -> Echo {
    make()
}

fn make() -> Echo {
    Echo("lookup")
}

fn main() {}
