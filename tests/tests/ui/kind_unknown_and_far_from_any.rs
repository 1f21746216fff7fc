use registry::capability;

#[capability(widget = "by_intent")]
fn declared() {}

fn main() {}
