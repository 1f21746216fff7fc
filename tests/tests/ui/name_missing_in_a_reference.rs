registry::declare!(tool);

fn main() {
    let _ = registry::resolve!(router);
}
