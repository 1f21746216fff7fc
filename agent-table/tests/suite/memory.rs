//! The table in memory.

use crate::conformance::{Fresh, conformance};
use agent_table::MemoryTable;
use std::sync::Arc;

fn fresh() -> Fresh {
    Fresh { table: Arc::new(MemoryTable::new()), keep: Box::new(()) }
}

conformance!(fresh);

#[test]
fn concurrent_operations_are_linearizable() {
    crate::interleavings::check(&MemoryTable::new(), 0..4_000);
}
