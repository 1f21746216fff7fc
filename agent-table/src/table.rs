//! The operations of the table.

use super::{Filter, Metadata, NewProcess, Page, Pid, Process, ProcessFilter, ProcessState};
use super::{RegistryEntry, Result, Transition};

/// A table that maps names to pids, and stores the processes that the pids identify.
///
/// Each operation is atomic: other users of the table see either all of its effects or none. An error tells whether the
/// table rejected the call or was unreachable; see [`AgentError::certainty`](super::AgentError::certainty). Every operation
/// may fail because the table is unreachable, in addition to the errors that it documents.
///
/// Operations that look up or unregister a name accept any string, even one that cannot be registered. Other programs may
/// have stored names that violate the rules; any other invalid name is simply not found.
pub trait AgentTable: Send + Sync {
    /// Registers a name for a process. Duplicate tags are removed; the others keep their order.
    ///
    /// # Errors
    /// The first that applies of `RegistryInvalidName`, `InvalidPayload` for invalid or too many tags, `RegistryNameExists`
    /// and `UnknownPid`.
    fn register(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<()>;

    /// Registers a name for a process, or returns the existing entry unchanged if the name is already registered. The
    /// result tells which of the two happened.
    ///
    /// # Errors
    /// `RegistryInvalidName`, `InvalidPayload`, and `UnknownPid` if the name is free and the process does not exist.
    fn register_or_lookup(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<Claimed>;

    /// Removes a name, and returns the number of removed names: 0 or 1.
    ///
    /// # Errors
    /// None specific to it. For a name that is not registered, the result is 0.
    fn unregister(&self, name: &str) -> Result<u64>;

    /// Removes a name if it belongs to this process, and returns the number of names removed: 0 or 1. A late call therefore
    /// cannot remove a name that another process has registered in the meantime.
    ///
    /// # Errors
    /// None specific to it.
    fn unregister_if(&self, name: &str, pid: Pid) -> Result<u64>;

    /// Removes all names of a process, and returns the number of names removed.
    ///
    /// # Errors
    /// None specific to it. For a process that has no names or does not exist, the result is 0.
    fn unregister_pid(&self, pid: Pid) -> Result<u64>;

    /// Returns the entry of a name.
    ///
    /// # Errors
    /// `RegistryNotFound`.
    fn lookup(&self, name: &str) -> Result<RegistryEntry>;

    /// Returns the pid of a name.
    ///
    /// # Errors
    /// `RegistryNotFound`.
    fn resolve_pid(&self, name: &str) -> Result<Pid> {
        Ok(self.lookup(name)?.pid)
    }

    /// Returns the matching entries, in the byte order of their names.
    ///
    /// # Errors
    /// None specific to it.
    fn list(&self, filter: &Filter<'_>) -> Result<Page<RegistryEntry>>;

    /// Creates a process, in state [`Ready`](ProcessState::Ready), and returns its pid.
    ///
    /// # Errors
    /// `InvalidPayload` for a name or template that is empty or longer than [`MAX_TEXT_BYTES`](super::MAX_TEXT_BYTES) bytes,
    /// `UnknownPid` for a parent that does not exist.
    fn create(&self, process: &NewProcess) -> Result<Pid>;

    /// Returns a process.
    ///
    /// # Errors
    /// `UnknownPid`.
    fn get(&self, pid: Pid) -> Result<Process>;

    /// Returns the matching processes, in the order of their pids.
    ///
    /// # Errors
    /// None specific to it. A parent that does not exist has no children.
    fn processes(&self, filter: &ProcessFilter) -> Result<Page<Process>>;

    /// Moves a process to another state. The first move to `Running` sets `started_at`. A move to `Dead` sets `ended_at`,
    /// but not `exit_kind`; use [`terminate`](Self::terminate) for that. The names of the process are kept.
    ///
    /// # Errors
    /// `UnknownPid`, `IllegalTransition`, `InvalidPayload` for a reason that is longer than
    /// [`MAX_TEXT_BYTES`](super::MAX_TEXT_BYTES) bytes.
    fn transition(&self, pid: Pid, target: ProcessState, reason: Option<&str>) -> Result<Transition>;

    /// Ends a process: moves it to `Dead`, and records how it ended, such as `completed`, and any details. Its names stay
    /// until they are removed, for example by [`unregister_pid`](Self::unregister_pid).
    ///
    /// # Errors
    /// `UnknownPid`, `IllegalTransition` if it is already dead, `InvalidPayload` for an `exit_kind` that is not one of
    /// [`EXIT_KINDS`](super::EXIT_KINDS).
    fn terminate(&self, pid: Pid, exit_kind: &str, exit_detail: Option<&Metadata>) -> Result<Transition>;

    /// Checks that the table is usable. A table in a file verifies the whole file, but not on every call.
    ///
    /// # Errors
    /// `Unavailable`, or `Storage` for a damaged file.
    fn health(&self) -> Result<()> {
        self.list(&Filter { limit: 0, ..Filter::default() }).map(drop)
    }

    /// Returns the kind of table and its schema version.
    ///
    /// # Errors
    /// None specific to it.
    fn info(&self) -> Result<TableInfo>;
}

/// The result of [`AgentTable::register_or_lookup`].
#[derive(Clone, Debug, PartialEq)]
pub enum Claimed {
    /// The name was free and has been registered.
    Registered(RegistryEntry),
    /// The name was already registered, with this entry.
    Existing(RegistryEntry),
}

impl Claimed {
    /// Returns the entry that now has the name.
    pub fn entry(&self) -> &RegistryEntry {
        match self {
            Self::Registered(entry) | Self::Existing(entry) => entry,
        }
    }

    /// Returns true if this call registered the name.
    pub fn is_new(&self) -> bool {
        matches!(self, Self::Registered(_))
    }
}

/// Information about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// Where the entries are stored: `memory` or `sqlite`.
    pub storage: String,
    /// The version of the database's schema, if the table is in a database.
    pub schema_version: Option<i64>,
}
