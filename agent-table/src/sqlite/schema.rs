//! Checks, initializes and migrates a database file before it is used.

use super::busy;
use super::failure::failed;
use super::names::add_has_tag;
use crate::waiting::Call;
use crate::{AgentError, Result};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, TransactionBehavior};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The version that added the table of names. All later changes are additive.
const VERSION: i64 = 4;
/// The previous version, which is migrated.
const PREVIOUS_VERSION: i64 = 3;

const EXPECTED: &str =
    "a kernel database of version 3 or later, with the columns of agent_processes and agent_registry";

const META: &str = "
    CREATE TABLE kernel_meta (
        key   TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
    INSERT INTO kernel_meta (key, value) VALUES ('schema_version', '4');";

const PROCESSES: &str = "
    CREATE TABLE agent_processes (
        pid           INTEGER PRIMARY KEY AUTOINCREMENT,
        parent_pid    INTEGER,
        name          TEXT NOT NULL,
        template      TEXT NOT NULL,
        state         TEXT NOT NULL CHECK(state IN ('READY','RUNNING','WAITING','SUSPENDED','DEAD')),
        state_reason  TEXT,
        created_at    REAL NOT NULL,
        updated_at    REAL NOT NULL,
        started_at    REAL,
        ended_at      REAL,
        exit_kind     TEXT,
        exit_detail   TEXT,
        metadata      TEXT NOT NULL DEFAULT '{}',
        last_event_id INTEGER NOT NULL DEFAULT 0,
        FOREIGN KEY (parent_pid) REFERENCES agent_processes(pid)
    );
    CREATE INDEX idx_agent_processes_state ON agent_processes(state);
    CREATE INDEX idx_agent_processes_parent ON agent_processes(parent_pid);";

const REGISTRY: &str = "
    CREATE TABLE IF NOT EXISTS agent_registry (
        name           TEXT    PRIMARY KEY,
        pid            INTEGER NOT NULL,
        tags           TEXT    NOT NULL DEFAULT '[]',
        metadata       TEXT    NOT NULL DEFAULT '{}',
        registered_at  REAL    NOT NULL,
        FOREIGN KEY (pid) REFERENCES agent_processes(pid)
    );
    CREATE INDEX IF NOT EXISTS idx_agent_registry_pid ON agent_registry(pid);";

/// The columns that are read and written: the name, the type, and whether the column is the primary key.
type Columns = &'static [(&'static str, &'static str, bool)];

const PROCESS_COLUMNS: Columns = &[
    ("pid", "INTEGER", true),
    ("parent_pid", "INTEGER", false),
    ("name", "TEXT", false),
    ("template", "TEXT", false),
    ("state", "TEXT", false),
    ("state_reason", "TEXT", false),
    ("created_at", "REAL", false),
    ("updated_at", "REAL", false),
    ("started_at", "REAL", false),
    ("ended_at", "REAL", false),
    ("exit_kind", "TEXT", false),
    ("exit_detail", "TEXT", false),
    ("metadata", "TEXT", false),
    ("last_event_id", "INTEGER", false),
];

const REGISTRY_COLUMNS: Columns = &[
    ("name", "TEXT", true),
    ("pid", "INTEGER", false),
    ("tags", "TEXT", false),
    ("metadata", "TEXT", false),
    ("registered_at", "REAL", false),
];

/// The contents of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// No tables.
    Empty,
    /// A database of the previous version.
    Previous,
    /// A database of this version, which is usable unchanged.
    Current(i64),
}

/// How a file can be accessed.
#[derive(Clone, Debug)]
pub(super) enum Access {
    ReadWrite,
    /// The file can be read but not changed.
    ReadOnly {
        /// Why the file cannot be changed.
        reason: String,
        /// Whether no other program can change it either, so that no locks are needed.
        is_immutable: bool,
    },
}

/// A database that is ready to use.
pub(super) struct Prepared {
    /// The absolute path of the file.
    pub(super) path: PathBuf,
    pub(super) access: Access,
    /// The first connection to the database.
    pub(super) connection: Connection,
    pub(super) version: i64,
}

