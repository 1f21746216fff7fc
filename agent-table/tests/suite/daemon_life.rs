//! How a daemon begins, ends and is found again.

use crate::wire::Wire;
use agent_table::rpc::{Daemon, Endpoint, RpcClient, Token};
use agent_table::{
    AgentError, AgentTable, Certainty, Filter, MemoryTable, Metadata, NewProcess, Pid, ProcessFilter, ProcessState,
    SqliteTable,
};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory can be made")
}

fn memory() -> Arc<dyn AgentTable> {
    Arc::new(MemoryTable::new())
}

fn socket(directory: &TempDir) -> Endpoint {
    Endpoint::Unix(directory.path().join("registry.sock"))
}

fn path(endpoint: &Endpoint) -> &Path {
    let Endpoint::Unix(path) = endpoint else { panic!("{endpoint} is no Unix socket") };
    path
}

#[test]
fn the_sockets_mode_is_0600_whenever_anybody_can_connect() {
    let directory = directory();
    let path = |round: usize| directory.path().join(format!("{round}.sock"));
    let current = AtomicUsize::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            while let round = current.load(Ordering::Relaxed)
                && round < 500
            {
                // In this order: a mode that is seen after a connection was made is the one that let it in, or a later one.
                if UnixStream::connect(path(round)).is_ok()
                    && let Ok(file) = fs::metadata(path(round))
                {
                    assert_eq!(file.permissions().mode() & 0o777, 0o600);
                }
            }
        });
        for round in 0..500 {
            current.store(round, Ordering::Relaxed);
            let daemon = Daemon::bind(memory(), &Endpoint::Unix(path(round))).expect("it can listen");
            let mode = fs::metadata(path(round)).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            drop(daemon);
        }
        current.store(500, Ordering::Relaxed);
    });
}

#[test]
fn a_stale_socket_is_replaced_and_one_in_use_is_not() {
    let directory = directory();
    let endpoint = socket(&directory);
    // What a killed daemon leaves behind: a socket file without a listener.
    drop(UnixListener::bind(path(&endpoint)).expect("it can be bound"));
    let daemon = Daemon::bind(memory(), &endpoint).and_then(Daemon::start).expect("a stale socket is replaced");
    let error = Daemon::bind(memory(), &endpoint).expect_err("it is in use");
    assert!(error.to_string().contains("another daemon is using it"), "{error}");
    RpcClient::new(endpoint.clone()).info().expect("the first daemon is served on");
    daemon.stop().expect("it served");
    assert!(!path(&endpoint).exists(), "the socket is removed");

    // A program that knows nothing of our lock.
    let other = UnixListener::bind(path(&endpoint)).expect("it can be bound");
    let error = Daemon::bind(memory(), &endpoint).expect_err("it is in use");
    assert!(error.to_string().contains("another daemon is using it"), "{error}");
    assert!(fs::symlink_metadata(path(&endpoint)).is_ok_and(|file| file.file_type().is_socket()));
    drop(other);
}

#[test]
fn a_daemon_removes_its_files_whether_it_served_or_not() {
    let directory = directory();
    let left = || -> Vec<_> {
        fs::read_dir(directory.path())
            .expect("it can be read")
            .map(|file| file.expect("it is there").file_name())
            .collect()
    };
    let endpoint = socket(&directory);
    let daemon = Daemon::bind(memory(), &endpoint).and_then(Daemon::start).expect("it can listen");
    Daemon::bind(memory(), &endpoint).expect_err("it is in use");
    RpcClient::new(endpoint.clone()).info().expect("the first daemon is served on");
    daemon.stop().expect("it served");
    assert!(left().is_empty(), "{:?}", left());
    drop(Daemon::bind(memory(), &endpoint).expect("it can listen"));
    assert!(left().is_empty(), "{:?}", left());
    let too_long = Endpoint::Unix(directory.path().join("x".repeat(150)));
    Daemon::bind(memory(), &too_long).expect_err("no socket has such a path");
    assert!(left().is_empty(), "{:?}", left());
    fs::write(path(&endpoint), "precious").expect("it can be written");
    Daemon::bind(memory(), &endpoint).expect_err("it is no socket");
    assert_eq!(left(), ["registry.sock"]);
}

