//! The table in a SQLite file.

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

/// How long a busy database is waited for when nobody says.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

/// The table in the database of an agent kernel, which other programs may have open at the same time.
///
/// What an operation did is in the file when it returns, also if the program is killed then (after a loss of power, the
/// last moments may be missing: the kernel's `synchronous=NORMAL`). Readers wait for nobody. Writers wait for each other,
/// and for those of other programs, a bounded time, and then the operation is [`Busy`](super::AgentError::Busy). Where the
/// file or its write-ahead log is deleted or replaced while it is in use, every change is
/// [`Unavailable`](super::AgentError::Unavailable) at once, and every question within a tenth of a millisecond.
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
    /// Opens a database, waiting five seconds at most where it is busy.
    ///
    /// A file that does not exist or is empty becomes a database of version 4, with the tables of processes and names; the
    /// kernel's other tables, such as that of its events, are not made. A database of version 3 gets the table of names and becomes version 4, in one transaction. One of a later version that
    /// has both tables is used as it is.
    ///
    /// # Errors
    /// [`SchemaMismatch`](super::AgentError::SchemaMismatch) for any other file, which is left as it was, byte for byte;
    /// `Unavailable` for one that cannot be read and written; `Busy`; `Storage`. One on a file system that is mounted read-only
    /// can be read, and every change of it is `Unavailable`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_with_timeout(path, DEFAULT_TIMEOUT)
    }

    /// Like [`open`](Self::open), waiting so long at most in all: for the other writers of this table, and for those of other
    /// programs. A call of a daemon's client waits from its arrival on.
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

/// All rows of a query.
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

/// SQLite counts with a sign.
fn as_limit(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
