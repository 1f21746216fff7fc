use registry::capability;

#[capability(router = "by_intent", tags("crm", ""))]
fn declared() {}

fn main() {}
