//! Several users of one file: tables, threads and other programs.

use crate::fixtures::{VERSION_3, copy};
use crate::wire::Wire;
use agent_table::rpc::{Daemon, Endpoint, RpcClient};
use agent_table::{AgentError, AgentTable, Certainty, Filter, Metadata, NewProcess, Pid, ProcessState, SqliteTable};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn place() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let path = directory.path().join("kernel.db");
    (directory, path)
}

/// Another program that holds the file, as a writer, until this is dropped.
fn writer(path: &Path) -> Connection {
    let other = Connection::open(path).expect("it is a database");
    other.execute_batch("BEGIN IMMEDIATE; UPDATE agent_processes SET updated_at = updated_at").expect("it may write");
    other
}

type Write<'a> = &'a (dyn Fn(&SqliteTable) -> Result<(), AgentError> + Sync);

#[test]
fn every_write_waits_for_another_writer_and_then_sees_its_changes() {
    let (_directory, path) = place();
    let table = SqliteTable::open(&path).expect("it is made");
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    let no_metadata = Metadata::new();
    let writes: [(&str, Write<'_>); 8] = [
        ("register", &|table| table.register("/a", pid, &[], &no_metadata)),
        ("register_or_lookup", &|table| table.register_or_lookup("/b", pid, &[], &no_metadata).map(drop)),
        ("unregister", &|table| table.unregister("/a").map(drop)),
        ("unregister_if", &|table| table.unregister_if("/b", pid).map(drop)),
        ("unregister_pid", &|table| table.unregister_pid(pid).map(drop)),
        ("create", &|table| table.create(&NewProcess::new("n", "t")).map(drop)),
        ("transition", &|table| table.transition(pid, ProcessState::Running, None).map(drop)),
        ("terminate", &|table| table.terminate(pid, "completed", None).map(drop)),
    ];
    for (name, write) in writes {
        // The table has read before, as a program does that decides by what it reads.
        table.list(&Filter::default()).expect("a list is possible");
        let other = writer(&path);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| write(&table));
            thread::sleep(Duration::from_millis(60));
            assert!(!waiting.is_finished(), "{name} did not wait");
            other.execute_batch("COMMIT").expect("it may write");
            waiting.join().expect("it does not panic").unwrap_or_else(|error| panic!("{name}: {error}"));
        });
    }
}

#[test]
fn a_busy_file_is_a_timeout() {
    let (_directory, path) = place();
    let timeout = Duration::from_millis(200);
    let table = SqliteTable::open_with_timeout(&path, timeout).expect("it is made");
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    let _other = writer(&path);
    let began = Instant::now();
    thread::scope(|scope| {
        for thread in 0..4 {
            let table = &table;
            scope.spawn(move || {
                let error = table.register(&format!("/{thread}"), pid, &[], &Metadata::new()).expect_err("it is busy");
                assert!(matches!(error, AgentError::Busy { waited } if waited == timeout), "{error}");
                assert_eq!(error.certainty(), Certainty::NotAttempted);
            });
        }
    });
    assert!(began.elapsed() >= timeout, "it did not wait");
    assert!(began.elapsed() < Duration::from_secs(10), "it waited for {:?}", began.elapsed());
    assert_eq!(table.list(&Filter::default()).expect("readers do not wait").total, 0);
}

#[test]
fn readers_see_the_last_commit_while_a_writer_writes() {
    let (_directory, path) = place();
    // Who would wait at all fails.
    let table = SqliteTable::open_with_timeout(&path, Duration::ZERO).expect("it is made");
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    table.register("/a", pid, &["t"], &Metadata::new()).expect("the name is free");
    let other = writer(&path);
    other
        .execute_batch("UPDATE agent_registry SET pid = 99 WHERE name = 'none'; DELETE FROM agent_registry")
        .expect("it may write");
    assert_eq!(table.resolve_pid("/a").expect("it is registered"), pid);
    assert_eq!(table.list(&Filter { tag: Some("t"), ..Filter::default() }).expect("it is possible").total, 1);
    assert_eq!(table.get(pid).expect("it exists").pid, pid);
    other.execute_batch("COMMIT").expect("it may write");
    assert!(table.resolve_pid("/a").is_err());
}

