use registry::capability;

#[capability(router = "by_intent", colour = "blue")]
fn declared() {}

fn main() {}
