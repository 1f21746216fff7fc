use registry::capability;

#[capability(graph = "support")]
fn support() -> impl Copy {}

fn main() {}
