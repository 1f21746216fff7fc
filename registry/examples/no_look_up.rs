//! The program `first_look_up` without the catalog, as a baseline for the binary size.

use registry as _;
use std::time::Instant;

fn main() {
    let start = Instant::now();
    let first = start.elapsed();
    let start = Instant::now();
    let second = start.elapsed();
    println!("first {} ns, second {} ns", first.as_nanos(), second.as_nanos());
}
