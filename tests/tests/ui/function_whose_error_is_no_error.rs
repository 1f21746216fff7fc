use registry::capability;
use tests::Echo;

#[capability(tool = "lookup")]
fn lookup() -> Result<Echo, u32> {
    Err(7)
}

fn main() {}
