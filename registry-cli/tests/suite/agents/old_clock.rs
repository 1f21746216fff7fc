//! The agent table while the clock of the machine is set before 1970.
#![cfg(target_os = "linux")]

use super::process::Process;
use crate::PROGRAM;
use crate::numbers::Numbers;
use crate::wire::Wire;
use registry::agents::AgentTable;
use registry::agents::rpc::{Endpoint, RpcClient};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Sets the time of day back by 4,000,000,000 seconds for a program that preloads it.
const OLD_CLOCK: &str = r"
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
  int code = syscall(SYS_clock_gettime, clock, time);
  if (code == 0 && clock == CLOCK_REALTIME) time->tv_sec -= 4000000000;
  return code;
}
";

/// Compiles the library, or returns `None` if there is no C compiler, which is an error in CI.
fn old_clock(directory: &Path) -> Option<PathBuf> {
    let (source, library) = (directory.join("clock.c"), directory.join("clock.so"));
    fs::write(&source, OLD_CLOCK).expect("it can be written");
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).output();
    match compiled {
        Err(error) if error.kind() == ErrorKind::NotFound && env::var_os("CI").is_none() => {
            eprintln!("SKIPPED: cc: {error}");
            None
        }
        compiled => {
            let compiled = compiled.expect("cc runs");
            assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
            Some(library)
        }
    }
}

#[test]
fn a_daemon_and_its_commands_work() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let Some(clock) = old_clock(directory.path()) else { return };
    let daemon = Process::serve_with(&[("LD_PRELOAD", &clock)], &["--db", "kernel.db"], directory.path());
    let printed = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        let output = command.args(arguments).current_dir(directory.path()).env("LD_PRELOAD", &clock).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("it is UTF-8")
    };
    for place in [&[][..], &["--db", "kernel.db"]] {
        let agents = |arguments: &[&str]| printed(&[&["agents"], place, arguments].concat());
        let pid = agents(&["spawn", "worker", "test/worker"]);
        agents(&["register", &format!("/{}", place.len()), pid.trim_end()]);
    }
    let client = RpcClient::new(daemon.endpoint.clone());
    let entry = client.lookup("/0").expect("it was registered");
    assert!(entry.registered_at.abs() < 1e-9, "{}", entry.registered_at);
    let answer = Wire::to(&daemon.endpoint).post("", r#"{"jsonrpc":"2.0","id":1,"method":"kernel.info"}"#);
    assert!(answer.status == 200 && answer.body.contains("sqlite"), "{answer:?}");
    assert_eq!(daemon.terminate(), Some(0));
}

