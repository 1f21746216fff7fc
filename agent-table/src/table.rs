//! The operations of the table.

use super::{Filter, Metadata, NewProcess, Page, Pid, Process, ProcessFilter, ProcessState};
use super::{RegistryEntry, Result, Transition};

/// A table from names to pids, and the processes with these pids.
///
/// Each operation is atomic: other users of the table see all of it or nothing. [`AgentError::certainty`] tells whether the
/// table rejected a call or was unreachable. Every operation can return errors of the latter kind, in addition to the
/// errors that its documentation lists.
///
/// Looking up or unregistering an invalid name is allowed, since other programs may have stored one: a name that is not in the
/// table is simply not found.
///
/// [`AgentError::certainty`]: super::AgentError::certainty
pub trait AgentTable: Send + Sync {
    /// Registers a name for a process. Repeated tags are dropped, and the order of the tags is kept.
    ///
    /// # Errors
    /// The first that applies of `RegistryInvalidName`, `InvalidPayload` for invalid tags (see
    /// [`check_tags`](super::check_tags)), `RegistryNameExists`, `UnknownPid`.
    fn register(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<()>;

    /// Registers a name for a process, or returns the existing entry of the name unchanged. The result tells which.
    ///
    /// # Errors
    /// `RegistryInvalidName`, `InvalidPayload`, and `UnknownPid` if the name is free and the process does not exist.
    fn register_or_lookup(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<Claimed>;

    /// Removes a name, and returns the number of removed names: 0 or 1.
    ///
    /// # Errors
    /// None specific to it: the result for an unregistered name is 0.
    fn unregister(&self, name: &str) -> Result<u64>;

    /// Removes a name only if it belongs to this process, and returns the number of removed names: 0 or 1. A process that
    /// releases its name late cannot remove the name of its successor.
    ///
    /// # Errors
    /// None specific to it.
    fn unregister_if(&self, name: &str, pid: Pid) -> Result<u64>;

    /// Removes all names of a process, and returns their number.
    ///
    /// # Errors
    /// None specific to it: the result for a process without names, or an unknown process, is 0.
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

    /// Lists the entries that match, in the byte order of their names.
    ///
    /// # Errors
    /// None specific to it.
    fn list(&self, filter: &Filter<'_>) -> Result<Page<RegistryEntry>>;

    /// Creates a process in the state [`Ready`](ProcessState::Ready), and returns its pid.
    ///
    /// # Errors
    /// `InvalidPayload` for a name or template that is empty or longer than [`LONGEST_TEXT`](super::LONGEST_TEXT) bytes,
    /// `UnknownPid` for a parent that does not exist.
    fn create(&self, process: &NewProcess) -> Result<Pid>;

    /// Returns a process.
    ///
    /// # Errors
    /// `UnknownPid`.
    fn get(&self, pid: Pid) -> Result<Process>;

    /// Lists the processes that match, in the order of their pids.
    ///
    /// # Errors
    /// None specific to it: an unknown parent has no children.
    fn processes(&self, filter: &ProcessFilter) -> Result<Page<Process>>;

    /// Moves a process to another state. The first move to `Running` sets `started_at`, and a move to `Dead` sets
    /// `ended_at`, but not `exit_kind`, which [`terminate`](Self::terminate) sets. The process keeps its names.
    ///
    /// # Errors
    /// `UnknownPid`, `IllegalTransition`, and `InvalidPayload` for a reason of more than
    /// [`LONGEST_TEXT`](super::LONGEST_TEXT) bytes.
    fn transition(&self, pid: Pid, target: ProcessState, reason: Option<&str>) -> Result<Transition>;

    /// Moves a process to the state `Dead`, and stores how it ended, such as `completed`, with details. The process keeps its
    /// names until [`unregister_pid`](Self::unregister_pid) removes them.
    ///
    /// # Errors
    /// `UnknownPid`, `IllegalTransition` if it is already dead, and `InvalidPayload` for an `exit_kind` that is not one of
    /// [`EXIT_KINDS`](super::EXIT_KINDS).
    fn terminate(&self, pid: Pid, exit_kind: &str, exit_detail: Option<&Metadata>) -> Result<Transition>;

    /// Checks whether the table can answer every call. A table in a file checks the whole file, but not on each call.
    ///
    /// # Errors
    /// `Unavailable`, or `Storage` for a damaged file.
    fn health(&self) -> Result<()> {
        self.list(&Filter { limit: 0, ..Filter::default() }).map(drop)
    }

    /// Returns what kind of table this is.
    ///
    /// # Errors
    /// None specific to it.
    fn info(&self) -> Result<TableInfo>;
}

/// The result of [`AgentTable::register_or_lookup`].
#[derive(Clone, Debug, PartialEq)]
pub enum Claimed {
    /// The name was free and is now registered.
    Registered(RegistryEntry),
    /// The name already has this entry.
    Existing(RegistryEntry),
}

impl Claimed {
    /// Returns the entry of the name.
    pub fn entry(&self) -> &RegistryEntry {
        match self {
            Self::Registered(entry) | Self::Existing(entry) => entry,
        }
    }

    /// Returns whether this call registered the name.
    pub fn is_new(&self) -> bool {
        matches!(self, Self::Registered(_))
    }
}

/// The kind of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// Where the entries are stored: `memory` or `sqlite`.
    pub storage: String,
    /// The version of the database schema, if there is one.
    pub schema_version: Option<i64>,
}
