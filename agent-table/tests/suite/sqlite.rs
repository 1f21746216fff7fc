//! The table in a SQLite file.

use crate::conformance::{Fresh, conformance};
use agent_table::{AgentTable, Filter, Metadata, NewProcess, SqliteTable};
use std::sync::Arc;

fn fresh() -> Fresh {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let table = SqliteTable::open(directory.path().join("kernel.db")).expect("a database can be made");
    Fresh { table: Arc::new(table), keep: Box::new(directory) }
}

conformance!(fresh);

#[test]
fn concurrent_operations_are_linearizable() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let table = SqliteTable::open(directory.path().join("kernel.db")).expect("a database can be made");
    crate::interleavings::check(&table, 0..300);
}

#[test]
fn a_tag_filter_returns_the_same_pages_whether_few_or_many_entries_match() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let path = directory.path().join("kernel.db");
    let table = SqliteTable::open(&path).expect("a database can be made");
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    // 9,000 names, in another order than theirs; a third has the tag `few`.
    let fill = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 8999)
        INSERT INTO agent_registry SELECT printf('/%05d', i * 7919 % 9000), 1,
            iif(i * 7919 % 3 = 0, '[\"few\",\"all\"]', '[\"all\"]'), '{}', i FROM n";
    rusqlite::Connection::open(&path).and_then(|database| database.execute_batch(fill)).expect("it can be filled");
    for (tag, step) in [("few", 3), ("all", 1)] {
        let expected: Vec<String> = (0..9_000).step_by(step).map(|i| format!("/{i:05}")).collect();
        for (limit, offset) in [(100, 0), (7, 2_995), (1_000, 2_500), (10, 9_000), (0, 0), (u64::MAX, 0)] {
            let page =
                table.list(&Filter { tag: Some(tag), limit, offset, ..Filter::default() }).expect("it is possible");
            let names: Vec<&str> = page.entries.iter().map(|entry| entry.name.as_str()).collect();
            let (skip, take) = (offset.try_into().unwrap_or(usize::MAX), limit.try_into().unwrap_or(usize::MAX));
            let expected_page: Vec<&str> = expected.iter().skip(skip).take(take).map(String::as_str).collect();
            assert_eq!((names, page.total), (expected_page, expected.len() as u64), "{tag} {limit} {offset}");
        }
    }
    table.register("/00000/first", pid, &["few"], &Metadata::new()).expect("the name is free");
    assert_eq!(
        table.list(&Filter { tag: Some("few"), ..Filter::default() }).expect("it is possible").entries[1].name,
        "/00000/first"
    );
}
