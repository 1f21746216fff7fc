//! The table in the memory of one process.

mod names;
mod processes;
mod sorted;

use super::{AgentError, AgentTable, Claimed, Filter, Metadata, NewProcess, Page, Pid, Process, ProcessFilter};
use super::{ProcessState, RegistryEntry, Result, TableInfo, Transition, check_name, check_tags, clock};
use crate::process::{check_exit_kind, check_length};
use names::Names;
use processes::Processes;
use std::fmt;
use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A table in memory. It can be shared through an `Arc`; its contents are lost when it is dropped.
///
/// A lookup takes one of many locks and copies only what it returns. No operation scans the table: names are kept in order,
/// and are indexed by tag and by process.
///
/// ```
/// use registry::agents::{AgentTable, MemoryTable, Metadata, NewProcess};
/// use std::sync::Arc;
///
/// # fn main() -> registry::agents::Result<()> {
/// let table = Arc::new(MemoryTable::new());
/// let pid = table.create(&NewProcess::new("alice", "research/surveyor"))?;
/// let claimed = table.register_or_lookup("/agents/alice", pid, &[], &Metadata::new())?;
/// assert!(claimed.is_new());
/// # Ok(())
/// # }
/// ```
#[derive(Default)]
pub struct MemoryTable {
    names: Names,
    processes: Processes,
}

impl MemoryTable {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    fn claim(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<Claimed> {
        check_name(name)?;
        let tags = check_tags(tags)?;
        // Processes are never removed, so a process that exists now still exists when the name is inserted.
        if let Err(unknown) = self.processes.check(pid) {
            return self.names.find(name, |entry| Claimed::Existing(entry.clone())).map_err(|_| unknown);
        }
        let (name, metadata) = (name.to_owned(), metadata.clone());
        let registered_at = clock::now();
        Ok(self.names.insert(RegistryEntry { name, pid, tags, metadata, registered_at, unreadable: Vec::new() }))
    }
}

impl AgentTable for MemoryTable {
    fn register(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<()> {
        match self.claim(name, pid, tags, metadata)? {
            Claimed::Registered(_) => Ok(()),
            Claimed::Existing(entry) => Err(AgentError::RegistryNameExists { name: entry.name }),
        }
    }

    fn register_or_lookup(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<Claimed> {
        self.claim(name, pid, tags, metadata)
    }

    fn unregister(&self, name: &str) -> Result<u64> {
        Ok(self.names.remove(name, |_| true))
    }

    fn unregister_if(&self, name: &str, pid: Pid) -> Result<u64> {
        Ok(self.names.remove(name, |entry| entry.pid == pid))
    }

    fn unregister_pid(&self, pid: Pid) -> Result<u64> {
        Ok(self.names.remove_pid(pid))
    }

    fn lookup(&self, name: &str) -> Result<RegistryEntry> {
        self.names.find(name, RegistryEntry::clone)
    }

    fn resolve_pid(&self, name: &str) -> Result<Pid> {
        self.names.find(name, |entry| entry.pid)
    }

    fn list(&self, filter: &Filter<'_>) -> Result<Page<RegistryEntry>> {
        Ok(self.names.list(filter))
    }

    fn create(&self, process: &NewProcess) -> Result<Pid> {
        process.check()?;
        self.processes.create(process, clock::now())
    }

    fn get(&self, pid: Pid) -> Result<Process> {
        self.processes.get(pid)
    }

    fn processes(&self, filter: &ProcessFilter) -> Result<Page<Process>> {
        Ok(self.processes.list(filter))
    }

    fn transition(&self, pid: Pid, target: ProcessState, reason: Option<&str>) -> Result<Transition> {
        check_length("reason", reason.unwrap_or_default())?;
        self.processes.transition(pid, target, |process| process.record_transition(reason, clock::now()))
    }

    fn terminate(&self, pid: Pid, exit_kind: &str, exit_detail: Option<&Metadata>) -> Result<Transition> {
        check_exit_kind(exit_kind)?;
        self.processes
            .transition(pid, ProcessState::Dead, |process| process.record_exit(exit_kind, exit_detail, clock::now()))
    }

    fn info(&self) -> Result<TableInfo> {
        Ok(TableInfo { storage: "memory".to_owned(), schema_version: None })
    }
}

impl fmt::Debug for MemoryTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryTable").finish_non_exhaustive()
    }
}

/// Returns the ranks that are on a page.
fn page(matching: &Range<usize>, limit: u64, offset: u64) -> Range<usize> {
    let at_most = |count: u64, max: usize| usize::try_from(count).unwrap_or(usize::MAX).min(max);
    let start = matching.start + at_most(offset, matching.len());
    start..start + at_most(limit, matching.end - start)
}

// No code panics while it holds a lock. If it ever does, other threads continue regardless of the poisoned lock.
fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
