registry::declare!();

fn main() {
    let _ = registry::resolve!();
}
