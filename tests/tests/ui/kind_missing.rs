use registry::capability;

#[capability(alias = "default")]
fn declared() {}

fn main() {}
