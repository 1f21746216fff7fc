//! A daemon that is killed repeatedly under load.

use super::process::Process;
use crate::numbers::Numbers;
use registry::agents::rpc::{Endpoint, RpcClient};
use registry::agents::{AgentError, AgentTable, Certainty, Metadata, NewProcess, Pid, SqliteTable};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const KILLS: usize = 200;
const CLIENTS: usize = 8;

/// What a client knows about a name after its last call about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// The name is registered for this process.
    Registered(Pid),
    /// The name is not registered, or no longer registered.
    Absent,
    /// The call was not answered.
    Unknown,
}

/// Registers and unregisters its own names until told to stop, and tracks their state.
fn client(number: usize, endpoint: &Endpoint, pids: [Pid; 2], stop: &AtomicBool) -> (BTreeMap<String, Known>, usize) {
    let table = RpcClient::with_timeout(endpoint.clone(), Duration::from_secs(5));
    let mut numbers = Numbers::from_seed(number as u64);
    let mut known = BTreeMap::<String, Known>::new();
    let mut acknowledged = 0;
    while !stop.load(Ordering::Relaxed) {
        let name = format!("/client/{number}/{}", known.len());
        let pid = pids[numbers.below(2)];
        let held = known.iter().next_back().map(|(name, known)| (name.clone(), *known));
        // The name, the answer, and what is known about the name with and without an answer.
        let (name, answer, told, untold) = match (numbers.below(6), held) {
            // A registered name is rejected for every process, and is not changed.
            (0, Some((held, Known::Registered(holder)))) => {
                let answer = table.register(&held, pids[numbers.below(2)], &[], &Metadata::new());
                assert!(answer.is_err(), "{held} was registered twice");
                (held, answer, Known::Registered(holder), Known::Registered(holder))
            }
            (1, Some((held, Known::Registered(_)))) => {
                let answer = table.unregister(&held).map(|removed| assert_eq!(removed, 1, "{held} was lost"));
                (held, answer, Known::Absent, Known::Unknown)
            }
            // There is no such process.
            (2, _) => {
                let answer = table.register(&name, Pid::new(999_999), &[], &Metadata::new());
                assert!(answer.is_err(), "{name} has no process");
                (name, answer, Known::Absent, Known::Absent)
            }
            _ => {
                let answer = table.register(&name, pid, &["load"], &Metadata::new());
                (name, answer, Known::Registered(pid), Known::Unknown)
            }
        };
        match answer.as_ref().map_err(AgentError::certainty) {
            Ok(()) | Err(Certainty::Rejected) => {
                acknowledged += usize::from(answer.is_ok());
                known.insert(name, told);
            }
            Err(Certainty::Unknown) => {
                known.insert(name, untold);
            }
            // What the client knew before still applies.
            Err(Certainty::NotAttempted) => thread::sleep(Duration::from_millis(1)),
        }
    }
    (known, acknowledged)
}

#[test]
fn nothing_acknowledged_is_lost_when_the_daemon_is_killed() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let database = directory.path().join("kernel.db");
    let table = SqliteTable::open(&database).expect("it can be made");
    let pids = [(); 2].map(|()| table.create(&NewProcess::new("worker", "test/worker")).expect("it is created"));
    drop(table);

    let began = Instant::now();
    let endpoint = Endpoint::Unix(directory.path().join("registry.sock"));
    let stop = AtomicBool::new(false);
    let accounts = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let (endpoint, stop) = (&endpoint, &stop);
                scope.spawn(move || client(number, endpoint, pids, stop))
            })
            .collect();
        let mut numbers = Numbers::from_seed(42);
        for _ in 0..KILLS {
            let daemon = Process::serve(&["--db", "kernel.db"], directory.path());
            thread::sleep(Duration::from_millis(5 + numbers.below(25) as u64));
            daemon.kill();
        }
        stop.store(true, Ordering::Relaxed);
        clients.into_iter().map(|client| client.join().expect("no client panics")).collect::<Vec<_>>()
    });

    let table = SqliteTable::open(&database).expect("the file is whole");
    let (mut registered, mut absent, mut unknown) = (0, 0, 0);
    for (name, known) in accounts.iter().flat_map(|(known, _)| known) {
        let found = table.resolve_pid(name);
        match known {
            Known::Registered(pid) => {
                assert_eq!(found.ok(), Some(*pid), "{name} was acknowledged");
                registered += 1;
            }
            Known::Absent => {
                assert!(matches!(found, Err(AgentError::RegistryNotFound { .. })), "{name} was rejected or removed");
                absent += 1;
            }
            Known::Unknown => unknown += 1,
        }
    }
    let acknowledged: usize = accounts.iter().map(|(_, acknowledged)| acknowledged).sum();
    println!(
        "{KILLS} kills in {:?}: {acknowledged} changes acknowledged; {registered} names registered, {absent} absent, \
         {unknown} without an answer",
        began.elapsed()
    );
    assert!(acknowledged > KILLS, "there was no load: {acknowledged}");
}
