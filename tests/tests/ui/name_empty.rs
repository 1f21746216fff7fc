use registry::capability;

#[capability(router = "")]
fn declared() {}

fn main() {}
