use registry::capability;

#[capability(router = "by_intent", tags(support), aliases("default", 7, 8))]
fn by_intent() {}

#[capability(model = "gpt-4o", requires(vision, "tool_calling"))]
struct Gpt4o;

fn main() {}
