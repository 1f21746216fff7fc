use registry::capability;

#[capability(router = "by_intent")]
fn by_intent() {}

#[capability(router = "by_language", alias = "by_intent")]
fn by_language() {}

fn main() {}
