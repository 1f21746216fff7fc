//! The location of the table.

use clap::Args;
#[cfg(feature = "daemon")]
use registry::agents::rpc::{Endpoint, RpcClient, Token};
use registry::agents::{AgentTable, Result};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub(super) struct Source {
    /// The database file; created if it does not exist.
    #[cfg(feature = "sqlite")]
    #[cfg_attr(feature = "daemon", arg(conflicts_with = "at"))]
    #[cfg_attr(not(feature = "daemon"), arg(required = true))]
    #[arg(long, global = true, value_name = "FILE")]
    db: Option<PathBuf>,
    /// The address of the daemon: `unix:PATH` or `tcp:HOST:PORT`.
    #[cfg(feature = "daemon")]
    #[arg(long, global = true, value_name = "ADDRESS", default_value = "unix:registry.sock")]
    at: Endpoint,
    /// The file with the token that a daemon over TCP requires.
    #[cfg(feature = "daemon")]
    #[arg(long, global = true, value_name = "FILE", default_value = "registry.token")]
    token_file: PathBuf,
    /// The maximum time to wait, in seconds, for an answer of the daemon (15 by default) or for a database that is in use by
    /// other programs (5 by default).
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

/// Parses a time greater than 0 seconds.
fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let invalid = || format!("{text:?} is not a number of seconds greater than 0, such as 2 or 0.5");
    let seconds = text.parse::<f64>().map_err(|_| invalid())?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero()).ok_or_else(invalid)
}

impl Source {
    pub(super) fn open(&self) -> Result<Box<dyn AgentTable>> {
        #[cfg(feature = "sqlite")]
        if let Some(path) = &self.db {
            return Ok(Box::new(match self.timeout {
                Some(timeout) => registry::agents::SqliteTable::open_with_timeout(path, timeout)?,
                None => registry::agents::SqliteTable::open(path)?,
            }));
        }
        #[cfg(feature = "daemon")]
        {
            let client = match self.timeout {
                Some(timeout) => RpcClient::with_timeout(self.at.clone(), timeout),
                None => RpcClient::new(self.at.clone()),
            };
            Ok(Box::new(match self.at {
                Endpoint::Unix(_) => client,
                Endpoint::Tcp { .. } => client.with_token(&Token::read(&self.token_file)?),
            }))
        }
        #[cfg(not(feature = "daemon"))]
        {
            Err(registry::agents::AgentError::Unavailable { reason: "no database given: pass --db FILE".to_owned() })
        }
    }
}
