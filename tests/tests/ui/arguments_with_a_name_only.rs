use registry::capability;

#[capability("by_intent")]
fn declared() {}

fn main() {}
