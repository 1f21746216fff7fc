fn main() {
    // The crate `elsewhere` declares it, and nothing here uses that crate.
    let _ = registry::resolve!(router "by_intent");
}
