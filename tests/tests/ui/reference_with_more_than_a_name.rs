registry::declare!(tool "plugin", alias = "extension");

fn main() {
    let _ = registry::resolve!(router = "by_intent");
}