#[test]
fn readers_of_a_daemon_do_not_wait_for_waiting_writers() {
    let (directory, path) = place();
    let table = SqliteTable::open_with_timeout(&path, Duration::from_secs(20)).expect("it is made");
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    let endpoint = Endpoint::Unix(directory.path().join("registry.sock"));
    let daemon = Daemon::bind(Arc::new(table), &endpoint).and_then(Daemon::start).expect("it can listen");
    let client = RpcClient::with_timeout(endpoint, Duration::from_secs(20));
    let other = writer(&path);
    thread::scope(|scope| {
        let writers: Vec<_> = (0..60)
            .map(|writer| {
                let client = &client;
                scope.spawn(move || client.register(&format!("/{writer}"), pid, &[], &Metadata::new()))
            })
            .collect();
        thread::sleep(Duration::from_millis(500));
        let read = client.get(pid);
        let waiting = writers.iter().filter(|writer| !writer.is_finished()).count();
        other.execute_batch("COMMIT").expect("it may write");
        assert_eq!(waiting, 60, "the reader waited for the writers");
        assert_eq!(read.expect("it exists").pid, pid);
        for writer in writers {
            writer.join().expect("no thread panics").expect("the name is free");
        }
    });
    assert_eq!(client.list(&Filter::default()).expect("it is possible").total, 60);
    daemon.stop().expect("it served");
}

#[test]
fn two_tables_on_one_file_see_each_others_entries_at_once() {
    let (_directory, path) = place();
    let (one, two) = (SqliteTable::open(&path).expect("it is made"), SqliteTable::open(&path).expect("it is there"));
    let pid = one.create(&NewProcess::new("n", "t")).expect("it is created");
    for round in 0..50 {
        let (writes, reads) = if round % 2 == 0 { (&one, &two) } else { (&two, &one) };
        let name = format!("/{round}");
        writes.register(&name, pid, &[], &Metadata::new()).expect("the name is free");
        assert_eq!(reads.resolve_pid(&name).expect("it is registered"), pid);
        assert!(matches!(
            reads.register(&name, pid, &[], &Metadata::new()),
            Err(AgentError::RegistryNameExists { .. })
        ));
    }
    assert_eq!(one.unregister_pid(pid).expect("it is possible"), 50);
    assert_eq!(two.list(&Filter::default()).expect("it is possible").total, 0);
}

