//! Which files are used, migrated and refused, and what becomes of them.

use crate::fixtures::{VERSION_3, VERSION_5, copy};
use agent_table::rpc::{Daemon, Endpoint, RpcClient};
use agent_table::{
    AgentError, AgentTable, Certainty, Filter, Metadata, NewProcess, Pid, ProcessState, RegistryEntry, SqliteTable,
    Unreadable,
};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, OpenOptions};
use std::io::{Write as _, stderr};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory can be made")
}

/// The whole content of a database, but for the objects named: table definitions and rows.
fn content(path: &Path, without: &[&str]) -> Vec<Vec<Value>> {
    let database = Connection::open(path).expect("it is a database");
    let rows = |sql: &str| -> Vec<Vec<Value>> {
        let mut statement = database.prepare(sql).expect("the statement is right");
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect());
        rows.expect("it can be read").collect::<Result<_, _>>().expect("it can be read")
    };
    let mut content = Vec::new();
    for object in rows("SELECT name, type, sql FROM sqlite_schema ORDER BY name") {
        let (Value::Text(name), Value::Text(kind)) = (&object[0], &object[1]) else { panic!("{object:?}") };
        if without.iter().any(|without| name.contains(without)) {
            continue;
        }
        if kind == "table" {
            content.extend(rows(&format!("SELECT * FROM {name} ORDER BY 1, 2")));
        }
        content.push(object);
    }
    content
}

fn version(path: &Path) -> String {
    let database = Connection::open(path).expect("it is a database");
    let sql = "SELECT value FROM kernel_meta WHERE key = 'schema_version'";
    database.query_row(sql, [], |row| row.get(0)).expect("it has a version")
}

fn names(table: &SqliteTable) -> Vec<String> {
    table.list(&Filter::default()).expect("a list is possible").entries.into_iter().map(|entry| entry.name).collect()
}

#[test]
fn version_3_becomes_version_4_and_keeps_every_row() {
    let directory = directory();
    let path = copy(VERSION_3, directory.path());
    let before = content(&path, &["kernel_meta"]);
    let table = SqliteTable::open(&path).expect("version 3 is migrated");
    assert_eq!(table.info().expect("it is open").schema_version, Some(4));
    assert!(names(&table).is_empty());
    table.register("/agents/alice", Pid::new(1), &["research"], &Metadata::new()).expect("process 1 exists");
    assert_eq!(table.create(&NewProcess::new("new", "t")).expect("it is created"), Pid::new(4));
    assert_eq!(table.get(Pid::new(3)).expect("it exists").state, ProcessState::Dead);
    drop(table);

    assert_eq!(version(&path), "4");
    let again = SqliteTable::open(&path).expect("version 4 is used");
    assert_eq!(again.resolve_pid("/agents/alice").expect("it was registered"), Pid::new(1));
    drop(again);
    let database = Connection::open(&path).expect("it is a database");
    database.execute_batch("DELETE FROM agent_registry; DELETE FROM agent_processes WHERE pid = 4; UPDATE sqlite_sequence SET seq = 3 WHERE name = 'agent_processes'").expect("it can be undone");
    drop(database);
    assert_eq!(content(&path, &["kernel_meta", "agent_registry"]), before);
}

