use registry::capability;

#[capability(ruoter = "by_intent")]
fn declared() {}

fn main() {}
