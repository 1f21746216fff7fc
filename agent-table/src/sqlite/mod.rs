//! A table in a SQLite file.

mod busy;
mod connections;
mod failure;
mod integrity;
mod names;
mod processes;
mod row;
mod schema;

use super::{AgentTable, Claimed, Filter, Metadata, NewProcess, Page, Pid, Process, ProcessFilter};
use super::{ProcessState, RegistryEntry, Result, TableInfo, Transition, check_name, check_tags};
use crate::process::{check_exit_kind, check_length};
use connections::Connections;
use failure::failed;
use integrity::Integrity;
use rusqlite::{Connection, Row, ToSql};
use schema::Prepared;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// The default time to wait for a busy database.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

/// A table in the database of an agent kernel, which other programs may have open at the same time.
///
/// When an operation returns, its changes are in the file, even if the program is then killed. A power failure may lose the
/// most recent changes, because the kernel uses `synchronous=NORMAL`.
///
/// Readers never wait for writers. Writers wait for each other and for writers of other programs up to a timeout, and then
/// fail with [`Busy`](super::AgentError::Busy). If the file or its write-ahead log is deleted or replaced while the table is
/// open, changes fail with [`Unavailable`](super::AgentError::Unavailable) immediately, and queries do so within 100
/// microseconds.
///
/// ```
/// use registry::agents::{AgentTable, Metadata, NewProcess, SqliteTable};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("kernel.db");
/// let table = SqliteTable::open(&path)?;
/// let pid = table.create(&NewProcess::new("alice", "research/surveyor"))?;
/// table.register("/agents/researcher/alice", pid, &["research"], &Metadata::new())?;
/// drop(table);
///
/// assert_eq!(SqliteTable::open(&path)?.resolve_pid("/agents/researcher/alice")?, pid);
/// # Ok(())
/// # }
/// ```
pub struct SqliteTable {
    connections: Connections,
    integrity: Integrity,
    version: i64,
}

impl SqliteTable {
    /// Opens a database, with a timeout of five seconds for a busy one.
    ///
    /// A file that does not exist or is empty is initialized as a database of version 4, with the tables of processes and
    /// names. The kernel's other tables, such as that of its events, are not created. A database of version 3 is migrated to
    /// version 4 in one transaction, which adds the table of names. A database of a later version that has both tables is used
    /// unchanged.
    ///
    /// A database on a read-only file system can be read; every change of it fails with `Unavailable`.
    ///
    /// # Errors
    /// [`SchemaMismatch`](super::AgentError::SchemaMismatch) for any other file, which is not modified; `Unavailable` for a
    /// file that cannot be read and written; `Busy`; `Storage`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_with_timeout(path, DEFAULT_TIMEOUT)
    }

    /// Opens a database like [`open`](Self::open), with another timeout. It limits the total time that an operation waits for
    /// other writers of this table and of other programs. If a daemon serves the table, the time starts when the daemon
    /// receives the call.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_with_timeout(path: impl AsRef<Path>, timeout: Duration) -> Result<Self> {
        let Prepared { path, access, connection, version } = schema::prepare(path.as_ref(), timeout)?;
        let connections = Connections::new(path, access, connection, timeout)?;
        Ok(Self { connections, integrity: Integrity::default(), version })
    }
}

impl AgentTable for SqliteTable {
    fn register(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<()> {
        check_name(name)?;
        let entry = names::new_entry(name, pid, check_tags(tags)?, metadata);
        self.connections.write(|connection| names::register(connection, &entry))
    }

    fn register_or_lookup(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<Claimed> {
        check_name(name)?;
        let entry = names::new_entry(name, pid, check_tags(tags)?, metadata);
        self.connections.write(|connection| names::register_or_lookup(connection, entry))
    }

    fn unregister(&self, name: &str) -> Result<u64> {
        self.connections.write(|connection| names::delete(connection, "name = ?1", &[&name]))
    }

    fn unregister_if(&self, name: &str, pid: Pid) -> Result<u64> {
        self.connections.write(|connection| names::delete(connection, "name = ?1 AND pid = ?2", &[&name, &pid.get()]))
    }

    fn unregister_pid(&self, pid: Pid) -> Result<u64> {
        self.connections.write(|connection| names::delete(connection, "pid = ?1", &[&pid.get()]))
    }

    fn lookup(&self, name: &str) -> Result<RegistryEntry> {
        self.connections.read(|connection| names::lookup(connection, name))
    }

    fn resolve_pid(&self, name: &str) -> Result<Pid> {
        self.connections.read(|connection| names::resolve_pid(connection, name))
    }

    fn list(&self, filter: &Filter<'_>) -> Result<Page<RegistryEntry>> {
        self.connections.read(|connection| names::list(connection, filter))
    }

    fn create(&self, process: &NewProcess) -> Result<Pid> {
        process.check()?;
        self.connections.write(|connection| processes::create(connection, process))
    }

    fn get(&self, pid: Pid) -> Result<Process> {
        self.connections.read(|connection| processes::get(connection, pid))
    }

    fn processes(&self, filter: &ProcessFilter) -> Result<Page<Process>> {
        self.connections.read(|connection| processes::list(connection, filter))
    }

    fn transition(&self, pid: Pid, target: ProcessState, reason: Option<&str>) -> Result<Transition> {
        check_length("reason", reason.unwrap_or_default())?;
        self.connections.write(|connection| processes::transition(connection, pid, target, reason, None))
    }

    fn terminate(&self, pid: Pid, exit_kind: &str, exit_detail: Option<&Metadata>) -> Result<Transition> {
        check_exit_kind(exit_kind)?;
        let exit = processes::Exit { kind: exit_kind, detail: exit_detail };
        self.connections
            .write(|connection| processes::transition(connection, pid, ProcessState::Dead, None, Some(&exit)))
    }

    fn health(&self) -> Result<()> {
        self.connections.read(|connection| self.integrity.check(connection))
    }

    fn info(&self) -> Result<TableInfo> {
        Ok(TableInfo { storage: "sqlite".to_owned(), schema_version: Some(self.version) })
    }
}

impl fmt::Debug for SqliteTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteTable").field("version", &self.version).finish_non_exhaustive()
    }
}

/// Returns all rows of a query.
fn rows<T>(
    connection: &Connection,
    sql: &str,
    values: &[&dyn ToSql],
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>> {
    let mut statement = connection.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query(values).map_err(failed)?;
    let mut read_rows = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        read_rows.push(read(row).map_err(failed)?);
    }
    Ok(read_rows)
}

/// Converts a count to the signed integers of SQLite.
fn as_limit(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
