registry::declare!(tool "plugin");

fn main() {
    let _ = registry::resolve!(tool "plugin");
}
