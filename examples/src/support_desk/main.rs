//! Examples.
fn main() {}
