use registry::capability;

#[capability(router::name = "by_intent")]
fn declared() {}

fn main() {}
