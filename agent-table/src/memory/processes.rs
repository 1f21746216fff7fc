//! The processes, with indexes by state and parent.

use super::sorted::Sorted;
use super::{read, write};
use crate::{AgentError, NewProcess, Page, Pid, Process, ProcessFilter, ProcessState, Result, Transition};
use std::collections::HashMap;
use std::sync::RwLock;

#[derive(Default)]
pub(super) struct Processes(RwLock<Rows>);

#[derive(Default)]
struct Rows {
    // Pids start at 1, and rows are never removed.
    rows: Vec<Process>,
    // Each process is in the views for all processes, for its state, for its parent, and for both.
    views: HashMap<View, Sorted<Pid>>,
}

/// The processes with this parent and in this state, where `None` matches any.
type View = (Option<Pid>, Option<ProcessState>);

impl Processes {
    pub(super) fn create(&self, new: &NewProcess, at: f64) -> Result<Pid> {
        let mut rows = write(&self.0);
        if let Some(parent) = new.parent_pid {
            rows.get(parent)?;
        }
        let pid = Pid::new(i64::try_from(rows.rows.len()).unwrap_or(i64::MAX).saturating_add(1));
        let process = Process::created(pid, new, at);
        for view in views(&process) {
            rows.views.entry(view).or_default().insert(pid);
        }
        rows.rows.push(process);
        Ok(pid)
    }

    pub(super) fn check(&self, pid: Pid) -> Result<()> {
        read(&self.0).get(pid).map(drop)
    }

    pub(super) fn get(&self, pid: Pid) -> Result<Process> {
        read(&self.0).get(pid).cloned()
    }

    pub(super) fn list(&self, filter: &ProcessFilter) -> Page<Process> {
        let rows = read(&self.0);
        let Some(pids) = rows.views.get(&(filter.parent_pid, filter.state)) else {
            return Page { entries: Vec::new(), total: 0 };
        };
        let page = super::page(&(0..pids.len()), filter.limit, filter.offset);
        let entries = pids.at(page).filter_map(|pid| rows.get(*pid).ok().cloned()).collect();
        Page { entries, total: pids.len() as u64 }
    }

    /// Moves a process to another state, and lets `change` update its other fields.
    pub(super) fn transition(
        &self,
        pid: Pid,
        target: ProcessState,
        change: impl FnOnce(&mut Process),
    ) -> Result<Transition> {
        let mut guard = write(&self.0);
        let Rows { rows, views: sorted } = &mut *guard;
        let process = position(pid).and_then(|at| rows.get_mut(at)).ok_or(AgentError::UnknownPid { pid })?;
        let prev_state = process.state;
        prev_state.check_transition(pid, target)?;
        for view in views(process) {
            if let Some(pids) = sorted.get_mut(&view) {
                pids.remove(&pid);
            }
        }
        process.state = target;
        change(process);
        for view in views(process) {
            sorted.entry(view).or_default().insert(pid);
        }
        Ok(Transition { pid, prev_state, state: target })
    }
}

impl Rows {
    fn get(&self, pid: Pid) -> Result<&Process> {
        position(pid).and_then(|at| self.rows.get(at)).ok_or(AgentError::UnknownPid { pid })
    }
}

fn position(pid: Pid) -> Option<usize> {
    usize::try_from(pid.get()).ok()?.checked_sub(1)
}

/// Returns the views that contain a process, without duplicates.
fn views(process: &Process) -> impl Iterator<Item = View> + use<> {
    let (parent, state) = (process.parent_pid, process.state);
    let of_parent = parent.is_some().then_some([(parent, None), (parent, Some(state))]);
    [(None, None), (None, Some(state))].into_iter().chain(of_parent.into_iter().flatten())
}
