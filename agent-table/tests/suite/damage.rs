//! Files in which bits have flipped: nothing crashes, no total is short without a word, and health tells what a read finds.

use crate::numbers::Numbers;
use crate::wire::Wire;
use agent_table::rpc::{Daemon, Endpoint, RpcClient};
use agent_table::{AgentError, AgentTable, Filter, Metadata, NewProcess, ProcessFilter, SqliteTable};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Barrier};
use std::thread;

const DATABASES: u64 = 60;
const NAMES: usize = 400;

/// A database of names and processes whose log is in the file, as bytes.
fn whole() -> Vec<u8> {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let path = directory.path().join("kernel.db");
    let table = SqliteTable::open(&path).expect("it can be made");
    for i in 0..NAMES {
        let pid = table.create(&NewProcess::new(format!("worker {i}"), "test/worker")).expect("it is created");
        let metadata: Metadata = format!(r#"{{"n":{i}}}"#).parse().expect("it is an object");
        table.register(&format!("/agents/{i:04}"), pid, &["all"], &metadata).expect("the name is free");
    }
    drop(table);
    fs::read(path).expect("it can be read")
}

/// Flips one to eight bits.
fn flip(bytes: &mut [u8], numbers: &mut Numbers) {
    for _ in 0..=numbers.below(8) {
        let at = numbers.below(bytes.len());
        bytes[at] ^= 1 << numbers.below(8);
    }
}

/// What reading everything comes to.
fn read_all(table: &dyn AgentTable) -> Result<(), AgentError> {
    for tag in [None, Some("all")] {
        let mut entries = 0;
        for offset in (0..NAMES).step_by(100) {
            let page = table.list(&Filter { tag, offset: offset as u64, ..Filter::default() })?;
            // A tag or a name that reads differently now is not a row that is missing.
            assert!(tag.is_some() || page.total == NAMES as u64, "a total of {} without a word", page.total);
            entries += page.entries.len();
        }
        assert!(tag.is_some() || entries == NAMES, "{entries} entries without a word");
    }
    for offset in (0..NAMES).step_by(100) {
        let page = table.processes(&ProcessFilter { offset: offset as u64, ..ProcessFilter::default() })?;
        assert_eq!((page.total, page.entries.len()), (NAMES as u64, 100), "without a word");
    }
    for i in 0..NAMES {
        match table.lookup(&format!("/agents/{i:04}")) {
            // A name that reads differently now.
            Ok(_) | Err(AgentError::RegistryNotFound { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn health(endpoint: &Endpoint) -> u16 {
    let mut wire = Wire::to(endpoint);
    wire.send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").expect("the daemon takes it");
    wire.reply().expect("it is answered").status
}

fn serve(path: &Path) -> Result<(agent_table::rpc::RunningDaemon, RpcClient), AgentError> {
    let table = Arc::new(SqliteTable::open(path)?);
    let endpoint = Endpoint::Unix(path.with_extension("sock"));
    let daemon = Daemon::bind(table, &endpoint).and_then(Daemon::start).expect("it can listen");
    Ok((daemon, RpcClient::new(endpoint)))
}

#[test]
fn a_file_with_flipped_bits_is_rejected_or_read_completely() {
    let whole = whole();
    let mut refused = 0;
    for seed in 0..DATABASES {
        let mut bytes = whole.clone();
        flip(&mut bytes, &mut Numbers::from_seed(seed));
        let directory = tempfile::tempdir().expect("a directory can be made");
        let path = directory.path().join("kernel.db");
        fs::write(&path, &bytes).expect("it can be written");
        let Ok((daemon, client)) = serve(&path) else {
            refused += 1;
            assert!(fs::read(&path).expect("it can be read") == bytes, "{seed}: it was changed");
            continue;
        };
        let read = read_all(&client);
        let is_well = health(daemon.endpoint()) == 200;
        // The health check may find damage that none of these calls meets.
        assert!(read.is_ok() || !is_well, "seed {seed}: {read:?}");
        daemon.stop().expect("it served");
    }
    assert!(refused < DATABASES / 2, "hardly any was read: {refused}");
}

#[test]
fn concurrent_first_health_checks_all_report_a_damaged_file() {
    const PROBES: usize = 8;
    let directory = tempfile::tempdir().expect("a directory can be made");
    let path = directory.path().join("kernel.db");
    let mut bytes = whole();
    // Of the last page, which opening the file does not read.
    let last = bytes.len() - 4096;
    bytes[last..].fill(0xff);
    fs::write(&path, &bytes).expect("it can be written");
    for _ in 0..20 {
        let table = SqliteTable::open(&path).expect("what is read first is whole");
        let barrier = Barrier::new(PROBES);
        let probe = || {
            barrier.wait();
            table.health().is_err()
        };
        let found = thread::scope(|scope| {
            let probes: Vec<_> = (0..PROBES).map(|_| scope.spawn(probe)).collect();
            probes.into_iter().map(|probe| probe.join().expect("it ends")).filter(|found| *found).count()
        });
        assert_eq!(found, PROBES);
    }
}
