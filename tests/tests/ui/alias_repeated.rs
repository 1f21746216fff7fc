use registry::capability;

#[capability(router = "by_intent", alias = "default", aliases("intent", "default"))]
fn declared() {}

fn main() {}
