use registry::capability;

const NAME: &str = "by_intent";

#[capability(router = NAME)]
fn by_intent() {}

#[capability(router = 7)]
fn seventh() {}

#[capability(router = b"bytes")]
fn bytes() {}

#[capability(router = concat!("by", "_", "language"))]
fn by_language() {}

fn main() {}
