use registry::capability;

#[capability]
fn by_intent() {}

#[capability()]
fn by_language() {}

fn main() {}
