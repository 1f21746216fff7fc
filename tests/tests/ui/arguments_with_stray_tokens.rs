use registry::capability;

#[capability(router = "by_intent", => "default", alias = "intent")]
fn declared() {}

fn main() {}
