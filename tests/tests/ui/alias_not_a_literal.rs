use registry::capability;

const DEFAULT: &str = "default";

#[capability(router = "by_intent", alias = DEFAULT)]
fn declared() {}

fn main() {}