#[test]
fn a_daemon_over_tcp_rejects_the_same_requests() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let Some(clock) = old_clock(directory.path()) else { return };
    let daemon = Process::serve_with(&[("LD_PRELOAD", &clock)], &["--listen", "tcp:127.0.0.1:0"], directory.path());
    let Endpoint::Tcp { port, .. } = daemon.endpoint else { panic!("it listens at a port") };
    let token = fs::read_to_string(directory.path().join("registry.token")).expect("the daemon wrote it");
    let shown = format!("host: 127.0.0.1:{port}\r\nauthorization: Bearer {}\r\n", token.trim_end());
    let host = format!("host: 127.0.0.1:{port}\r\n");
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"kernel.info"}"#;
    let length = format!("content-length: {}\r\n", call.len());
    let many = "x: y\r\n".repeat(101);
    let long = format!("x: {}\r\n", "y".repeat(20_000));
    let requests = [
        ("GET /healthz HTTP/1.1", [&host, "", "", ""], 200, "ok\n"),
        ("GET /healthz HTTP/1.0", ["", "", "", ""], 200, "ok\n"),
        ("GET /healthz HTTP/1.1", ["", "", "", ""], 400, "`Host`"),
        ("GET /healthz HTTP/1.1", ["host: evil.example\r\n", "", "", ""], 403, "host"),
        ("GET http://evil.example/healthz HTTP/1.1", [&host, "", "", ""], 403, "host"),
        ("GET / HTTP/1.1", [&host, "", "", ""], 404, "/rpc"),
        ("GET /rpc HTTP/1.1", [&shown, "", "", ""], 405, "POST"),
        ("POST /rpc HTTP/1.1", [&host, &length, "", call], 401, "token"),
        ("POST /rpc HTTP/1.1", [&shown, &length, "", call], 200, "\"storage\":\"memory\""),
        ("POST /rpc HTTP/1.1", [&shown, &length, "", &format!("{call}{call}")], 200, "\"storage\":\"memory\""),
        ("POST /rpc HTTP/1.1", [&shown, "content-length: 9999999\r\n", "", ""], 413, "1 MiB"),
        ("POST /rpc HTTP/1.1", [&shown, "content-length: x\r\n", "", ""], 400, "`Content-Length`"),
        ("POST /rpc HTTP/1.1", [&shown, &length, &length, call], 400, "`Content-Length`"),
        ("POST /rpc HTTP/1.1", [&shown, "transfer-encoding: chunked\r\n", "", "0\r\n\r\n"], 411, "`Content-Length`"),
        ("POST /rpc HTTP/1.1", [&shown, &length, "content-encoding: gzip\r\n", call], 415, "encoded"),
        ("GET /healthz HTTP/1.1", [&host, &many, "", ""], 400, "head"),
        ("GET /healthz HTTP/1.1", [&host, &long, "", ""], 431, "head"),
        ("\u{1}", ["", "", "", ""], 400, "head"),
    ];
    for (line, [first, second, third, body], status, words) in requests {
        let request = format!("{line}\r\n{first}{second}{third}\r\n{body}");
        let mut wire = Wire::to(&daemon.endpoint);
        wire.send(&request).expect("the daemon takes it");
        let answer = wire.reply().unwrap_or_else(|| panic!("no answer to {request}"));
        assert_eq!(answer.status, status, "{request}{answer:?}");
        assert!(answer.body.contains(words), "{request}{answer:?}");
        assert!(answer.head.contains("connection: close\r\n") && !answer.head.contains("date:"), "{answer:?}");
        assert_eq!(wire.bytes_until_closed(), Some(0), "{request}");
    }
    let bytes = |method: &str| {
        let mut wire = Wire::to(&daemon.endpoint);
        wire.send(format!("{method} /healthz HTTP/1.1\r\n{host}\r\n")).expect("the daemon takes it");
        wire.bytes_until_closed().expect("it is closed")
    };
    assert_eq!(bytes("GET") - bytes("HEAD"), "ok\n".len());
}

/// Requests with bytes changed, removed or repeated, sent in parts: each is answered or closed, and the daemon goes on.
#[test]
fn a_daemon_survives_broken_requests() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let Some(clock) = old_clock(directory.path()) else { return };
    let daemon = Process::serve_with(&[("LD_PRELOAD", &clock)], &[], directory.path());
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"kernel.info"}"#;
    let whole = format!("POST /rpc HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\nx: y\r\n\r\n{call}", call.len());
    for seed in 0..2_000 {
        let mut numbers = Numbers::from_seed(seed);
        let mut request = whole.clone().into_bytes();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(request.len());
            match numbers.below(3) {
                0 => request[at] = u8::try_from(numbers.below(256)).expect("it is a byte"),
                1 => drop(request.remove(at)),
                _ => request.insert(at, request[at]),
            }
        }
        let (first, second) = request.split_at(numbers.below(request.len()));
        let Endpoint::Unix(path) = &daemon.endpoint else { panic!("it listens at a socket") };
        let mut stream = UnixStream::connect(path).expect("the daemon listens");
        // The daemon may have answered and closed after the first part.
        let _ = stream.write_all(first).and_then(|()| stream.write_all(second));
        stream.shutdown(Shutdown::Write).or_else(closed).expect("it was open");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).map(drop).or_else(closed).expect("the daemon closes it");
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 "), "seed {seed}: {}", answer.escape_ascii());
    }
    let answer = Wire::to(&daemon.endpoint).post("", call);
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(daemon.terminate(), Some(0));
}

/// Treats a connection that the daemon has already closed like one that it closes now.
fn closed(error: io::Error) -> io::Result<()> {
    match error.kind() {
        ErrorKind::ConnectionReset | ErrorKind::NotConnected | ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    }
}
