//! `registry serve`: the daemon of the agent table.

use crate::outcome::{Outcome, Verdict};
use clap::Args;
use registry::agents::rpc::{Daemon, Endpoint, Limits, Token};
use registry::agents::{AgentTable, MemoryTable};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::error::Error;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Serve the agent table until SIGTERM or SIGINT (Ctrl-C), and then finish what was accepted.
///
/// Over a Unix socket, only the user who started it can connect; a file `PATH.lock` stands beside the socket while it is
/// served. Over TCP, clients show a token; without `--token-file`, it is kept in `registry.token`, which is made when it does
/// not exist. The first line of the output says where it listens.
#[derive(Args)]
#[command(after_help = "Examples:
  registry serve --db kernel.db
  registry serve --db kernel.db --listen tcp:127.0.0.1:8437 --token-file token
  registry agents --at unix:registry.sock list")]
pub(crate) struct Serve {
    /// The database that the table is in; it is made when it does not exist. Without it, the table is in memory and ends
    /// with the daemon.
    #[cfg(feature = "sqlite")]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Where to listen: `unix:PATH` or `tcp:HOST:PORT`, port 0 being any that is free.
    #[arg(long, value_name = "PLACE", default_value = "unix:registry.sock")]
    listen: Endpoint,
    /// The file of the token that clients over TCP show, with mode 0600.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Listen at an address that other machines can reach. The connection is not encrypted.
    #[arg(long)]
    any_address: bool,
    /// Another `HOST:PORT` by which clients over TCP call the daemon; repeatable.
    #[arg(long = "host", value_name = "HOST:PORT")]
    hosts: Vec<String>,
}

impl Serve {
    pub(crate) fn run(self) -> Outcome {
        let is_for_tcp = self.token_file.is_some() || self.any_address || !self.hosts.is_empty();
        if is_for_tcp && matches!(self.listen, Endpoint::Unix(_)) {
            let reason =
                "--token-file, --any-address and --host are for TCP; listen at tcp:HOST:PORT, or leave them out";
            return Err(format!("{}: {reason}", self.listen).into());
        }
        let table = self.table()?;
        let mut daemon = match &self.listen {
            Endpoint::Unix(_) => Daemon::bind(table, &self.listen)?,
            Endpoint::Tcp { host, port } => {
                let file = self.token_file.as_deref().unwrap_or(Path::new("registry.token"));
                let token = Token::read_or_create(file)?;
                Daemon::bind_tcp(table, host, *port, token, self.any_address)?
            }
        };
        for host in &self.hosts {
            daemon = daemon.with_host(host);
        }
        allow_files(Limits::default().connections);
        daemon.run(|endpoint| {
            // That nobody reads this keeps nobody from being served.
            let mut out = io::stdout();
            let _ = writeln!(out, "listening at {endpoint}").and_then(|()| out.flush());
        })?;
        Ok(Verdict::Fine)
    }

    #[cfg(feature = "sqlite")]
    fn table(&self) -> Result<Arc<dyn AgentTable>, Box<dyn Error>> {
        match &self.db {
            Some(path) => Ok(Arc::new(registry::agents::SqliteTable::open(path)?)),
            None => Ok(Arc::new(MemoryTable::new())),
        }
    }

    #[cfg(not(feature = "sqlite"))]
    #[allow(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "it can fail, and depends on `--db`, with `sqlite`"
    )]
    fn table(&self) -> Result<Arc<dyn AgentTable>, Box<dyn Error>> {
        Ok(Arc::new(MemoryTable::new()))
    }
}

/// Lets the process have as many connections open as the daemon bears, as far as the system allows. With fewer, it makes
/// the others wait.
fn allow_files(connections: usize) {
    let limit = getrlimit(Resource::Nofile);
    // Each connection has two: one to speak with the client, one to see whether it is still there.
    let wanted = 2 * connections as u64 + 256;
    let possible = limit.maximum.map_or(wanted, |most| most.min(wanted));
    if limit.current.is_some_and(|current| current < possible) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(possible), maximum: limit.maximum });
    }
}
