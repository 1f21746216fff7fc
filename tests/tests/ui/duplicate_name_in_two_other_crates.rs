use conflicting_a as _;
use elsewhere as _;

registry::declare!(router "by_intent");

fn main() {}
