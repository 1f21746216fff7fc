use registry::capability;

#[capability(router = "by_intent", init = ByIntent::from_scratch)]
pub struct ByIntent;

fn main() {}
