//! What a file must be to be used, and what is done to it first.

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

/// The version that has the table of names. Everything since is additive.
const VERSION: i64 = 4;
/// The version before, which is migrated.
const VERSION_BEFORE: i64 = 3;

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

/// The columns that are read and written: name, type, whether it is the key.
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

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// No table at all.
    Nothing,
    /// A database of version 3.
    Older,
    /// One that is used as it is.
    Current(i64),
}

/// How a file can be used.
#[derive(Clone, Debug)]
pub(super) enum Access {
    ReadWrite,
    /// What it holds can be read, and not changed.
    ReadOnly {
        /// Why it cannot be changed.
        reason: String,
        /// Whether nobody else can change it either, so that it needs no locks.
        is_immutable: bool,
    },
}

/// A database that is ready for use.
pub(super) struct Prepared {
    /// The absolute path of the file.
    pub(super) path: PathBuf,
    pub(super) access: Access,
    /// Its first connection.
    pub(super) connection: Connection,
    pub(super) version: i64,
}

/// Looks at a file without changing it, then makes a database of it, or migrates it, where it is needed.
pub(super) fn prepare(path: &Path, timeout: Duration) -> Result<Prepared> {
    let call = Call::now();
    loop {
        match busy::within(&call, timeout, || prepare_once(path)) {
            // Who turns the write-ahead log on while another does the same is told at once that the file is busy.
            Err(AgentError::Busy { .. }) if !call.remaining(timeout).is_zero() => {
                thread::sleep(Duration::from_millis(5))
            }
            result => return result,
        }
    }
}

