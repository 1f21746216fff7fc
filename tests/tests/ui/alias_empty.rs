use registry::capability;

#[capability(router = "by_intent", alias = "")]
fn declared() {}

fn main() {}
