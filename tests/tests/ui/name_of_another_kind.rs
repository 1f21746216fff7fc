use registry::capability;

#[capability(router = "by_intent")]
fn by_intent() {}

fn main() {
    let _ = registry::resolve!(reducer "by_intent");
}
