//! `registry serve`: the daemon that serves the agent table.

use crate::outcome::{Outcome, Verdict};
use clap::Args;
use registry::agents::rpc::{Daemon, Endpoint, Limits, Token};
use registry::agents::{AgentTable, MemoryTable};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::error::Error;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Serve the agent table until SIGTERM or SIGINT (Ctrl-C), then finish the accepted requests.
///
/// Over a Unix socket, only the user who started the daemon can connect; the file `PATH.lock` exists next to the socket while
/// the daemon runs. Over TCP, clients authenticate with a token. Without `--token-file`, the token is stored in
/// `registry.token`, which is created if it does not exist. The first line of output is the address that it listens at.
#[derive(Args)]
#[command(after_help = "Examples:
  registry serve --db kernel.db
  registry serve --db kernel.db --listen tcp:127.0.0.1:8437 --token-file token
  registry agents --at unix:registry.sock list")]
pub(crate) struct Serve {
    /// The database with the table; created if it does not exist. Without a database, the table is in memory and is lost
    /// when the daemon ends.
    #[cfg(feature = "sqlite")]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// The address to listen at: `unix:PATH` or `tcp:HOST:PORT`; port 0 selects a free port.
    #[arg(long, value_name = "ADDRESS", default_value = "unix:registry.sock")]
    listen: Endpoint,
    /// The file with the token that TCP clients must send; it must have mode 0600.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Allow an address that other machines can reach. Connections are not encrypted.
    #[arg(long)]
    any_address: bool,
    /// An additional `HOST:PORT` under which TCP clients reach the daemon; repeatable.
    #[arg(long = "host", value_name = "HOST:PORT")]
    hosts: Vec<String>,
}

impl Serve {
    pub(crate) fn run(self) -> Outcome {
        let is_for_tcp = self.token_file.is_some() || self.any_address || !self.hosts.is_empty();
        if is_for_tcp && matches!(self.listen, Endpoint::Unix(_)) {
            let reason =
                "--token-file, --any-address and --host require TCP; listen at tcp:HOST:PORT, or omit these options";
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
        raise_file_limit(Limits::default().max_connections);
        daemon.run(|endpoint| {
            // The daemon also serves if nothing reads its output.
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
        reason = "with `sqlite`, it can fail and depends on `--db`"
    )]
    fn table(&self) -> Result<Arc<dyn AgentTable>, Box<dyn Error>> {
        Ok(Arc::new(MemoryTable::new()))
    }
}

/// Raises the limit of open files so that the daemon can reach its maximum number of connections, as far as the system
/// allows. With a lower limit, further connections wait.
fn raise_file_limit(connections: usize) {
    let limit = getrlimit(Resource::Nofile);
    // Each connection uses two: one for the exchange with the client, one to detect whether the client is still there.
    let wanted = 2 * connections as u64 + 256;
    let possible = limit.maximum.map_or(wanted, |maximum| maximum.min(wanted));
    if limit.current.is_some_and(|current| current < possible) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(possible), maximum: limit.maximum });
    }
}
