//! Filters for lists, and the pages that they return.

use super::{Pid, ProcessState};
use serde::{Deserialize, Serialize};

/// The default maximum number of entries of a page.
pub(crate) const DEFAULT_LIMIT: u64 = 100;

/// Selects the entries to list. The default is the first 100 of all entries.
///
/// `prefix` and `tag` are matched literally, without wildcards, and are case-sensitive.
///
/// ```
/// use registry::agents::Filter;
///
/// let researchers = Filter { prefix: Some("/agents/researcher/"), ..Filter::default() };
/// assert_eq!((researchers.limit, researchers.offset), (100, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter<'a> {
    /// Selects only names that start with exactly these bytes.
    pub prefix: Option<&'a str>,
    /// Selects only entries that have exactly this tag.
    pub tag: Option<&'a str>,
    /// The maximum number of entries.
    pub limit: u64,
    /// The number of entries to skip, in the order of names.
    pub offset: u64,
}

impl Default for Filter<'_> {
    fn default() -> Self {
        Self { prefix: None, tag: None, limit: DEFAULT_LIMIT, offset: 0 }
    }
}

/// Selects the processes to list. The default is the first 100 of all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessFilter {
    /// Selects only processes in this state.
    pub state: Option<ProcessState>,
    /// Selects only processes that this one created.
    pub parent_pid: Option<Pid>,
    /// The maximum number of processes.
    pub limit: u64,
    /// The number of processes to skip, in the order of pids.
    pub offset: u64,
}

impl Default for ProcessFilter {
    fn default() -> Self {
        Self { state: None, parent_pid: None, limit: DEFAULT_LIMIT, offset: 0 }
    }
}

/// A page of matching items and their total number, both from the same point in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    /// The items on this page: names in byte order, processes in the order of their pids.
    pub entries: Vec<T>,
    /// The number of matching items on all pages.
    pub total: u64,
}
