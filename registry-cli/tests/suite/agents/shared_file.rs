//! Two daemons, each in its own process, on the same file.

use super::process::Process;
use crate::fixtures::{VERSION_3, copy};
use registry::agents::rpc::RpcClient;
use registry::agents::{AgentError, AgentTable, Filter, Metadata, NewProcess, ProcessFilter};
use std::thread;

#[test]
fn two_daemons_on_one_file_stay_consistent() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    copy(VERSION_3, directory.path());
    // Each is a separate process, and each finds a file of version 3.
    let serve = |place| Process::serve(&["--db", VERSION_3, "--listen", place], directory.path());
    let [one, two] = thread::scope(|scope| {
        ["unix:one.sock", "unix:two.sock"]
            .map(|place| scope.spawn(move || serve(place)))
            .map(|thread| thread.join().expect("it listens"))
    });
    let clients = [&one, &two].map(|daemon| RpcClient::new(daemon.endpoint.clone()));
    for client in &clients {
        assert_eq!(client.info().expect("it is served").schema_version, Some(4));
        assert_eq!(client.processes(&ProcessFilter::default()).expect("it is possible").total, 3);
    }
    let pid = clients[0].create(&NewProcess::new("n", "t")).expect("it is created");
    let won: Vec<usize> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|thread| {
                let client = &clients[thread % 2];
                // All threads compete for all names.
                let register =
                    move |name: usize| match client.register(&format!("/{name}"), pid, &["t"], &Metadata::new()) {
                        Ok(()) => true,
                        Err(AgentError::RegistryNameExists { .. }) => false,
                        Err(error) => panic!("{error}"),
                    };
                scope.spawn(move || (0..100).filter(|name| register(*name)).count())
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    assert_eq!(won.iter().sum::<usize>(), 100, "{won:?}");
    for client in &clients {
        let page = client.list(&Filter { limit: 1_000, ..Filter::default() }).expect("it is possible");
        assert_eq!((page.entries.len(), page.total), (100, 100));
    }
    one.kill();
    assert_eq!(clients[1].unregister_pid(pid).expect("it is possible"), 100);
    assert_eq!(clients[1].list(&Filter::default()).expect("it is possible").total, 0);
    assert_eq!(two.terminate(), Some(0));
}
