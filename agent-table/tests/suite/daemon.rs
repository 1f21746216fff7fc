//! The table of a daemon, over Unix sockets and TCP, from memory and from a file.

use crate::conformance::{Fresh, conformance};
use agent_table::rpc::{Daemon, Endpoint, RpcClient, RunningDaemon, Token};
use agent_table::{AgentTable, MemoryTable, SqliteTable};
use std::sync::Arc;
use tempfile::TempDir;

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory can be made")
}

fn over_unix(table: Arc<dyn AgentTable>, directory: &TempDir) -> (RunningDaemon, RpcClient) {
    let endpoint = Endpoint::Unix(directory.path().join("registry.sock"));
    let daemon = Daemon::bind(table, &endpoint).and_then(Daemon::start).expect("it can listen");
    let client = RpcClient::new(daemon.endpoint().clone());
    (daemon, client)
}

fn over_tcp(table: Arc<dyn AgentTable>, directory: &TempDir) -> (RunningDaemon, RpcClient) {
    let token = Token::read_or_create(&directory.path().join("token")).expect("a token can be made");
    let daemon = Daemon::bind_tcp(table, "127.0.0.1", 0, token.clone(), false).and_then(Daemon::start);
    let daemon = daemon.expect("it can listen");
    let client = RpcClient::new(daemon.endpoint().clone()).with_token(&token);
    (daemon, client)
}

mod memory_over_unix {
    use super::*;

    fn fresh() -> Fresh {
        let directory = directory();
        let (daemon, client) = over_unix(Arc::new(MemoryTable::new()), &directory);
        Fresh { table: Arc::new(client), keep: Box::new((daemon, directory)) }
    }

    conformance!(fresh);

    #[test]
    fn concurrent_operations_are_linearizable() {
        let directory = directory();
        let (_daemon, client) = over_unix(Arc::new(MemoryTable::new()), &directory);
        crate::interleavings::check(&client, 0..300);
    }
}

mod sqlite_over_tcp {
    use super::*;

    fn fresh() -> Fresh {
        let directory = directory();
        let table = SqliteTable::open(directory.path().join("kernel.db")).expect("a database can be made");
        let (daemon, client) = over_tcp(Arc::new(table), &directory);
        Fresh { table: Arc::new(client), keep: Box::new((daemon, directory)) }
    }

    conformance!(fresh);
}
