use registry::capability;

#[capability(router = "by_intent", alias = "default")]
fn by_intent() {}

#[capability(router = "by_language", aliases("language", "default"))]
fn by_language() {}

fn main() {}
