use registry::capability;

#[capability(tool = "lookup")]
fn lookup() {}

fn main() {}
