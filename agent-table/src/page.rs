//! What to list, and what a list comes to.

use super::{Pid, ProcessState};
use serde::{Deserialize, Serialize};

/// How many entries a page has when nobody says.
pub(crate) const DEFAULT_LIMIT: u64 = 100;

/// Which entries of the table to list. The default is the first hundred of all.
///
/// Every character of `prefix` and `tag` stands for itself, and case matters.
///
/// ```
/// use registry::agents::Filter;
///
/// let researchers = Filter { prefix: Some("/agents/researcher/"), ..Filter::default() };
/// assert_eq!((researchers.limit, researchers.offset), (100, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter<'a> {
    /// Only names that start with exactly these bytes.
    pub prefix: Option<&'a str>,
    /// Only entries that have exactly this tag.
    pub tag: Option<&'a str>,
    /// The maximum number of entries.
    pub limit: u64,
    /// How many entries to skip, in the order of names.
    pub offset: u64,
}

impl Default for Filter<'_> {
    fn default() -> Self {
        Self { prefix: None, tag: None, limit: DEFAULT_LIMIT, offset: 0 }
    }
}

/// Which processes to list. The default is the first hundred of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessFilter {
    /// Only processes in this state.
    pub state: Option<ProcessState>,
    /// Only processes that this one created.
    pub parent_pid: Option<Pid>,
    /// The maximum number of processes.
    pub limit: u64,
    /// How many processes to skip, in the order of pids.
    pub offset: u64,
}

impl Default for ProcessFilter {
    fn default() -> Self {
        Self { state: None, parent_pid: None, limit: DEFAULT_LIMIT, offset: 0 }
    }
}

/// A page of what matches, and how many match in all; both are of one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    /// The page: names in the order of their bytes, processes in the order of their pids.
    pub entries: Vec<T>,
    /// How many match, on this page and off it.
    pub total: u64,
}
