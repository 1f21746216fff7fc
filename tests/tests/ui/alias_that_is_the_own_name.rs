use registry::capability;

#[capability(alias = "by_intent", router = "by_intent")]
fn declared() {}

fn main() {}
