use registry::capability;

#[capability(router = "by_intent")]
fn by_intent() {}

registry::declare!(router "by_intent");

fn main() {}
