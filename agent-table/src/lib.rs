//! Which process is `/agents/researcher/alice`? A table that maps names to pids.
//!
//! To send an agent a message, schedule work for it or read its ledger, a program needs its pid. The table finds the pid
//! by name. Each name belongs to one [process](Process), a process may have any number of names, and entries can be
//! filtered by short tags. Names are opaque; by convention they look like `/agents/<role>/<instance>`.
//!
//! Programs depend on the `registry` library, which re-exports this crate as `registry::agents` with the same features.
//!
//! ```
//! use registry::agents::{AgentTable, Filter, MemoryTable, Metadata, NewProcess};
//!
//! # fn main() -> registry::agents::Result<()> {
//! let table = MemoryTable::new();
//! let pid = table.create(&NewProcess::new("alice", "research/surveyor"))?;
//! table.register("/agents/researcher/alice", pid, &["research"], &Metadata::new())?;
//!
//! assert_eq!(table.resolve_pid("/agents/researcher/alice")?, pid);
//! let page = table.list(&Filter { tag: Some("research"), ..Filter::default() })?;
//! assert_eq!((page.entries[0].name.as_str(), page.total), ("/agents/researcher/alice", 1));
//!
//! table.terminate(pid, "completed", None)?;
//! assert_eq!(table.unregister_pid(pid)?, 1);
//! # Ok(())
//! # }
//! ```
//!
//! - [`AgentTable`] is the trait of all tables; [`MemoryTable`] keeps its entries in this process.
//! - [`AgentError`] distinguishes rejected calls from an unreachable table, and provides the RPC code of each error.
//! - [`supervisor::Guard`] terminates a process when it is dropped, and can remove its names.
//!
//! # Features
//!
//! - `sqlite`: `SqliteTable`, a table in a SQLite file.
//! - `daemon`: the module `rpc`, with a daemon that serves a table and a client for it.
//!
//! Without these features, neither SQLite nor tokio is compiled.

mod clock;
mod entry;
mod error;
mod memory;
mod metadata;
mod page;
mod process;
#[cfg(feature = "daemon")]
pub mod rpc;
#[cfg(feature = "sqlite")]
mod sqlite;
pub mod supervisor;
mod table;
#[cfg(any(feature = "sqlite", feature = "daemon"))]
mod waiting;

pub use entry::{NameRule, RegistryEntry, Unreadable, check_name, check_tags};
pub use error::{AgentError, Certainty, ErrorInfo, Result};
pub use memory::MemoryTable;
pub use metadata::{Metadata, MetadataError};
pub use page::{Filter, Page, ProcessFilter};
pub use process::{EXIT_KINDS, MAX_TEXT_BYTES, NewProcess, Pid, Process, ProcessState, Transition, UnknownState};
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteTable;
pub use table::{AgentTable, Claimed, TableInfo};
