use registry::capability;

#[capability(router = "by_intent", description = "One.", description = "Two.")]
fn declared() {}

fn main() {}