/// Inspects a file without changing it, and then initializes or migrates it if necessary.
pub(super) fn prepare(path: &Path, timeout: Duration) -> Result<Prepared> {
    let call = Call::now();
    loop {
        match busy::within(&call, timeout, || prepare_once(path)) {
            // SQLite does not wait if another program switches to the write-ahead log at the same time.
            Err(AgentError::Busy { .. }) if !call.remaining(timeout).is_zero() => {
                thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

fn prepare_once(path: &Path) -> Result<Prepared> {
    // SQLite never interprets an absolute path as a URI or `:memory:`.
    let path = std::path::absolute(path).map_err(|error| unavailable(path, &error))?;
    if !is_new(&path)? {
        if let Some(access) = on_a_read_only_file_system(&path) {
            return prepare_to_read(path, access);
        }
        // The file must not change here. When it is closed, a read-write connection moves an existing log into the database,
        // and a read-only connection leaves behind a new, empty log.
        let access =
            if log_len(&path).is_some() { OpenFlags::SQLITE_OPEN_READ_ONLY } else { OpenFlags::SQLITE_OPEN_READ_WRITE };
        let mut file = Connection::open_with_flags(&path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(failed)?;
        busy::enable_waiting(&mut file).map_err(failed)?;
        inspect(&file, &path)?;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
    set_up(&mut connection, &Access::ReadWrite)?;
    if connection.is_readonly("main").map_err(failed)? {
        return Err(AgentError::Unavailable { reason: format!("{} is not writable", path.display()) });
    }
    let version = match inspect(&connection, &path)? {
        Content::Current(version) => version,
        Content::Empty | Content::Previous => migrate(&mut connection, &path)?,
    };
    Ok(Prepared { path, access: Access::ReadWrite, connection, version })
}

/// Returns how the file can be accessed if its file system is mounted read-only, and `None` otherwise.
fn on_a_read_only_file_system(path: &Path) -> Option<Access> {
    let error = OpenOptions::new().append(true).open(path).err()?;
    (error.kind() == ErrorKind::ReadOnlyFilesystem).then(|| Access::ReadOnly {
        reason: error.to_string(),
        // SQLite reads the log only if it can take locks.
        is_immutable: log_len(path).is_none_or(|len| len == 0),
    })
}

fn prepare_to_read(path: PathBuf, access: Access) -> Result<Prepared> {
    let cannot_use = |why: &str| AgentError::Unavailable {
        reason: format!("{} is on a read-only file system, and {why}", path.display()),
    };
    let connection = connect(&path, &access)?;
    let version = match inspect(&connection, &path)? {
        Content::Current(version) => version,
        Content::Empty => return Err(cannot_use("it has no tables")),
        Content::Previous => {
            return Err(cannot_use("it has version 3, which must first be migrated on a writable file system"));
        }
    };
    Ok(Prepared { path, access, connection, version })
}

/// Opens another connection to a prepared file.
pub(super) fn connect(path: &Path, access: &Access) -> Result<Connection> {
    let flags = match access {
        Access::ReadWrite => OpenFlags::SQLITE_OPEN_READ_WRITE,
        Access::ReadOnly { .. } => OpenFlags::SQLITE_OPEN_READ_ONLY,
    };
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = match access {
        Access::ReadOnly { is_immutable: true, .. } => {
            Connection::open_with_flags(immutable(path), flags | OpenFlags::SQLITE_OPEN_URI)
        }
        _ => Connection::open_with_flags(path, flags),
    };
    let mut connection = connection.map_err(failed)?;
    set_up(&mut connection, access)?;
    Ok(connection)
}

/// Returns the URI of a file that no program can change.
fn immutable(path: &Path) -> String {
    let encoded = |&byte: &u8| {
        let is_plain = byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
        if is_plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    let path: String = path.as_os_str().as_encoded_bytes().iter().map(encoded).collect();
    format!("file:{path}?immutable=1")
}

/// Sets the kernel's pragmas and the other settings of a connection.
fn set_up(connection: &mut Connection, access: &Access) -> Result<()> {
    let mut set_up = || {
        busy::enable_waiting(connection)?;
        connection.set_prepared_statement_cache_capacity(64);
        if matches!(access, Access::ReadWrite) {
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "foreign_keys", "ON")?;
        }
        add_has_tag(connection)
    };
    set_up().map_err(failed)
}

/// Returns true if the file does not exist or is empty.
///
/// # Errors
/// The file is evidently not a usable database, which is checked without opening it as one.
fn is_new(path: &Path) -> Result<bool> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(unavailable(path, &error)),
    };
    if metadata.is_dir() {
        return Err(mismatch(path, "a directory"));
    }
    if !metadata.is_file() {
        return Err(mismatch(path, "something that is not a regular file"));
    }
    if metadata.permissions().readonly() {
        return Err(AgentError::Unavailable { reason: format!("{} is read-only", path.display()) });
    }
    if metadata.len() == 0 {
        return Ok(true);
    }
    check_header(path, metadata.len())?;
    Ok(false)
}

/// Checks that the file is a SQLite database and is not truncated. SQLite itself detects a truncated file only when it reads
/// a missing page, but the header states the number of pages; see "The Database Header" in the documentation of the file
/// format.
fn check_header(path: &Path, len: u64) -> Result<()> {
    let mut header = Vec::new();
    File::open(path)
        .and_then(|file| file.take(100).read_to_end(&mut header))
        .map_err(|error| unavailable(path, &error))?;
    if !header.starts_with(b"SQLite format 3\0") {
        return Err(mismatch(path, "a file that is not a SQLite database"));
    }
    let number = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
    let page_size = header.get(16..18).and_then(|bytes| bytes.try_into().ok()).map(u16::from_be_bytes);
    let (Some(page_size), Some(pages), Some(changes), Some(valid_for)) =
        (page_size, number(28), number(24), number(92))
    else {
        return Err(mismatch(path, "a SQLite database that is truncated within its header"));
    };
    let page_size = if page_size == 1 { 65_536 } else { u64::from(page_size) };
    // Pages in the write-ahead log may be missing from the file.
    let has_log = log_len(path).is_some_and(|len| len > 0);
    if changes == valid_for && len < page_size * u64::from(pages) && !has_log {
        let found = format!("a truncated SQLite database: {len} of {} bytes", page_size * u64::from(pages));
        return Err(mismatch(path, &found));
    }
    Ok(())
}

/// The suffixes of a database's write-ahead log and of the log's index.
pub(super) const LOG: &str = "-wal";
pub(super) const LOG_INDEX: &str = "-shm";

/// Returns the path of the database with this suffix appended.
pub(super) fn sibling(path: &Path, suffix: &str) -> PathBuf {
    let mut sibling = path.as_os_str().to_owned();
    sibling.push(suffix);
    sibling.into()
}

/// Returns the length of the write-ahead log, if it exists.
fn log_len(path: &Path) -> Option<u64> {
    fs::metadata(sibling(path, LOG)).ok().map(|log| log.len())
}

fn inspect(connection: &Connection, path: &Path) -> Result<Content> {
    let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => {
            mismatch(path, &format!("a damaged file ({error})"))
        }
        _ => failed(error),
    };
    let tables: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .and_then(|mut statement| statement.query_map([], |row| row.get(0))?.collect())
        .map_err(failed)?;
    let has = |table: &str| tables.iter().any(|name| name == table);
    if tables.is_empty() {
        return Ok(Content::Empty);
    }
    if !has("kernel_meta") {
        return Err(mismatch(path, "a SQLite database of another program, without a table kernel_meta"));
    }
    let version: Option<rusqlite::types::Value> = connection
        .query_row("SELECT value FROM kernel_meta WHERE key = 'schema_version'", [], |row| row.get(0))
        .optional()
        .map_err(failed)?;
    let version = match version {
        Some(rusqlite::types::Value::Text(version)) => match version.parse::<i64>() {
            Ok(version) => version,
            Err(_) => return Err(mismatch(path, &format!("the version {version:?}, which is not a number"))),
        },
        Some(rusqlite::types::Value::Integer(version)) => version,
        _ => return Err(mismatch(path, "a kernel database without a version")),
    };
    if version < PREVIOUS_VERSION {
        return Err(mismatch(path, &format!("version {version}")));
    }
    let check = |table: &str, columns| match incompatibility(connection, table, columns).map_err(failed)? {
        None => Ok(()),
        Some(what) => Err(mismatch(path, &format!("version {version}, but the table {table} {what}"))),
    };
    check("agent_processes", PROCESS_COLUMNS)?;
    if version > PREVIOUS_VERSION || has("agent_registry") {
        check("agent_registry", REGISTRY_COLUMNS)?;
    }
    Ok(if version == PREVIOUS_VERSION { Content::Previous } else { Content::Current(version) })
}

/// Describes why a table cannot be read and written, or returns `None` if it can.
fn incompatibility(connection: &Connection, table: &str, columns: Columns) -> rusqlite::Result<Option<String>> {
    let mut statement =
        connection.prepare("SELECT name, type, pk, \"notnull\", dflt_value FROM pragma_table_info(?1)")?;
    let mut rows = statement.query([table])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (name, kind, key): (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (not_null, default): (bool, Option<String>) = (row.get(3)?, row.get(4)?);
        if not_null && default.is_none() && !columns.iter().any(|(known, ..)| *known == name) {
            return Ok(Some(format!("requires a value for the unknown column {name}")));
        }
        found.push((name, kind.to_ascii_uppercase(), key == 1));
    }
    if found.is_empty() {
        return Ok(Some("does not exist".to_owned()));
    }
    let missing_column = columns.iter().find(|(name, kind, key)| {
        !found.iter().any(|(found, found_kind, is_key)| found == name && found_kind == kind && is_key == key)
    });
    Ok(missing_column
        .map(|(name, kind, key)| format!("has no column {name} {kind}{}", if *key { " PRIMARY KEY" } else { "" })))
}

/// Initializes an empty file, or adds the table of names to a database of the previous version, in one transaction. Another
/// program may have done so in the meantime.
fn migrate(connection: &mut Connection, path: &Path) -> Result<i64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let version = match inspect(&transaction, path)? {
        Content::Current(version) => version,
        Content::Empty => {
            transaction.execute_batch(&[META, PROCESSES, REGISTRY].concat()).map_err(failed)?;
            VERSION
        }
        Content::Previous => {
            transaction
                .execute_batch(REGISTRY)
                .and_then(|()| {
                    let sql = "UPDATE kernel_meta SET value = ?1 WHERE key = 'schema_version'";
                    transaction.execute(sql, [VERSION.to_string()])
                })
                .map_err(failed)?;
            VERSION
        }
    };
    transaction.commit().map_err(failed)?;
    Ok(version)
}

fn mismatch(path: &Path, found: &str) -> AgentError {
    AgentError::SchemaMismatch {
        path: path.display().to_string(),
        expected: EXPECTED.to_owned(),
        found: found.to_owned(),
    }
}

pub(super) fn unavailable(path: &Path, error: &std::io::Error) -> AgentError {
    AgentError::Unavailable { reason: format!("{}: {error}", path.display()) }
}