fn prepare_once(path: &Path) -> Result<Prepared> {
    // An absolute path is never taken for a URI or `:memory:`.
    let path = std::path::absolute(path).map_err(|error| unavailable(path, &error))?;
    if !is_new(&path)? {
        if let Some(access) = on_a_read_only_file_system(&path) {
            return prepare_to_read(path, access);
        }
        // A connection that may write would, when it is closed, move the log that it found into the file; one that may not
        // would leave behind the empty log that it made.
        let access =
            if log_len(&path).is_some() { OpenFlags::SQLITE_OPEN_READ_ONLY } else { OpenFlags::SQLITE_OPEN_READ_WRITE };
        let mut file = Connection::open_with_flags(&path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(failed)?;
        busy::wait_on(&mut file).map_err(failed)?;
        inspect(&file, &path)?;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
    set_up(&mut connection, &Access::ReadWrite)?;
    if connection.is_readonly("main").map_err(failed)? {
        return Err(AgentError::Unavailable { reason: format!("{} cannot be written", path.display()) });
    }
    let version = match inspect(&connection, &path)? {
        Content::Current(version) => version,
        Content::Nothing | Content::Older => migrate(&mut connection, &path)?,
    };
    Ok(Prepared { path, access: Access::ReadWrite, connection, version })
}

/// How a file of a file system that is mounted read-only can be used; nothing for one of another.
fn on_a_read_only_file_system(path: &Path) -> Option<Access> {
    let error = OpenOptions::new().append(true).open(path).err()?;
    (error.kind() == ErrorKind::ReadOnlyFilesystem).then(|| Access::ReadOnly {
        reason: error.to_string(),
        // What is in the log is only found with the locks that SQLite takes.
        is_immutable: log_len(path).is_none_or(|len| len == 0),
    })
}

fn prepare_to_read(path: PathBuf, access: Access) -> Result<Prepared> {
    let cannot = |why: &str| AgentError::Unavailable {
        reason: format!("{} is on a read-only file system, and {why}", path.display()),
    };
    let connection = connect(&path, &access)?;
    let version = match inspect(&connection, &path)? {
        Content::Current(version) => version,
        Content::Nothing => return Err(cannot("it has no tables")),
        Content::Older => return Err(cannot("it is of version 3, which has to be migrated first")),
    };
    Ok(Prepared { path, access, connection, version })
}

/// Another connection to a file that is prepared.
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

/// The URI of a file that nobody can change.
fn immutable(path: &Path) -> String {
    let encoded = |&byte: &u8| {
        let is_plain = byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
        if is_plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    let path: String = path.as_os_str().as_encoded_bytes().iter().map(encoded).collect();
    format!("file:{path}?immutable=1")
}

/// The kernel's pragmas, and what every connection has besides.
fn set_up(connection: &mut Connection, access: &Access) -> Result<()> {
    let mut set_up = || {
        busy::wait_on(connection)?;
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

/// Whether there is no database yet. An error when the file can be seen to be none without opening it as one.
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

/// SQLite notices that a file was cut off only when it needs a page that is missing. The header knows at once how many
/// there should be; see "The Database Header" in the description of the file format.
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
        return Err(mismatch(path, "a SQLite database that is cut off within its header"));
    };
    let page_size = if page_size == 1 { 65_536 } else { u64::from(page_size) };
    // Pages that are still in the write-ahead log need not be in the file.
    let has_log = log_len(path).is_some_and(|len| len > 0);
    if changes == valid_for && len < page_size * u64::from(pages) && !has_log {
        let found = format!("a SQLite database that is cut off: {len} bytes of {}", page_size * u64::from(pages));
        return Err(mismatch(path, &found));
    }
    Ok(())
}

/// What the names of the write-ahead log of a database and of its index end with.
pub(super) const LOG: &str = "-wal";
pub(super) const LOG_INDEX: &str = "-shm";

/// The file beside a database whose name has this end.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(end);
    beside.into()
}

/// The length of the write-ahead log, if there is one.
fn log_len(path: &Path) -> Option<u64> {
    fs::metadata(beside(path, LOG)).ok().map(|log| log.len())
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
        return Ok(Content::Nothing);
    }
    if !has("kernel_meta") {
        return Err(mismatch(path, "a SQLite database of another program: it has no table kernel_meta"));
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
    if version < VERSION_BEFORE {
        return Err(mismatch(path, &format!("version {version}")));
    }
    let check = |table: &str, columns| match missing(connection, table, columns).map_err(failed)? {
        None => Ok(()),
        Some(what) => Err(mismatch(path, &format!("version {version}, in which the table {table} {what}"))),
    };
    check("agent_processes", PROCESS_COLUMNS)?;
    if version > VERSION_BEFORE || has("agent_registry") {
        check("agent_registry", REGISTRY_COLUMNS)?;
    }
    Ok(if version == VERSION_BEFORE { Content::Older } else { Content::Current(version) })
}

/// What a table lacks to be read and written.
fn missing(connection: &Connection, table: &str, columns: Columns) -> rusqlite::Result<Option<String>> {
    let mut statement =
        connection.prepare("SELECT name, type, pk, \"notnull\", dflt_value FROM pragma_table_info(?1)")?;
    let mut rows = statement.query([table])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (name, kind, key): (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (not_null, default): (bool, Option<String>) = (row.get(3)?, row.get(4)?);
        if not_null && default.is_none() && !columns.iter().any(|(known, ..)| *known == name) {
            return Ok(Some(format!("wants a value for the unknown column {name}")));
        }
        found.push((name, kind.to_ascii_uppercase(), key == 1));
    }
    if found.is_empty() {
        return Ok(Some("does not exist".to_owned()));
    }
    let missing = columns.iter().find(|(name, kind, key)| {
        !found.iter().any(|(found, found_kind, is_key)| found == name && found_kind == kind && is_key == key)
    });
    Ok(missing
        .map(|(name, kind, key)| format!("has no column {name} {kind}{}", if *key { " PRIMARY KEY" } else { "" })))
}

/// Makes an empty file a database, or adds the table of names to one of version 3, in one transaction. Another program
/// may have done it in the meantime.
fn migrate(connection: &mut Connection, path: &Path) -> Result<i64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let version = match inspect(&transaction, path)? {
        Content::Current(version) => version,
        Content::Nothing => {
            transaction.execute_batch(&[META, PROCESSES, REGISTRY].concat()).map_err(failed)?;
            VERSION
        }
        Content::Older => {
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
