use registry::capability;

#[capability(router = "by_intent", description = 3)]
fn by_intent() {}

#[capability(router = "by_topic", description = include_str!("no_such_file.md"))]
fn by_topic() {}

fn main() {}
