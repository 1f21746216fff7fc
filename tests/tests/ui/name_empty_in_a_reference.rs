fn main() {
    let _ = registry::resolve!(router "");
}
