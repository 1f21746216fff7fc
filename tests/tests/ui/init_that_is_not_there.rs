use registry::capability;

#[capability(router = "by_intent", init = ByIntent::create)]
pub struct ByIntent;

fn main() {}
