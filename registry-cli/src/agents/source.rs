//! Where the table is.

use clap::Args;
#[cfg(feature = "daemon")]
use registry::agents::rpc::{Endpoint, RpcClient, Token};
use registry::agents::{AgentTable, Result};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Source {
    /// The database file, which is made when it does not exist.
    #[cfg(feature = "sqlite")]
    #[cfg_attr(feature = "daemon", arg(conflicts_with = "at"))]
    #[cfg_attr(not(feature = "daemon"), arg(required = true))]
    #[arg(long, global = true, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Where the daemon listens: `unix:PATH` or `tcp:HOST:PORT`.
    #[cfg(feature = "daemon")]
    #[arg(long, global = true, value_name = "PLACE", default_value = "unix:registry.sock")]
    at: Endpoint,
    /// The file of the token that a daemon over TCP wants to see.
    #[cfg(feature = "daemon")]
    #[arg(long, global = true, value_name = "FILE", default_value = "registry.token")]
    token_file: PathBuf,
}

impl Source {
    pub(super) fn open(&self) -> Result<Box<dyn AgentTable>> {
        #[cfg(feature = "sqlite")]
        if let Some(path) = &self.db {
            return Ok(Box::new(registry::agents::SqliteTable::open(path)?));
        }
        #[cfg(feature = "daemon")]
        {
            let client = RpcClient::new(self.at.clone());
            Ok(Box::new(match self.at {
                Endpoint::Unix(_) => client,
                Endpoint::Tcp { .. } => client.with_token(&Token::read(&self.token_file)?),
            }))
        }
        #[cfg(not(feature = "daemon"))]
        {
            Err(registry::agents::AgentError::Unavailable { reason: "say which database: --db FILE".to_owned() })
        }
    }
}
