//! The table over JSON-RPC 2.0: a daemon that serves a table, and a client for it.
//!
//! A request is `POST /rpc` with a call, or a batch of calls, as JSON. Access is controlled by the file mode of a Unix socket,
//! or by a bearer token over TCP. `GET /healthz` returns `ok` while the table is usable.
//!
//! ```
//! use registry::agents::rpc::{Daemon, Endpoint, RpcClient};
//! use registry::agents::{AgentTable, MemoryTable, Metadata, NewProcess};
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path().join("registry.sock");
//! let daemon = Daemon::bind(Arc::new(MemoryTable::new()), &Endpoint::Unix(path))?.start()?;
//!
//! let table = RpcClient::new(daemon.endpoint().clone());
//! let pid = table.create(&NewProcess::new("alice", "research/surveyor"))?;
//! table.register("/agents/researcher/alice", pid, &["research"], &Metadata::new())?;
//! assert_eq!(table.resolve_pid("/agents/researcher/alice")?, pid);
//! # Ok(())
//! # }
//! ```
//!
//! # Methods
//!
//! Parameters are passed as an object. `?` marks optional parameters. An unknown parameter is an error.
//!
//! | method | parameters | result |
//! |---|---|---|
//! | `kernel.info` | | `{name, version, storage, schema_version, methods}` |
//! | `kernel.agent.create` | `name, template, parent_pid?, metadata?` | `{pid, state}` |
//! | `kernel.agent.get` | `pid` | the process with all its columns |
//! | `kernel.agent.list` | `state?, parent_pid?, limit?, offset?` | `{agents, total}` |
//! | `kernel.agent.transition` | `pid, target_state, reason?` | `{pid, prev_state, state}` |
//! | `kernel.agent.terminate` | `pid, exit_kind, exit_detail?` | `{pid, prev_state, state}` |
//! | `kernel.registry.register` | `name, pid, tags?, metadata?` | `{name, pid}` |
//! | `kernel.registry.register_or_lookup` | `name, pid, tags?, metadata?` | `{registered, entry}` |
//! | `kernel.registry.unregister` | `name` | `{name, removed}` |
//! | `kernel.registry.unregister_if` | `name, pid` | `{name, removed}` |
//! | `kernel.registry.unregister_pid` | `pid` | `{pid, removed}` |
//! | `kernel.registry.lookup` | `name` | the entry |
//! | `kernel.registry.list` | `prefix?, tag?, limit?, offset?` | `{entries, total}` |
//!
//! `exit_kind` is `completed`, `cancelled`, `failed` or `crashed`. `exit_detail` is an object or a string; a string is stored
//! as `{"message": …}`. `limit` is 100 by default and at most 1,000; a greater limit is reduced to 1,000. Values in a row that
//! another program wrote and that cannot be read are listed in the member `unreadable` of the entry or process.
//!
//! Error codes are those of [`AgentError::code`](super::AgentError::code). An error message begins with the error's name, and
//! `data` contains details such as the name, pid or field in question.

mod client;
mod endpoint;
mod envelope;
mod fault;
mod http;
mod listener;
mod methods;
mod params;
mod server;
mod socket;
mod token;
mod undated;

pub use client::RpcClient;
pub use endpoint::{Endpoint, EndpointError};
pub use envelope::answer;
pub use http::{Limits, MAX_BODY_BYTES};
pub use server::{Daemon, RunningDaemon};
pub use token::Token;