#[test]
fn a_file_that_is_not_a_socket_is_not_removed() {
    let directory = directory();
    let endpoint = socket(&directory);
    fs::write(path(&endpoint), "precious").expect("it can be written");
    let error = Daemon::bind(memory(), &endpoint).expect_err("it is no socket");
    assert!(error.to_string().contains("not a socket"), "{error}");
    assert_eq!(fs::read(path(&endpoint)).expect("it is there"), b"precious");
}

#[test]
fn one_of_two_daemons_that_start_at_a_stale_socket_serves() {
    for _ in 0..20 {
        let directory = directory();
        let endpoint = socket(&directory);
        drop(UnixListener::bind(path(&endpoint)).expect("it can be bound"));
        let started: Vec<_> = thread::scope(|scope| {
            let start = || Daemon::bind(memory(), &endpoint).and_then(Daemon::start).ok();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(start)).collect();
            threads.into_iter().filter_map(|thread| thread.join().expect("no thread panics")).collect()
        });
        assert_eq!(started.len(), 1);
        RpcClient::new(endpoint).info().expect("it is served");
    }
}

#[test]
fn a_daemon_listens_on_loopback_only_unless_any_address_is_allowed() {
    let directory = directory();
    let token = Token::read_or_create(&directory.path().join("token")).expect("it can be made");
    for host in ["0.0.0.0", "::", "192.0.2.1"] {
        let error = Daemon::bind_tcp(memory(), host, 0, token.clone(), false).expect_err("others could connect");
        assert!(error.to_string().contains("not a loopback address"), "{error}");
    }
    for host in ["127.0.0.1", "localhost"] {
        let daemon = Daemon::bind_tcp(memory(), host, 0, token.clone(), false).and_then(Daemon::start);
        let daemon = daemon.expect("it can listen");
        RpcClient::new(daemon.endpoint().clone()).with_token(&token).info().expect("it is served");
    }
    let error =
        Daemon::bind(memory(), &Endpoint::Tcp { host: "127.0.0.1".into(), port: 0 }).expect_err("it needs a token");
    assert!(error.to_string().contains("token"), "{error}");
}

#[test]
fn a_port_in_use_is_named() {
    let directory = directory();
    let token = Token::read_or_create(&directory.path().join("token")).expect("it can be made");
    let other = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = other.local_addr().expect("it has an address").port();
    let error = Daemon::bind_tcp(memory(), "127.0.0.1", port, token, false).expect_err("it is in use");
    assert!(error.to_string().contains(&format!("tcp:127.0.0.1:{port}")), "{error}");
}

#[test]
fn a_token_is_made_once_and_kept_from_others() {
    let directory = directory();
    let path = directory.path().join("token");
    let token = Token::read_or_create(&path).expect("it can be made");
    assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o600);
    let text = fs::read_to_string(&path).expect("it can be read");
    assert_eq!(text.trim().len(), 64);
    Token::read_or_create(&path).expect("it can be read");
    assert_eq!(fs::read_to_string(&path).expect("it can be read"), text, "it was made anew");
    assert!(!format!("{token:?}").contains(text.trim()));

    for (content, mode, words) in [
        ("secret", 0o644, "mode 644"),
        ("secret", 0o660, "mode 660"),
        ("", 0o600, "expected a token"),
        ("two words", 0o600, "expected a token"),
        ("caf\u{e9}", 0o600, "expected a token"),
    ] {
        fs::write(&path, content).expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("the mode can be set");
        let error = Token::read_or_create(&path).expect_err("it cannot be used").to_string();
        assert!(error.contains(words) && error.contains("token"), "{error}");
        assert!(content.is_empty() || !error.contains(content), "{error}");
    }
    assert!(Token::read(&directory.path().join("missing")).is_err());
}

/// A table that takes its time.
struct Slow(MemoryTable);

impl Slow {
    fn table() -> Arc<dyn AgentTable> {
        Arc::new(Self(MemoryTable::new()))
    }
}

macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        fn $name(&self, $($argument: $type),*) -> agent_table::Result<$result> {
            thread::sleep(Duration::from_millis(300));
            self.0.$name($($argument),*)
        }
    )*};
}

impl AgentTable for Slow {
    forward! {
        register(name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> ();
        register_or_lookup(name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> agent_table::Claimed;
        unregister(name: &str) -> u64;
        unregister_if(name: &str, pid: Pid) -> u64;
        unregister_pid(pid: Pid) -> u64;
        lookup(name: &str) -> agent_table::RegistryEntry;
        list(filter: &agent_table::Filter<'_>) -> agent_table::Page<agent_table::RegistryEntry>;
        create(process: &NewProcess) -> Pid;
        get(pid: Pid) -> agent_table::Process;
        processes(filter: &agent_table::ProcessFilter) -> agent_table::Page<agent_table::Process>;
        transition(pid: Pid, target: agent_table::ProcessState, reason: Option<&str>) -> agent_table::Transition;
        terminate(pid: Pid, exit_kind: &str, exit_detail: Option<&Metadata>) -> agent_table::Transition;
        info() -> agent_table::TableInfo;
    }
}

#[test]
fn concurrent_creators_of_a_token_all_get_the_same_one() {
    for _ in 0..50 {
        let directory = directory();
        let path = directory.path().join("token");
        let barrier = Barrier::new(8);
        let texts: Vec<String> = thread::scope(|scope| {
            let make = || {
                barrier.wait();
                Token::read_or_create(&path).expect("one makes it, and the others read it whole");
                fs::read_to_string(&path).expect("it can be read")
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        assert!(texts.iter().all(|text| *text == texts[0]));
        assert_eq!(fs::read_dir(directory.path()).expect("it can be read").count(), 1, "something is left behind");
    }
}

#[test]
fn a_stopping_daemon_rejects_new_connections_at_once() {
    let directory = directory();
    let endpoint = socket(&directory);
    let daemon = Daemon::bind(Slow::table(), &endpoint).and_then(Daemon::start).expect("it can listen");
    let stopped = thread::scope(|scope| {
        let accepted = scope.spawn(|| RpcClient::new(endpoint.clone()).create(&NewProcess::new("n", "t")));
        thread::sleep(Duration::from_millis(100));
        let stopping = scope.spawn(move || daemon.stop());
        thread::sleep(Duration::from_millis(50));
        let error = RpcClient::new(endpoint.clone()).unregister("/a").expect_err("nothing more is accepted");
        assert_eq!((error.name(), error.certainty()), ("Unavailable", Certainty::NotAttempted), "{error}");
        assert!(!stopping.is_finished(), "what was accepted was not waited for");
        accepted.join().expect("no thread panics").expect("what was accepted is finished");
        stopping.join().expect("no thread panics")
    });
    stopped.expect("it served");
}

#[test]
fn a_client_that_closes_only_its_sending_side_is_answered() {
    let directory = directory();
    let daemon = Daemon::bind(Slow::table(), &socket(&directory)).and_then(Daemon::start).expect("it can listen");
    let mut stream = UnixStream::connect(path(daemon.endpoint())).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("it can be set");
    let body = r#"{"jsonrpc":"2.0","method":"kernel.info","id":1}"#;
    let request =
        format!("POST /rpc HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).expect("the daemon takes it");
    stream.shutdown(Shutdown::Write).expect("it is open");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("something comes in time");
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains(r#""storage":"memory""#), "{answer:?}");
}

#[test]
fn a_stopping_daemon_finishes_accepted_requests_and_closes_idle_connections() {
    let directory = directory();
    let endpoint = socket(&directory);
    let daemon = Daemon::bind(Slow::table(), &endpoint).and_then(Daemon::start).expect("it can listen");
    let idle: Vec<Wire> = (0..20).map(|_| Wire::to(&endpoint)).collect();
    thread::scope(|scope| {
        let accepted: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| RpcClient::new(endpoint.clone()).create(&NewProcess::new("n", "t"))))
            .collect();
        thread::sleep(Duration::from_millis(150));
        let began = Instant::now();
        daemon.stop().expect("it served");
        assert!(began.elapsed() < Duration::from_secs(5), "idle connections kept it");
        for answer in accepted {
            answer.join().expect("no thread panics").expect("what was accepted is finished");
        }
    });
    drop(idle);
    let error = RpcClient::new(endpoint).info().expect_err("it is gone");
    assert!(matches!(error, AgentError::Unavailable { .. }), "{error}");
    assert_eq!(error.certainty(), Certainty::NotAttempted);
}

#[test]
fn a_client_reconnects_to_a_restarted_daemon() {
    let directory = directory();
    let endpoint = socket(&directory);
    let database = directory.path().join("kernel.db");
    let client = RpcClient::new(endpoint.clone());
    let mut pid = None;
    for round in 0..10 {
        let table = Arc::new(SqliteTable::open(&database).expect("it can be opened"));
        let daemon = Daemon::bind(table, &endpoint).and_then(Daemon::start).expect("it can listen");
        let pid = *pid.get_or_insert_with(|| client.create(&NewProcess::new("n", "t")).expect("it is created"));
        client.register(&format!("/{round}"), pid, &[], &Metadata::new()).expect("the client finds it again");
        for earlier in 0..=round {
            assert_eq!(client.resolve_pid(&format!("/{earlier}")).expect("it was registered"), pid);
        }
        daemon.stop().expect("it served");
        assert!(matches!(client.lookup("/0"), Err(AgentError::Unavailable { .. })));
    }
}

#[test]
fn a_daemon_that_does_not_answer_is_a_timeout() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = silent.local_addr().expect("it has an address").port();
    let held = thread::spawn(move || {
        // Accepts, and says nothing.
        let streams: Vec<TcpStream> = (0..2).filter_map(|_| silent.accept().ok().map(|(stream, _)| stream)).collect();
        thread::sleep(Duration::from_secs(3));
        drop(streams);
    });
    let endpoint = Endpoint::Tcp { host: "127.0.0.1".to_owned(), port };
    let client = RpcClient::with_timeout(endpoint, Duration::from_millis(200));
    let began = Instant::now();
    let change = client.unregister("/a").expect_err("no answer comes");
    assert_eq!((change.name(), change.certainty()), ("NoAnswer", Certainty::Unknown), "{change}");
    assert!(began.elapsed() < Duration::from_secs(2), "it waited for {:?}", began.elapsed());
    let question = client.lookup("/a").expect_err("no answer comes");
    assert_eq!((question.name(), question.certainty()), ("Unavailable", Certainty::NotAttempted), "{question}");
    assert!(!question.to_string().contains("taken place"), "{question}");
    assert!(began.elapsed() < Duration::from_millis(900), "it waited for {:?}", began.elapsed());
    held.join().expect("it does not panic");
}

/// Makes a call, and gives its error.
type Ask<'a> = &'a dyn Fn() -> Option<AgentError>;

#[test]
fn a_query_without_an_answer_is_retried_once_and_a_change_is_not() {
    let directory = directory();
    let endpoint = socket(&directory);
    let dying = UnixListener::bind(path(&endpoint)).expect("it can be bound");
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    // Reads each call, and is gone, as a daemon that is killed while it works.
    thread::spawn(move || {
        for mut stream in dying.incoming().flatten() {
            if stream.read(&mut [0; 4_096]).is_ok_and(|bytes| bytes > 0) {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        }
    });
    let client = RpcClient::new(endpoint);
    let pid = Pid::new(1);
    let (metadata, process) = (Metadata::new(), NewProcess::new("n", "t"));
    let asks: [(&str, usize, Ask<'_>); 14] = [
        ("info", 2, &|| client.info().err()),
        ("lookup", 2, &|| client.lookup("/a").err()),
        ("resolve_pid", 2, &|| client.resolve_pid("/a").err()),
        ("list", 2, &|| client.list(&Filter::default()).err()),
        ("get", 2, &|| client.get(pid).err()),
        ("processes", 2, &|| client.processes(&ProcessFilter::default()).err()),
        ("register", 1, &|| client.register("/a", pid, &[], &metadata).err()),
        ("register_or_lookup", 1, &|| client.register_or_lookup("/a", pid, &[], &metadata).err()),
        ("unregister", 1, &|| client.unregister("/a").err()),
        ("unregister_if", 1, &|| client.unregister_if("/a", pid).err()),
        ("unregister_pid", 1, &|| client.unregister_pid(pid).err()),
        ("create", 1, &|| client.create(&process).err()),
        ("transition", 1, &|| client.transition(pid, ProcessState::Running, None).err()),
        ("terminate", 1, &|| client.terminate(pid, "completed", None).err()),
    ];
    for (name, times, ask) in asks {
        calls.store(0, Ordering::SeqCst);
        let error = ask().expect("no answer comes");
        let expected =
            if times == 1 { ("NoAnswer", Certainty::Unknown) } else { ("Unavailable", Certainty::NotAttempted) };
        assert_eq!((error.name(), error.certainty()), expected, "{name}: {error}");
        assert_eq!(calls.load(Ordering::SeqCst), times, "{name}");
    }
}

#[test]
fn health_needs_no_token() {
    let directory = directory();
    let token = Token::read_or_create(&directory.path().join("token")).expect("it can be made");
    let daemon =
        Daemon::bind_tcp(memory(), "127.0.0.1", 0, token, false).and_then(Daemon::start).expect("it can listen");
    let Endpoint::Tcp { port, .. } = daemon.endpoint() else { panic!("it is over TCP") };
    let mut wire = Wire::to(daemon.endpoint());
    wire.send(format!("GET /healthz HTTP/1.1\r\nhost: localhost:{port}\r\n\r\n")).expect("the daemon takes it");
    let reply = wire.reply().expect("it is answered");
    assert_eq!((reply.status, reply.body.as_str()), (200, "ok\n"));
}

/// What a client sends as `Authorization`.
fn shown(directory: &TempDir) -> String {
    let token = std::fs::read_to_string(directory.path().join("token")).expect("it is there");
    format!("Bearer {}", token.trim())
}

#[test]
fn a_daemon_on_any_address_accepts_every_literal_address_as_host() {
    let directory = directory();
    let token = Token::read_or_create(&directory.path().join("token")).expect("it can be made");
    let daemon = Daemon::bind_tcp(memory(), "0.0.0.0", 0, token.clone(), true).expect("it can listen");
    let daemon = daemon.with_host("agents.example:8437").start().expect("it can start");
    let &Endpoint::Tcp { port, .. } = daemon.endpoint() else { panic!("it is over TCP") };
    let reached = Endpoint::Tcp { host: "127.0.0.1".to_owned(), port };
    let client = RpcClient::new(reached.clone()).with_token(&token);
    assert_eq!(client.info().expect("the token is right").storage, "memory");
    let shown = shown(&directory);
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        ("10.0.0.7:8437".to_owned(), 200),
        ("10.0.0.7".to_owned(), 200),
        ("[fd00::7]:8437".to_owned(), 200),
        ("[fd00::7]".to_owned(), 200),
        ("agents.example:8437".to_owned(), 200),
        ("elsewhere.example:8437".to_owned(), 403),
        ("10.0.0.7.elsewhere.example".to_owned(), 403),
        ("10.0.0".to_owned(), 403),
    ] {
        let mut wire = Wire::to(&reached);
        wire.send(format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\n\r\n")).expect("the daemon takes it");
        assert_eq!(wire.reply().expect("it is answered").status, status, "{host}");
        for (header, expected) in [(format!("authorization: {shown}\r\n"), status), (String::new(), status.max(401))] {
            let request = format!("POST /rpc HTTP/1.1\r\nhost: {host}\r\n{header}content-length: 0\r\n\r\n");
            let mut wire = Wire::to(&reached);
            wire.send(request).expect("the daemon takes it");
            assert_eq!(wire.reply().expect("it is answered").status, expected, "{host} {header}");
        }
    }
    let on_loopback = Daemon::bind_tcp(memory(), "127.0.0.1", 0, token, false).and_then(Daemon::start);
    let on_loopback = on_loopback.expect("it can listen");
    let mut wire = Wire::to(on_loopback.endpoint());
    wire.send("GET /healthz HTTP/1.1\r\nhost: 10.0.0.7\r\n\r\n").expect("the daemon takes it");
    assert_eq!(wire.reply().expect("it is answered").status, 403, "others cannot reach this one");
}

#[test]
fn a_daemon_recognises_the_end_of_each_request() {
    let directory = directory();
    let token = Token::read_or_create(&directory.path().join("token")).expect("it can be made");
    let daemon = Daemon::bind_tcp(memory(), "127.0.0.1", 0, token.clone(), false).and_then(Daemon::start);
    let daemon = daemon.expect("it can listen");
    let &Endpoint::Tcp { port, .. } = daemon.endpoint() else { panic!("it is over TCP") };
    let (host, shown) = (format!("host: localhost:{port}\r\n"), format!("authorization: {}\r\n", shown(&directory)));
    let call = r#"{"jsonrpc":"\u0032.0","method":"kernel.info","id":1}"#;
    let post = |target: &str, headers: &str| {
        format!("POST {target} HTTP/1.1\r\n{headers}content-length: {}\r\n\r\n{call}", call.len())
    };
    for (request, status, closes) in [
        ("GET /healthz HTTP/1.0\r\n\r\n".to_owned(), 200, true),
        ("GET /healthz HTTP/1.1\r\n\r\n".to_owned(), 400, false),
        (post("/rpc", &format!("{host}{shown}")), 200, false),
        (post("/rpc", &host), 401, true),
        (post("/elsewhere", &format!("{host}{shown}")), 404, true),
        (post("/rpc", &format!("{host}{shown}{shown}")), 400, true),
        (post("/rpc", &format!("{host}{shown}authorization: Bearer wrong\r\n")), 400, true),
        (post("/rpc", &format!("{host}{shown}content-encoding: gzip\r\n")), 415, true),
        (post("/rpc", &format!("{host}{shown}content-encoding: identity\r\n")), 200, false),
        (
            format!(
                "POST /rpc HTTP/1.1\r\n{host}{shown}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"
            ),
            415,
            true,
        ),
        (format!("GET /healthz HTTP/1.1\r\n{host}content-length: 2\r\n\r\n{{}}"), 200, true),
        (post("http://elsewhere.example/rpc", &format!("{host}{shown}")), 403, true),
        (post(&format!("http://localhost:{port}/rpc"), &format!("{host}{shown}")), 200, false),
    ] {
        let mut wire = Wire::to(daemon.endpoint());
        wire.send(&request).expect("the daemon takes it");
        let reply = wire.reply().expect("it is answered");
        assert_eq!(reply.status, status, "{request}: {}", reply.body);
        let says_close = reply.head.to_ascii_lowercase().contains("connection: close");
        // A version of HTTP that keeps no connection open needs no word of it.
        assert!(says_close == closes || request.contains("HTTP/1.0"), "{request}: {}", reply.head);
        if closes {
            assert_eq!(wire.bytes_until_closed(), Some(0), "{request}");
        }
    }
}

#[test]
fn a_page_over_rpc_has_at_most_a_thousand_entries() {
    let table = memory();
    let pid = table.create(&NewProcess::new("n", "t")).expect("it is created");
    for number in 0..1_001 {
        table.register(&format!("/{number}"), pid, &[], &Metadata::new()).expect("the name is free");
        table.create(&NewProcess::new("n", "t")).expect("it is created");
    }
    let directory = directory();
    let daemon = Daemon::bind(table, &socket(&directory)).and_then(Daemon::start).expect("it can listen");
    let client = RpcClient::new(daemon.endpoint().clone());
    for limit in [1_001, 1 << 40, u64::MAX] {
        let page = client.list(&Filter { limit, ..Filter::default() }).expect("it is served");
        assert_eq!((page.entries.len(), page.total), (1_000, 1_001), "{limit}");
        let page = client.processes(&ProcessFilter { limit, ..ProcessFilter::default() }).expect("it is served");
        assert_eq!((page.entries.len(), page.total), (1_000, 1_002), "{limit}");
    }
}
