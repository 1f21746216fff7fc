use conflicting_a as _;
use elsewhere as _;
use registry::resolve;

fn main() {
    let typed: fn() = resolve!(router "by_intent");
    typed();
    resolve!(router "by_intent")();
    let alias = resolve!(router "default");
    alias();
}
