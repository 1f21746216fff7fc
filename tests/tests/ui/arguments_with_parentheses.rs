use registry::capability;

#[capability(router("by_intent"))]
fn declared() {}

fn main() {}
