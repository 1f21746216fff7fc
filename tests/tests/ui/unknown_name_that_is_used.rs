use registry::harness::Tool as _;
use registry::resolve;
use std::sync::Arc;

fn main() {
    let tool = resolve!(tool "kept");
    println!("{}", tool.name());
    println!("{}", resolve!(tool "asked").name());
    println!("{}", resolve!(reducer "called")(2, 3));
    let shared = Arc::new(resolve!(tool "shared"));
    println!("{}", shared.name());
    let _: String = resolve!(tool "typed");
}
