fn main() {
    let _ = registry::resolve!(router "by_{Self}_{Item}");
}
