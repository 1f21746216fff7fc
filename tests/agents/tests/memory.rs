//! The table in memory.

use registry::agents::MemoryTable;
use std::sync::Arc;
use tests_agents::conformance::Fresh;

fn fresh() -> Fresh {
    Fresh { table: Arc::new(MemoryTable::new()), keep: Box::new(()) }
}

tests_agents::conformance!(fresh);

#[test]
fn whatever_threads_see_can_have_happened_in_one_order() {
    tests_agents::interleavings::check(&MemoryTable::new(), 0..4_000);
}
