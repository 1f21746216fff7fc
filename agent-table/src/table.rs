//! The operations of the table.

use super::{Filter, Metadata, NewProcess, Page, Pid, Process, ProcessFilter, ProcessState};
use super::{RegistryEntry, Result, Transition};

/// A table from names to pids, and the processes that the pids are of.
///
/// Each operation is one atomic step: another user of the table sees all of it or nothing. An error of an operation
/// says whether the table rejected the call or was unreachable; see [`AgentError::certainty`](super::AgentError::certainty).
/// Besides the errors that an operation names, any of them gives one of the latter kind.
///
/// A name that cannot be registered is not found, rather than an error, where a name is looked for: other programs may
/// have stored such names, and they can be found and unregistered.
pub trait AgentTable: Send + Sync {
    /// Registers a name for a process. The tags are kept each once, in the order given.
    ///
    /// # Errors
    /// `RegistryInvalidName`, `InvalidPayload` for too many or empty tags, `RegistryNameExists`, `UnknownPid`; the
    /// first of them that applies.
    fn register(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<()>;

    /// Registers a name for a process, or gives the entry that has the name already; it says which of the two. The
    /// entry that is there stays as it is.
    ///
    /// # Errors
    /// `RegistryInvalidName`, `InvalidPayload`, and `UnknownPid` when the name is free and there is no such process.
    fn register_or_lookup(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<Claimed>;

    /// Removes a name, and returns the number of names removed: 0 or 1.
    ///
    /// # Errors
    /// None of its own: a name that is not there is 0.
    fn unregister(&self, name: &str) -> Result<u64>;

    /// Removes a name only while this process holds it, and returns the number of names removed: 0 or 1. A late
    /// release cannot take the name from whoever has it now.
    ///
    /// # Errors
    /// None of its own.
    fn unregister_if(&self, name: &str, pid: Pid) -> Result<u64>;

    /// Takes all names of a process away, and gives their number.
    ///
    /// # Errors
    /// None of its own: a process that has no name, or does not exist, is 0.
    fn unregister_pid(&self, pid: Pid) -> Result<u64>;

    /// The entry of a name.
    ///
    /// # Errors
    /// `RegistryNotFound`.
    fn lookup(&self, name: &str) -> Result<RegistryEntry>;

    /// The process of a name.
    ///
    /// # Errors
    /// `RegistryNotFound`.
    fn resolve_pid(&self, name: &str) -> Result<Pid> {
        Ok(self.lookup(name)?.pid)
    }

    /// The entries that match, in the order of their names' bytes.
    ///
    /// # Errors
    /// None of its own.
    fn list(&self, filter: &Filter<'_>) -> Result<Page<RegistryEntry>>;

    /// Creates a process, in state [`Ready`](ProcessState::Ready), and gives its pid.
    ///
    /// # Errors
    /// `InvalidPayload` for an empty name or template, `UnknownPid` for a parent that does not exist.
    fn create(&self, process: &NewProcess) -> Result<Pid>;

    /// A process.
    ///
    /// # Errors
    /// `UnknownPid`.
    fn get(&self, pid: Pid) -> Result<Process>;

    /// The processes that match, in the order of their pids.
    ///
    /// # Errors
    /// None of its own: a parent that does not exist has no children.
    fn processes(&self, filter: &ProcessFilter) -> Result<Page<Process>>;

    /// Moves a process to another state. The first move to `Running` sets `started_at`, a move to `Dead` sets
    /// `ended_at`, and no `exit_kind`: that is what [`terminate`](Self::terminate) says. Its names stay.
    ///
    /// # Errors
    /// `UnknownPid`, `IllegalTransition`, `InvalidPayload` for a reason of more than
    /// [`LONGEST_TEXT`](super::LONGEST_TEXT) bytes.
    fn transition(&self, pid: Pid, target: ProcessState, reason: Option<&str>) -> Result<Transition>;

    /// Ends a process: state `Dead`, with how it ended, such as `completed`, and details. Its names stay until
    /// [`unregister_pid`](Self::unregister_pid).
    ///
    /// # Errors
    /// `UnknownPid`, `IllegalTransition` when it is dead already, `InvalidPayload` for an `exit_kind` that is not one of
    /// [`EXIT_KINDS`](super::EXIT_KINDS).
    fn terminate(&self, pid: Pid, exit_kind: &str, exit_detail: Option<&Metadata>) -> Result<Transition>;

    /// Whether the table can answer, whatever it is asked. A table in a file looks through the whole file, though not at
    /// each call.
    ///
    /// # Errors
    /// `Unavailable`, or `Storage` for a damaged file.
    fn health(&self) -> Result<()> {
        self.list(&Filter { limit: 0, ..Filter::default() }).map(drop)
    }

    /// What kind of table it is.
    ///
    /// # Errors
    /// None of its own.
    fn info(&self) -> Result<TableInfo>;
}

/// What came of [`AgentTable::register_or_lookup`].
#[derive(Clone, Debug, PartialEq)]
pub enum Claimed {
    /// The name was free, and is registered now.
    Registered(RegistryEntry),
    /// The name is taken, by this entry.
    Existing(RegistryEntry),
}

impl Claimed {
    /// The entry that has the name now.
    pub fn entry(&self) -> &RegistryEntry {
        match self {
            Self::Registered(entry) | Self::Existing(entry) => entry,
        }
    }

    /// Whether it was registered by this call.
    pub fn is_new(&self) -> bool {
        matches!(self, Self::Registered(_))
    }
}

/// What kind of table it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// Where the entries are: `memory` or `sqlite`.
    pub storage: String,
    /// The version of the database's schema, where there is one.
    pub schema_version: Option<i64>,
}
