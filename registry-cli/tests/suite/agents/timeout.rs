//! `--timeout`: how long a command waits for a daemon that does not answer, or for a file that another program has locked.

use super::process::Process;
use crate::PROGRAM;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Runs a command with a timeout of half a second. Returns its exit code, its errors and the time it took.
fn waited(directory: &Path, arguments: &[&str]) -> (Option<i32>, String, Duration) {
    let began = Instant::now();
    let output = Command::new(PROGRAM)
        .args(["agents", "--timeout", "0.5"])
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("the program runs");
    (output.status.code(), String::from_utf8(output.stderr).expect("it is UTF-8"), began.elapsed())
}

/// Long before the default timeouts of 15 and 5 seconds.
fn is_in_time(took: Duration) -> bool {
    (Duration::from_millis(500)..Duration::from_secs(4)).contains(&took)
}

#[test]
fn a_suspended_daemon_is_a_timeout_and_only_a_change_may_have_taken_place() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let daemon = Process::serve(&[], directory.path());
    daemon.suspend();
    let (code, message, took) = waited(directory.path(), &["list"]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.starts_with("error: Unavailable: ") && !message.contains("taken place"), "{message}");
    assert!(is_in_time(took), "{took:?}");
    let (code, message, took) = waited(directory.path(), &["unregister", "/a"]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("taken place"), "{message}");
    assert!(is_in_time(took), "{took:?}");
}

#[test]
fn a_locked_file_is_a_timeout() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let (code, message, _) = waited(directory.path(), &["--db", "kernel.db", "spawn", "worker", "test/worker"]);
    assert_eq!(code, Some(0), "{message}");
    let other = rusqlite::Connection::open(directory.path().join("kernel.db")).expect("it is a database");
    other.execute_batch("BEGIN IMMEDIATE").expect("it is not locked");
    let (code, message, took) = waited(directory.path(), &["--db", "kernel.db", "register", "/a", "1"]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.starts_with("error: Busy: "), "{message}");
    assert!(is_in_time(took), "{took:?}");
    other.execute_batch("ROLLBACK").expect("it was begun");
}

#[test]
fn a_timeout_is_a_number_of_seconds() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    for wrong in ["0", "-1", "nan", "inf", "x", ""] {
        let output = Command::new(PROGRAM)
            .args(["agents", &format!("--timeout={wrong}"), "list"])
            .current_dir(directory.path())
            .output()
            .expect("the program runs");
        let message = String::from_utf8(output.stderr).expect("it is UTF-8");
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(message.contains("greater than 0, such as 2 or 0.5"), "{wrong}: {message}");
    }
}