#[test]
fn version_5_is_used_and_keeps_its_version() {
    let directory = directory();
    let path = copy(VERSION_5, directory.path());
    let before = content(&path, &[]);
    let table = SqliteTable::open(&path).expect("version 5 is used");
    assert_eq!(table.info().expect("it is open").schema_version, Some(5));
    assert_eq!(names(&table), ["/agents/researcher/alice", "/services/research", "bridge:telegram"]);
    let bridge = table.lookup("bridge:telegram").expect("it is registered");
    assert_eq!(bridge.pid, Pid::new(2));
    assert_eq!(bridge.tags, ["bridge"]);
    assert_eq!(bridge.metadata.as_str(), r#"{"a":[1,2,{"n":null}],"z":1}"#);
    let carol = table.get(Pid::new(3)).expect("it exists");
    assert_eq!((carol.parent_pid, carol.exit_kind.as_deref()), (Some(Pid::new(1)), Some("completed")));
    assert_eq!(carol.last_event_id, 5);
    drop(table);
    assert_eq!(content(&path, &[]), before);
    assert_eq!(version(&path), "5");
}

#[test]
fn a_later_version_with_more_columns_and_tables_is_used_unchanged() {
    let directory = directory();
    let path = copy(VERSION_5, directory.path());
    let sql = "UPDATE kernel_meta SET value = '12'; ALTER TABLE agent_registry ADD COLUMN expires_at REAL;
        ALTER TABLE agent_processes ADD COLUMN host TEXT NOT NULL DEFAULT ''";
    Connection::open(&path).and_then(|database| database.execute_batch(sql)).expect("it can be changed");
    let table = SqliteTable::open(&path).expect("what is needed is there");
    assert_eq!(table.info().expect("it is open").schema_version, Some(12));
    table.register("/new", Pid::new(1), &[], &Metadata::new()).expect("the name is free");
    table.transition(Pid::new(1), ProcessState::Waiting, None).expect("it runs");
}

#[test]
fn rows_in_the_formats_of_other_programs_are_read() {
    let directory = directory();
    let path = copy(VERSION_5, directory.path());
    let sql = r#"
        INSERT INTO agent_registry VALUES ('/caf' || char(233), 1, '["caf\u00e9", "a\/b", "x"]', '{ }', 1);
        INSERT INTO agent_registry VALUES ('/spaced', 1, '[ "caf' || char(233) || '" , "y" ]', '{"n":1e3}', 2);"#;
    Connection::open(&path).and_then(|database| database.execute_batch(sql)).expect("they can be written");
    let table = SqliteTable::open(&path).expect("version 5 is used");
    let tagged = |tag| {
        let page = table.list(&Filter { tag: Some(tag), ..Filter::default() }).expect("a list is possible");
        page.entries.into_iter().map(|entry| entry.name).collect::<Vec<_>>()
    };
    assert_eq!(tagged("caf\u{e9}"), ["/caf\u{e9}", "/spaced"]);
    assert_eq!(tagged("a/b"), ["/caf\u{e9}"]);
    assert_eq!(tagged(" , "), [""; 0]);
    assert_eq!(table.lookup("/caf\u{e9}").expect("it is registered").tags[0], "caf\u{e9}");
    assert_eq!(table.unregister("/caf\u{e9}").expect("it is registered"), 1);
}

/// What Python writes as JSON and Rust's parser refuses, and other odd values.
fn odd_objects() -> Vec<String> {
    let deep = format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200));
    let long = format!(r#"{{"n": {}}}"#, "9".repeat(400));
    [r#"{"a": NaN}"#, r#"{"a": -Infinity}"#, r#"{"a": "\ud800"}"#, &deep, &long, "[1]", "out of memory", ""]
        .map(str::to_owned)
        .to_vec()
}

#[test]
fn unreadable_values_of_a_row_are_marked_and_hide_nothing_else() {
    for metadata in odd_objects() {
        let directory = directory();
        let path = copy(VERSION_5, directory.path());
        let database = Connection::open(&path).expect("it is a database");
        let rows: i64 =
            database.query_row("SELECT count(*) FROM agent_registry", [], |row| row.get(0)).expect("it has the table");
        database
            .execute("UPDATE agent_registry SET metadata = ?1 WHERE name = '/services/research'", [&metadata])
            .and_then(|_| database.execute("UPDATE agent_processes SET metadata = ?1 WHERE pid = 1", [&metadata]))
            .expect("they can be written");
        let table = Arc::new(SqliteTable::open(&path).expect("version 5 is used"));
        let endpoint = Endpoint::Unix(directory.path().join("registry.sock"));
        let daemon = Daemon::bind(Arc::clone(&table) as Arc<dyn AgentTable>, &endpoint).and_then(Daemon::start);
        let daemon = daemon.expect("it can listen");
        let client = RpcClient::new(daemon.endpoint().clone());
        for table in [table.as_ref() as &dyn AgentTable, &client] {
            let page = table.list(&Filter::default()).expect("a page has every row");
            assert_eq!(
                (page.entries.len().to_string(), page.total.to_string()),
                (rows.to_string(), rows.to_string()),
                "{metadata}"
            );
            let marked: Vec<&RegistryEntry> =
                page.entries.iter().filter(|entry| !entry.unreadable.is_empty()).collect();
            assert_eq!(marked.len(), 1, "{metadata}");
            let Unreadable { column, found, .. } = &marked[0].unreadable[0];
            assert_eq!(
                (marked[0].name.as_str(), column.as_str(), found),
                ("/services/research", "metadata", &metadata)
            );
            assert_eq!(marked[0].metadata, Metadata::new());
            assert!(!marked[0].tags.is_empty(), "the rest of it is read");
            let process = table.get(Pid::new(1)).expect("it exists");
            assert_eq!((process.unreadable[0].column.as_str(), &process.unreadable[0].found), ("metadata", &metadata));
        }
        if table.get(Pid::new(1)).expect("it exists").state != ProcessState::Dead {
            table.terminate(Pid::new(1), "failed", None).expect("it can be ended");
        }
        let kept: String = database
            .query_row("SELECT metadata FROM agent_processes WHERE pid = 1", [], |row| row.get(0))
            .expect("the row is there");
        assert_eq!(kept, metadata, "what cannot be read is left as it is");
    }
}

#[test]
fn readable_tags_next_to_unreadable_ones_are_found() {
    let directory = directory();
    let path = copy(VERSION_5, directory.path());
    let database = Connection::open(&path).expect("it is a database");
    let table = SqliteTable::open(&path).expect("version 5 is used");
    for (stored, tags, marks) in [
        (r#"["one", 5, "two"]"#, vec!["one", "two"], 1),
        (r#"["one", {"two": "three"}, ["four"], null]"#, vec!["one"], 3),
        (r#"["one", "\ud800"]"#, vec!["one"], 1),
        (r#"["one", NaN]"#, vec![], 1),
        (r#"["one", "tw\u006f", NaN]"#, vec![], 1),
        (r#"{"one": 1}"#, vec![], 1),
        ("one", vec![], 1),
    ] {
        let sql = "UPDATE agent_registry SET tags = ?1 WHERE name = 'bridge:telegram'";
        database.execute(sql, [stored]).expect("it can be written");
        let entry = table.lookup("bridge:telegram").expect("it is found");
        assert_eq!(
            (&entry.tags, entry.unreadable.len()),
            (&tags.iter().map(ToString::to_string).collect(), marks),
            "{stored}"
        );
        for tag in ["one", "two", "three", "four"] {
            let page = table.list(&Filter { tag: Some(tag), ..Filter::default() }).expect("a page has every row");
            let is_found = page.entries.iter().any(|entry| entry.name == "bridge:telegram");
            // A list that cannot be read at all is searched as text: its row is marked, and not hidden.
            let may_have = tags.is_empty() && stored.contains(&format!("\"{tag}\""));
            assert_eq!(is_found, tags.contains(&tag) || may_have, "{tag} in {stored}");
        }
    }
}

#[test]
fn odd_numbers_and_texts_of_a_row_are_marked() {
    let directory = directory();
    let path = copy(VERSION_5, directory.path());
    let sql = "UPDATE agent_registry SET registered_at = 9e999, metadata = x'ff', tags = x'00' WHERE name = 'bridge:telegram';
        UPDATE agent_processes SET created_at = 'soon', started_at = 'then', name = x'61ff', exit_detail = 'out of memory',
            exit_kind = 'killed' WHERE pid = 1;
        UPDATE agent_processes SET exit_detail = '{\"a\": NaN}' WHERE pid = 2";
    Connection::open(&path).and_then(|database| database.execute_batch(sql)).expect("they can be written");
    let table = SqliteTable::open(&path).expect("version 5 is used");
    let columns =
        |unreadable: &[Unreadable]| unreadable.iter().map(|mark| mark.column.clone()).collect::<Vec<_>>().join(" ");
    let entry = table.lookup("bridge:telegram").expect("it is found");
    assert_eq!(columns(&entry.unreadable), "tags metadata registered_at");
    let process = table.get(Pid::new(1)).expect("it exists");
    assert_eq!(columns(&process.unreadable), "name created_at started_at");
    assert_eq!((process.name.as_str(), process.created_at), ("a\u{fffd}", 0.0));
    assert_eq!(process.exit_kind.as_deref(), Some("killed"), "it was another program's word");
    assert_eq!(process.exit_detail, Some(Metadata::message("out of memory")));
    let process = table.get(Pid::new(2)).expect("it exists");
    assert_eq!((columns(&process.unreadable).as_str(), process.exit_detail), ("exit_detail", Some(Metadata::new())));
}

/// Opens a file that is refused, and looks whether anything in its directory has changed.
fn refused(path: &Path) -> AgentError {
    let files = |directory: &Path| {
        let files =
            fs::read_dir(directory).expect("it is a directory").map(|file| file.expect("it can be read").path());
        let mut files: Vec<(PathBuf, Option<Vec<u8>>)> = files
            .map(|file| (file.clone(), file.is_file().then(|| fs::read(&file).expect("it can be read"))))
            .collect();
        files.sort();
        files
    };
    let directory = path.parent().expect("it is in a directory");
    let before = files(directory);
    let error = SqliteTable::open(path).expect_err("it is refused");
    assert!(files(directory) == before, "{} was changed: {error}", path.display());
    assert_eq!(error.certainty(), Certainty::NotAttempted);
    error
}

#[test]
fn a_file_that_is_not_a_kernel_database_is_rejected_and_unchanged() {
    let directory = directory();
    let place = |name: &str| directory.path().join(name);
    fs::create_dir(place("a-directory")).expect("it can be made");
    fs::write(
        place("text"),
        "This is no database, and longer than a header of one hundred bytes would be, which is the point of it.",
    )
    .expect("it can be written");
    fs::write(place("short"), "x").expect("it can be written");
    fs::write(place("header-only"), b"SQLite format 3\0").expect("it can be written");
    Connection::open(place("foreign")).and_then(|db| db.execute_batch("CREATE TABLE t (x)")).expect("it can be made");
    for (name, found) in [
        ("a-directory", "a directory"),
        ("text", "not a SQLite database"),
        ("short", "not a SQLite database"),
        ("header-only", "truncated within its header"),
        ("foreign", "without a table kernel_meta"),
    ] {
        let error = refused(&place(name));
        assert!(matches!(error, AgentError::SchemaMismatch { .. }), "{name}: {error}");
        assert_eq!(error.code(), -32105);
        let text = error.to_string();
        assert!(text.contains(name) && text.contains("version 3 or later") && text.contains(found), "{name}: {text}");
    }
}

#[test]
fn an_unknown_schema_or_version_is_rejected_and_unchanged() {
    for (fixture, change, found) in [
        (VERSION_3, "UPDATE kernel_meta SET value = '2'", "found version 2"),
        (VERSION_3, "UPDATE kernel_meta SET value = 'three'", "\"three\", which is not a number"),
        (VERSION_3, "UPDATE kernel_meta SET value = '3.0'", "\"3.0\", which is not a number"),
        (VERSION_3, "UPDATE kernel_meta SET value = ''", "\"\", which is not a number"),
        (VERSION_3, "DELETE FROM kernel_meta", "without a version"),
        (VERSION_3, "UPDATE kernel_meta SET value = '4'", "agent_registry does not exist"),
        (VERSION_3, "CREATE TABLE agent_registry (name TEXT PRIMARY KEY)", "no column pid INTEGER"),
        (VERSION_3, "ALTER TABLE agent_processes RENAME TO others", "agent_processes does not exist"),
        (VERSION_5, "ALTER TABLE agent_registry RENAME COLUMN tags TO labels", "no column tags TEXT"),
        (VERSION_5, "ALTER TABLE agent_registry DROP COLUMN metadata", "no column metadata TEXT"),
        (VERSION_5, "ALTER TABLE agent_processes DROP COLUMN exit_kind", "no column exit_kind TEXT"),
        (
            VERSION_5,
            "DROP TABLE agent_registry; CREATE VIEW agent_registry AS SELECT name, pid, '[]' AS tags FROM agent_processes",
            "name TEXT PRIMARY KEY",
        ),
        (
            VERSION_5,
            "DROP TABLE agent_registry; CREATE TABLE agent_registry (name TEXT PRIMARY KEY, pid TEXT, tags TEXT, metadata TEXT, registered_at REAL)",
            "no column pid INTEGER",
        ),
        (
            VERSION_5,
            "DROP TABLE agent_registry; CREATE TABLE agent_registry (name TEXT PRIMARY KEY, pid INTEGER, tags TEXT, metadata TEXT, registered_at REAL, lease REAL NOT NULL)",
            "unknown column lease",
        ),
    ] {
        for journal in ["DELETE", "WAL"] {
            let directory = directory();
            let path = copy(fixture, directory.path());
            let database = Connection::open(&path).expect("it is a database");
            database
                .execute_batch(&format!("PRAGMA foreign_keys=OFF; {change}; PRAGMA journal_mode={journal}"))
                .expect("it can be changed");
            drop(database);
            let error = refused(&path);
            assert!(matches!(error, AgentError::SchemaMismatch { .. }), "{change}: {error}");
            assert!(error.to_string().contains(found), "{change}: {error}");
        }
    }
}

#[test]
fn a_truncated_database_is_rejected_and_unchanged() {
    for fixture in [VERSION_3, VERSION_5] {
        let original = directory();
        let whole = copy(fixture, original.path()).metadata().expect("it is there").len();
        for len in [1, 99, 100, 4_095, 4_096, whole / 2, whole - 4_096, whole - 1] {
            let directory = directory();
            let path = copy(fixture, directory.path());
            OpenOptions::new().write(true).open(&path).and_then(|file| file.set_len(len)).expect("it can be cut");
            let error = refused(&path);
            assert!(matches!(error, AgentError::SchemaMismatch { .. }), "{len}: {error}");
        }
    }
}

#[test]
fn a_rejected_database_keeps_its_log() {
    let directory = directory();
    let path = copy(VERSION_5, directory.path());
    let kernel = Connection::open(&path).expect("it is a database");
    let sql = "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; UPDATE kernel_meta SET value = 'next'";
    kernel.execute_batch(sql).expect("it can be changed");
    // As if the kernel had been killed: no program has the copy open.
    let copied = tempfile::tempdir().expect("a directory can be made");
    for file in [VERSION_5, "kernel-v5.db-wal"] {
        fs::copy(directory.path().join(file), copied.path().join(file)).expect("it can be copied");
    }
    let path = copied.path().join(VERSION_5);
    let read = |file: &str| fs::read(copied.path().join(file)).expect("it is there");
    let before = (read(VERSION_5), read("kernel-v5.db-wal"));
    let error = SqliteTable::open(&path).expect_err("it is refused");
    assert!(error.to_string().contains("\"next\", which is not a number"), "{error}");
    assert!((read(VERSION_5), read("kernel-v5.db-wal")) == before, "it was changed");
}

#[test]
fn a_database_with_a_damaged_first_page_is_rejected_and_unchanged() {
    let directory = directory();
    let path = copy(VERSION_3, directory.path());
    let mut bytes = fs::read(&path).expect("it can be read");
    bytes[100..4_096].fill(0x5a);
    fs::write(&path, bytes).expect("it can be written");
    assert!(matches!(refused(&path), AgentError::SchemaMismatch { .. }));
}

#[test]
fn a_read_only_file_is_rejected_and_unchanged() {
    for fixture in [VERSION_3, VERSION_5] {
        let directory = directory();
        let path = copy(fixture, directory.path());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("the mode can be set");
        let error = refused(&path);
        assert!(matches!(error, AgentError::Unavailable { .. }), "{error}");
        assert!(error.to_string().contains("read-only"), "{error}");
    }
}

#[test]
fn a_file_in_a_directory_that_does_not_exist_is_named() {
    let directory = directory();
    let path = directory.path().join("missing").join("kernel.db");
    let error = SqliteTable::open(&path).expect_err("there is no such directory");
    assert!(matches!(error, AgentError::Unavailable { .. }), "{error}");
    assert!(error.to_string().contains("missing"), "{error}");
    assert!(!directory.path().join("missing").exists());
}

#[test]
fn an_empty_file_becomes_a_database_and_a_name_like_memory_is_a_file() {
    let directory = directory();
    for name in ["empty.db", ":memory:", "file:x?mode=memory"] {
        let path = directory.path().join(name);
        if name == "empty.db" {
            fs::write(&path, "").expect("it can be written");
        }
        let pid =
            SqliteTable::open(&path).and_then(|table| table.create(&NewProcess::new("n", "t"))).expect("it is made");
        let again = SqliteTable::open(&path).expect("it is a database now");
        assert_eq!(again.get(pid).expect("it was created").pid, pid);
        assert_eq!(version(&path), "4");
        let file = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("it is a database");
        let mut named =
            file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").expect("it has tables");
        let tables: Vec<String> =
            named.query_map([], |row| row.get(0)).and_then(Iterator::collect).expect("they have names");
        assert_eq!(tables, ["agent_processes", "agent_registry", "kernel_meta", "sqlite_sequence"]);
    }
}

/// A file system of this size in bytes, which is unmounted on drop.
struct SmallDisk(TempDir);

impl SmallDisk {
    /// Nothing, where mounting is not possible; a panic where it must be: as root in CI.
    fn mount(bytes: u32) -> Option<Self> {
        let directory = directory();
        let size = format!("size={bytes}");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(directory.path()).output();
        if mounted.as_ref().is_ok_and(|output| output.status.success()) {
            return Some(Self(directory));
        }
        let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
        let can_mount = fs::read_to_string("/proc/self/status").is_ok_and(|status| {
            let capabilities = status.lines().find_map(|line| line.strip_prefix("CapEff:\t"));
            // CAP_SYS_ADMIN is bit 21.
            capabilities.and_then(|hex| u64::from_str_radix(hex, 16).ok()).is_some_and(|bits| bits >> 21 & 1 == 1)
        });
        assert!(
            !(std::env::var_os("CI").is_some() && is_root && can_mount),
            "a small file system cannot be mounted: {mounted:?}"
        );
        // Past the capture of the test's output: a skipped test is heard.
        let skipped = format!("SKIPPED: a small file system cannot be mounted here: {mounted:?}\n");
        stderr().write_all(skipped.as_bytes()).expect("standard error is open");
        None
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(self.0.path()).status();
        if !unmounted.as_ref().is_ok_and(std::process::ExitStatus::success) {
            eprintln!("{} is still mounted: {unmounted:?}", self.0.path().display());
        }
    }
}

#[test]
fn health_reports_damage_that_only_some_calls_meet() {
    let directory = directory();
    let path = directory.path().join("kernel.db");
    let table = SqliteTable::open(&path).expect("it is made");
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    for number in 0..400 {
        table.register(&format!("/{number:03}"), pid, &[], &Metadata::new()).expect("the name is free");
    }
    table.health().expect("the file is sound");
    drop(table);
    let page: i64 = Connection::open(&path)
        .and_then(|database| {
            database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            let sql = "SELECT max(pageno) FROM dbstat WHERE name = 'agent_registry' AND pagetype = 'leaf'";
            // Without that table of SQLite's own, the last page is one of the names.
            database
                .query_row(sql, [], |row| row.get(0))
                .or_else(|_| database.query_row("PRAGMA page_count", [], |row| row.get(0)))
        })
        .expect("it has pages");
    let mut bytes = fs::read(&path).expect("it can be read");
    let start = usize::try_from(page - 1).expect("it is a page") * 4_096;
    bytes[start..start + 8].fill(0xff);
    fs::write(&path, bytes).expect("it can be written");
    let table = SqliteTable::open(&path).expect("its first pages are sound");
    assert_eq!(table.get(pid).expect("it is on another page").pid, pid);
    let error = table.health().expect_err("a page is damaged");
    assert!(matches!(error, AgentError::Storage { .. }), "{error}");
    table.health().expect_err("it is remembered");
}

#[test]
fn a_database_on_a_read_only_file_system_is_read_and_not_changed() {
    let Some(disk) = SmallDisk::mount(2 * 1024 * 1024) else { return };
    let folder = disk.0.path().join("a folder?&#%41");
    fs::create_dir(&folder).expect("it can be made");
    let (new, old) = (copy(VERSION_5, &folder), copy(VERSION_3, disk.0.path()));
    let remount = |how: &str| {
        let done = Command::new("mount").args(["-o", how]).arg(disk.0.path()).status();
        assert!(done.is_ok_and(|status| status.success()), "{how}");
    };
    remount("remount,ro");
    let table = SqliteTable::open(&new).expect("it can be read");
    let pid = table.resolve_pid("/services/research").expect("it is registered");
    assert_eq!(table.lookup("/services/research").expect("it is registered").pid, pid);
    assert!(table.list(&Filter::default()).expect("it can be read").total > 1);
    for error in [table.unregister("/services/research").err(), table.create(&NewProcess::new("n", "t")).err()] {
        let error = error.expect("it cannot be changed");
        assert!(matches!(error, AgentError::Unavailable { .. }) && error.to_string().contains("ead-only"), "{error}");
    }
    let error = SqliteTable::open(&old).expect_err("it would have to be migrated");
    assert!(error.to_string().contains("read-only file system") && error.to_string().contains("migrated"), "{error}");
    drop(table);
    remount("remount,rw");
    SqliteTable::open(&new).and_then(|table| table.unregister("/services/research")).expect("it can be changed");
}

#[test]
fn a_full_disk_is_a_clear_error_and_loses_nothing() {
    let Some(disk) = SmallDisk::mount(512 * 1024) else { return };
    let path = disk.0.path().join("kernel.db");
    let table = SqliteTable::open(&path).expect("there is room");
    let pid = table.create(&NewProcess::new("worker", "test/worker")).expect("there is room");
    let metadata: Metadata = format!(r#"{{"padding":"{}"}}"#, "x".repeat(10_000)).parse().expect("it is an object");
    let mut registered = Vec::new();
    let error = loop {
        let name = format!("/{:03}", registered.len());
        match table.register(&name, pid, &[], &metadata) {
            Ok(()) => registered.push(name),
            Err(error) => break error,
        }
        assert!(registered.len() < 100, "the disk should be full");
    };
    assert!(matches!(&error, AgentError::Unavailable { reason } if reason.contains("full")), "{error}");
    assert!(registered.len() > 5);
    // Nothing that was said to be registered is lost, and nothing that was refused is there: now, and after opening again.
    assert_eq!(names(&table), registered);
    drop(table);
    let saved = directory().keep();
    for file in ["kernel.db", "kernel.db-wal"] {
        if disk.0.path().join(file).exists() {
            fs::copy(disk.0.path().join(file), saved.join(file)).expect("it can be copied");
        }
    }
    let table = SqliteTable::open(saved.join("kernel.db")).expect("it is whole");
    assert_eq!(names(&table), registered);
    drop(table);
    fs::remove_dir_all(saved).expect("it can be removed");
}

#[test]
fn a_migration_without_disk_space_changes_no_row() {
    let Some(disk) = SmallDisk::mount(256 * 1024) else { return };
    let path = copy(VERSION_3, disk.0.path());
    let before = fs::read(&path).expect("it can be read");
    let room = disk.0.path().join("filler");
    let mut filler = 64 * 1024;
    while filler > 0 {
        let mut all = fs::read(&room).unwrap_or_default();
        all.resize(all.len() + filler, 0);
        if fs::write(&room, &all).is_err() {
            all.truncate(all.len() - filler);
            fs::write(&room, &all).expect("there was room before");
            filler /= 2;
        }
    }
    let error = SqliteTable::open(&path).expect_err("there is no room");
    assert!(matches!(error, AgentError::Unavailable { .. } | AgentError::Storage { .. }), "{error}");
    fs::remove_file(&room).expect("it can be removed");
    let whole = directory();
    let unchanged = whole.path().join("before.db");
    fs::write(&unchanged, before).expect("it can be written");
    assert_eq!(content(&path, &[]), content(&unchanged, &[]));
    let table = SqliteTable::open(&path).expect("there is room now");
    assert_eq!(table.info().expect("it is open").schema_version, Some(4));
}
