use registry::capability;
use elsewhere as _;

#[capability(router = "by_intent")]
fn by_intent() {}

fn main() {}
