use registry::capability;

#[capability(router = "by_intent", aliases = "default")]
fn declared() {}

fn main() {}
