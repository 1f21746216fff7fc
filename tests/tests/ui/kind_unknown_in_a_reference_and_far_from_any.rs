fn main() {
    let _ = registry::resolve!(widget "lookup_user");
}