#[test]
fn concurrent_opens_of_a_new_or_old_file_all_succeed() {
    for round in 0..10 {
        let (directory, mut path) = place();
        if round % 2 == 0 {
            path = copy(VERSION_3, directory.path());
        }
        let barrier = Barrier::new(8);
        let pids: Vec<Pid> = thread::scope(|scope| {
            let open = || {
                barrier.wait();
                let table = SqliteTable::open(&path).expect("it can be opened");
                table.create(&NewProcess::new("n", "t")).expect("it is created")
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        let table = SqliteTable::open(&path).expect("it can be opened");
        assert_eq!(table.info().expect("it is open").schema_version, Some(4));
        assert!(pids.into_iter().all(|pid| table.get(pid).is_ok()));
    }
}

#[test]
fn the_kernels_pragmas_are_set_and_the_kernel_can_write_too() {
    let (_directory, path) = place();
    let table = SqliteTable::open(&path).expect("it is made");
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    let kernel = Connection::open(&path).expect("it is a database");
    let mode: String = kernel.query_row("PRAGMA journal_mode", [], |row| row.get(0)).expect("it has a mode");
    assert_eq!(mode, "wal");
    kernel
        .execute("INSERT INTO agent_registry VALUES ('/k', ?1, '[\"t\"]', '{}', 1.5)", [pid.get()])
        .expect("it may write");
    assert_eq!(table.lookup("/k").expect("it is registered").registered_at.to_bits(), 1.5_f64.to_bits());
    let error = table.register("/x", Pid::new(77), &[], &Metadata::new()).expect_err("foreign keys are checked");
    assert!(matches!(error, AgentError::UnknownPid { .. }), "{error}");
}

#[test]
fn a_deleted_or_replaced_file_accepts_no_changes() {
    for replaced in [false, true] {
        let (directory, path) = place();
        let table = SqliteTable::open(&path).expect("it can be made");
        let pid = table.create(&NewProcess::new("alice", "research/surveyor")).expect("the file is there");
        for file in ["kernel.db", "kernel.db-wal", "kernel.db-shm"] {
            std::fs::remove_file(directory.path().join(file)).expect("it is there");
        }
        let other = replaced.then(|| SqliteTable::open(&path).expect("another can be made"));
        let error = table.register("/a", pid, &[], &Metadata::new()).expect_err("no other program would find it");
        assert!(matches!(error, AgentError::Unavailable { .. }), "{error}");
        assert_eq!(error.certainty(), Certainty::NotAttempted, "{error}");
        thread::sleep(Duration::from_millis(11));
        for error in [table.get(pid).err(), table.list(&Filter::default()).err(), table.resolve_pid("/a").err()] {
            let error = error.expect("the file is gone");
            assert!(matches!(error, AgentError::Unavailable { .. }), "{error}");
        }
        if let Some(other) = other {
            assert!(matches!(other.lookup("/a"), Err(AgentError::RegistryNotFound { .. })));
        }
    }
}

#[test]
fn a_daemon_reports_that_its_file_or_log_is_gone() {
    for (file, is_used) in [
        ("kernel.db", true),
        ("kernel.db-wal", true),
        ("kernel.db-wal", false),
        ("kernel.db-shm", true),
        ("kernel.db-shm", false),
    ] {
        for replaced in [false, true] {
            let (directory, path) = place();
            let table = SqliteTable::open(&path).expect("it can be made");
            let pid = Pid::new(1);
            let endpoint = Endpoint::Unix(directory.path().join("registry.sock"));
            let daemon = Daemon::bind(Arc::new(table), &endpoint).and_then(Daemon::start).expect("it can listen");
            let client = RpcClient::new(endpoint);
            if is_used {
                client.create(&NewProcess::new("alice", "research/surveyor")).expect("the file is there");
                assert_eq!(client.get(pid).expect("it exists").pid, pid);
            }
            let gone = directory.path().join(file);
            if replaced {
                std::fs::copy(&gone, directory.path().join("copy")).expect("it can be copied");
                std::fs::rename(directory.path().join("copy"), &gone).expect("it can be replaced");
            } else {
                std::fs::remove_file(&gone).expect("it is there");
            }
            thread::sleep(Duration::from_millis(11));
            let error = client.get(pid).expect_err("it would answer from a file that is gone");
            assert!(matches!(error, AgentError::Unavailable { .. }), "{error}");
            assert!(error.to_string().contains(file), "{error}");
            let error = client.register("/a", pid, &[], &Metadata::new()).expect_err("it would be lost");
            assert!(matches!(error, AgentError::Unavailable { .. }), "{error}");
            let mut wire = Wire::to(daemon.endpoint());
            wire.send("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").expect("the daemon takes it");
            let reply = wire.reply().expect("it is answered");
            assert!(reply.status == 503 && reply.body.contains(file), "{reply:?}");
        }
    }
}

#[test]
fn a_call_has_one_timeout_in_total_and_is_dropped_if_its_client_disconnects() {
    let (directory, path) = place();
    let timeout = Duration::from_secs(2);
    let table = SqliteTable::open_with_timeout(&path, timeout).expect("it is made");
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    let endpoint = Endpoint::Unix(directory.path().join("registry.sock"));
    let _daemon = Daemon::bind(Arc::new(table), &endpoint).and_then(Daemon::start).expect("it can listen");
    let other = writer(&path);
    let began = Instant::now();
    let call = |name: &str| {
        let body = format!(
            r#"{{"jsonrpc":"2.0","method":"kernel.registry.register","params":{{"name":"{name}","pid":{pid}}},"id":1}}"#
        );
        format!("POST /rpc HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n{body}", body.len())
    };
    let mut waiting: Vec<Wire> = (0..100).map(|_| Wire::to(&endpoint)).collect();
    for (number, wire) in waiting.iter_mut().enumerate() {
        wire.send(call(&format!("/waits/{number}"))).expect("the daemon takes it");
    }
    for wire in waiting {
        let reply = { wire }.reply().expect("it is answered");
        assert!(reply.body.contains(r#""code":-32106,"message":"Busy: "#), "{}", reply.body);
    }
    assert!(began.elapsed() >= timeout, "they waited for {:?}", began.elapsed());
    assert!(began.elapsed() < 2 * timeout, "their waits add up: {:?}", began.elapsed());

    let mut gone: Vec<Wire> = (0..60).map(|_| Wire::to(&endpoint)).collect();
    for (number, wire) in gone.iter_mut().enumerate() {
        wire.send(call(&format!("/gone/{number}"))).expect("the daemon takes it");
    }
    thread::sleep(Duration::from_millis(100));
    drop(gone);
    thread::sleep(Duration::from_millis(400));
    other.execute_batch("COMMIT").expect("it may write");
    thread::sleep(Duration::from_millis(300));
    let client = RpcClient::new(endpoint);
    client.register("/here", pid, &[], &Metadata::new()).expect("the file is free");
    let page = client.list(&Filter::default()).expect("it is served");
    assert_eq!((page.total, page.entries[0].name.as_str()), (1, "/here"), "clients that are gone hold names");
}
