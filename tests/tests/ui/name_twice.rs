use registry::capability;

#[capability(router = "by_intent", router = "by_language")]
fn declared() {}

fn main() {}
