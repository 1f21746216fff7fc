//! Filters and pages of lists.

use super::{Pid, ProcessState};
use serde::{Deserialize, Serialize};

/// The default number of entries of a page.
pub(crate) const DEFAULT_LIMIT: u64 = 100;

/// Selects the entries to list. The default selects the first hundred of all entries.
///
/// `prefix` and `tag` have no special characters, and case matters.
///
/// ```
/// use registry::agents::Filter;
///
/// let researchers = Filter { prefix: Some("/agents/researcher/"), ..Filter::default() };
/// assert_eq!((researchers.limit, researchers.offset), (100, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter<'a> {
    /// Select only names that start with exactly these bytes.
    pub prefix: Option<&'a str>,
    /// Select only entries that have exactly this tag.
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

/// Selects the processes to list. The default selects the first hundred of all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessFilter {
    /// Select only processes in this state.
    pub state: Option<ProcessState>,
    /// Select only children of this process.
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

/// A page of a list, and the total number of matches, from one consistent snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    /// The page: names in byte order, processes in the order of their pids.
    pub entries: Vec<T>,
    /// The number of matches on all pages.
    pub total: u64,
}
