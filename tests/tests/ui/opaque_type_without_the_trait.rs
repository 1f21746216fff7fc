use registry::capability;

#[capability(tool = "lookup")]
fn lookup() -> impl Copy {}

fn main() {}
