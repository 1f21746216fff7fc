const NAME: &str = "by_intent";

fn main() {
    let _ = registry::resolve!(router NAME);
    let _ = registry::resolve!(router b"bytes");
}
