//! The table in a SQLite file.

use registry::agents::SqliteTable;
use std::sync::Arc;
use tests_agents::conformance::Fresh;

fn fresh() -> Fresh {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let table = SqliteTable::open(directory.path().join("kernel.db")).expect("a database can be made");
    Fresh { table: Arc::new(table), keep: Box::new(directory) }
}

tests_agents::conformance!(fresh);

#[test]
fn whatever_threads_see_can_have_happened_in_one_order() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let table = SqliteTable::open(directory.path().join("kernel.db")).expect("a database can be made");
    tests_agents::interleavings::check(&table, 0..300);
}
