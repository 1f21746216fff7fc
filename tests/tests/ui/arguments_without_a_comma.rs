use registry::capability;

#[capability(router = "by_intent" alias = "default")]
fn declared() {}

fn main() {}
