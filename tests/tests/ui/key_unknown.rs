use registry::capability;

#[capability(router = "by_intent", aliaz = "default")]
fn declared() {}

fn main() {}
