fn main() {
    let _ = registry::resolve!(tol "lookup_user");
}
