//! Processes whose lifetime is tied to a scope of the program.

use super::{AgentError, AgentTable, Metadata, NewProcess, Pid, ProcessState, Result};
use std::fmt;
use std::sync::Arc;

/// A guard that terminates a process when it is dropped, and can also unregister the process's names.
///
/// A process whose guard is dropped while the thread is panicking ends as `crashed`, otherwise as `cancelled`.
/// [`finish`](Self::finish) ends it with any other exit kind, and returns the errors that dropping the guard can only report.
///
/// ```
/// use registry::agents::supervisor::Guard;
/// use registry::agents::{AgentTable, MemoryTable, Metadata, NewProcess};
/// use std::sync::Arc;
///
/// # fn main() -> registry::agents::Result<()> {
/// let table: Arc<dyn AgentTable> = Arc::new(MemoryTable::new());
/// let pid = {
///     let alice = Guard::spawn(Arc::clone(&table), &NewProcess::new("alice", "research/surveyor"))?.unregister_on_drop();
///     alice.register("/agents/researcher/alice", &["research"], &Metadata::new())?;
///     assert_eq!(table.resolve_pid("/agents/researcher/alice")?, alice.pid());
///     alice.pid()
/// };
/// assert!(table.resolve_pid("/agents/researcher/alice").is_err());
/// assert_eq!(table.get(pid)?.exit_kind.as_deref(), Some("cancelled"));
/// # Ok(())
/// # }
/// ```
pub struct Guard {
    table: Arc<dyn AgentTable>,
    pid: Pid,
    unregister_on_drop: bool,
    on_error: Box<dyn Fn(&AgentError) + Send + Sync>,
    finished: bool,
}

impl Guard {
    /// Creates a process and moves it to [`Running`](ProcessState::Running).
    ///
    /// # Errors
    /// Those of [`AgentTable::create`] and [`AgentTable::transition`].
    pub fn spawn(table: Arc<dyn AgentTable>, process: &NewProcess) -> Result<Self> {
        let pid = table.create(process)?;
        let guard = Self::adopt(table, pid);
        guard.table.transition(pid, ProcessState::Running, None)?;
        Ok(guard)
    }

    /// Guards an existing process.
    pub fn adopt(table: Arc<dyn AgentTable>, pid: Pid) -> Self {
        let on_error = Box::new(move |error: &AgentError| eprintln!("cannot terminate process {pid}: {error}"));
        Self { table, pid, unregister_on_drop: false, on_error, finished: false }
    }

    /// Unregisters the names of the process when the guard ends it. By default, the names are kept for auditing.
    #[must_use]
    pub fn unregister_on_drop(mut self) -> Self {
        self.unregister_on_drop = true;
        self
    }

    /// Sets the handler for errors that occur when the guard is dropped. By default, they are printed to standard error.
    #[must_use]
    pub fn on_error(mut self, report: impl Fn(&AgentError) + Send + Sync + 'static) -> Self {
        self.on_error = Box::new(report);
        self
    }

    /// Returns the pid of the process.
    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// Registers a name for the process.
    ///
    /// # Errors
    /// Those of [`AgentTable::register`].
    pub fn register(&self, name: &str, tags: &[&str], metadata: &Metadata) -> Result<()> {
        self.table.register(name, self.pid, tags, metadata)
    }

    /// Ends the process now. If it is already dead, only its names are unregistered, provided that
    /// [`unregister_on_drop`](Self::unregister_on_drop) was called.
    ///
    /// # Errors
    /// Those of [`AgentTable::terminate`] and [`AgentTable::unregister_pid`], except for the error about a process that is
    /// already dead. Dropping the guard does not try again.
    pub fn finish(mut self, exit_kind: &str, exit_detail: Option<&Metadata>) -> Result<()> {
        self.finished = true;
        self.end(exit_kind, exit_detail)
    }

    fn end(&self, exit_kind: &str, exit_detail: Option<&Metadata>) -> Result<()> {
        let ended = match self.table.terminate(self.pid, exit_kind, exit_detail) {
            Ok(_) | Err(AgentError::IllegalTransition { from: ProcessState::Dead, .. }) => Ok(()),
            Err(error) => Err(error),
        };
        if self.unregister_on_drop {
            self.table.unregister_pid(self.pid)?;
        }
        ended
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        let exit_kind = if std::thread::panicking() { "crashed" } else { "cancelled" };
        if let Err(error) = self.end(exit_kind, None) {
            (self.on_error)(&error);
        }
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard")
            .field("pid", &self.pid)
            .field("unregister_on_drop", &self.unregister_on_drop)
            .finish_non_exhaustive()
    }
}
