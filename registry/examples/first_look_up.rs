//! Measures the first catalog lookup of a process. Compared with `no_look_up`, its size shows what the catalog adds to a
//! binary.

use registry::catalog::ModelCatalog;
use std::time::Instant;

fn main() {
    let start = Instant::now();
    let model = ModelCatalog::seed().get("openai", "gpt-4o");
    let first = start.elapsed();
    let start = Instant::now();
    let again = ModelCatalog::seed().get("openai", "gpt-4o");
    let second = start.elapsed();
    assert_eq!(model, again);
    println!("first {} ns, second {} ns", first.as_nanos(), second.as_nanos());
}
