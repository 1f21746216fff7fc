//! The output and the exit codes of the commands.

use super::process::Process;
use crate::PROGRAM;
use crate::fixtures::{VERSION_5, copy};
use registry::agents::rpc::{Endpoint, RpcClient, Token};
use registry::agents::{AgentTable, NewProcess};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory can be made")
}

fn run(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).current_dir(directory).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it is UTF-8")
}

/// Returns the output of a command that succeeds.
fn printed(directory: &Path, arguments: &[&str]) -> String {
    let output = run(directory, arguments);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{arguments:?}");
    text(&output.stdout).to_owned()
}

/// Returns the exit code and the message of a command that fails.
fn failure(directory: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(directory, arguments);
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    (output.status.code(), text(&output.stderr).to_owned())
}

/// Exercises all commands, given the options that locate the table.
fn a_life(directory: &Path, place: &[&str]) {
    let agents = |arguments: &[&str]| printed(directory, &[&["agents"], place, arguments].concat());
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_str(&agents(&[&["--json"], arguments].concat())).expect("it is JSON")
    };
    let failure = |arguments: &[&str]| failure(directory, &[&["agents"], place, arguments].concat());

    assert_eq!(agents(&["spawn", "alice", "research/surveyor"]), "1\n");
    assert_eq!(json(&["spawn", "bob", "research/writer", "--parent", "1"]), json!({"pid": 2, "state": "READY"}));
    let name = "/agents/researcher/alice";
    let register =
        ["register", name, "1", "--tag", "research", "--tag", "v2", "--metadata", r#"{"n":12345678901234567890123}"#];
    assert_eq!(agents(&register), format!("registered {name} for process 1\n"));
    assert_eq!(json(&["register", "/services/research", "1"]), json!({"name": "/services/research", "pid": 1}));
    assert_eq!(agents(&["register", name, "2", "--or-lookup"]), format!("process 1 already has {name}\n"));

    let entry = agents(&["lookup", name, "--json"]);
    assert!(entry.contains("12345678901234567890123"), "{entry}");
    let table = agents(&["lookup", name]);
    for shown in [name, "research, v2", "registered (UTC)", "20"] {
        assert!(table.contains(shown), "{table}");
    }
    let listed = json(&["list", "--prefix", "/agents/", "--tag", "v2"]);
    assert_eq!((&listed["total"], &listed["entries"][0]["name"]), (&json!(1), &json!(name)));
    assert!(agents(&["list", "--limit", "1"]).ends_with("1 of 2\n"));

    assert_eq!(
        failure(&["register", name, "2"]),
        (Some(1), format!("error: RegistryNameExists: {name:?} is already registered; unregister it first\n"))
    );
    assert_eq!(
        failure(&["lookup", "/nobody"]),
        (Some(1), "error: RegistryNotFound: no process is registered as \"/nobody\"\n".to_owned())
    );
    assert_eq!(failure(&["register", "caf\u{e9}", "1"]).0, Some(1));
    assert_eq!(
        failure(&["register", "/x", "77"]),
        (Some(1), "error: UnknownPid: process 77 does not exist\n".to_owned())
    );

    let processes = json(&["ps", "--parent", "1"]);
    assert_eq!((&processes["total"], &processes["agents"][0]["name"]), (&json!(1), &json!("bob")));
    let ended = agents(&["terminate", "1", "--kind", "completed", "--detail", "all done", "--unregister"]);
    assert_eq!(ended, "process 1 was READY and is DEAD; removed 2 names\n");
    assert_eq!(failure(&["terminate", "1"]).0, Some(1));
    let dead = agents(&["ps", "--state", "DEAD"]);
    assert!(dead.contains("completed: all done") && dead.ends_with("1 of 1\n"), "{dead}");
    assert_eq!(json(&["list"])["total"], 0);

    agents(&["register", "/a", "2"]);
    assert_eq!(agents(&["unregister", "/a", "--if", "1"]), "removed 0 names\n");
    assert_eq!(agents(&["unregister", "/a"]), "removed 1 name\n");
    assert_eq!(json(&["unregister", "--all-of", "2"]), json!({"removed": 0}));
}

#[test]
fn the_commands_work_on_a_database() {
    let directory = directory();
    a_life(directory.path(), &["--db", "kernel.db"]);
}

#[test]
fn the_commands_work_with_a_daemon_over_a_unix_socket() {
    let directory = directory();
    let daemon = Process::serve(&["--db", "kernel.db"], directory.path());
    a_life(directory.path(), &[]);
    assert_eq!(daemon.terminate(), Some(0));
    assert!(!directory.path().join("registry.sock").exists());
    assert!(
        printed(directory.path(), &["agents", "--db", "kernel.db", "ps"]).ends_with("2 of 2\n"),
        "it is in the file"
    );
}

#[test]
fn the_commands_work_with_a_daemon_over_tcp() {
    let directory = directory();
    let daemon = Process::serve(&["--listen", "tcp:127.0.0.1:0"], directory.path());
    let token = directory.path().join("registry.token");
    assert_eq!(fs::metadata(token).expect("a token was made").permissions().mode() & 0o777, 0o600);
    a_life(directory.path(), &["--at", &daemon.endpoint.to_string()]);
    assert_eq!(daemon.terminate(), Some(0));
}

#[test]
fn the_database_of_the_kernel_can_be_shown() {
    let directory = directory();
    copy(VERSION_5, directory.path());
    let list = printed(directory.path(), &["agents", "--db", VERSION_5, "list"]);
    assert!(list.contains("bridge:telegram") && list.ends_with("3 of 3\n"), "{list}");
}

#[test]
fn an_unreachable_table_has_a_different_exit_code() {
    let directory = directory();
    let (code, message) = failure(directory.path(), &["agents", "list"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("cannot connect to unix:registry.sock"), "{message}");
    let (code, message) = failure(directory.path(), &["agents", "--at", "tcp:127.0.0.1:1", "list"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("registry.token"), "{message}");
    fs::write(directory.path().join("text"), "no database").expect("it can be written");
    let (code, message) = failure(directory.path(), &["agents", "--db", "text", "list"]);
    assert_eq!(code, Some(2));
    assert!(message.starts_with("error: SchemaMismatch: "), "{message}");
    for wrong in [
        &["agents", "--db", "x", "--at", "unix:y", "list"][..],
        &["agents", "--at", "nowhere", "list"],
        &["agents", "unregister"],
        &["agents", "register", "/a", "one"],
        &["agents", "register", "/a", "1", "--metadata", "[]"],
        &["agents", "ps", "--state", "ready"],
        &["serve", "--listen", "127.0.0.1:80"],
        &["serve", "--listen", "tcp:0.0.0.0:0"],
        &["serve", "--listen", "unix:x", "--any-address"],
        &["serve", "--host", "agents.example:80"],
        &["serve", "--token-file", "token"],
        &["serve", "--db", "text"],
    ] {
        assert_eq!(failure(directory.path(), wrong).0, Some(2), "{wrong:?}");
    }
}

#[test]
fn a_daemon_prints_its_address_and_leaves_nothing_behind_when_stopped() {
    for _ in 0..50 {
        let directory = directory();
        let daemon = Process::serve(&[], directory.path());
        assert_eq!(daemon.terminate(), Some(0));
        assert_eq!(fs::read_dir(directory.path()).expect("it can be read").count(), 0);
    }
}

#[test]
fn a_daemon_serves_even_if_nothing_reads_its_output() {
    let directory = directory();
    let (unread, output) = std::io::pipe().expect("a pipe can be made");
    drop(unread);
    let mut child = Command::new(PROGRAM)
        .arg("serve")
        .current_dir(directory.path())
        .stdout(output)
        .spawn()
        .expect("the program starts");
    let client = RpcClient::new(Endpoint::Unix(directory.path().join("registry.sock")));
    let served = (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        client.info().is_ok()
    });
    child.kill().and_then(|()| child.wait()).expect("it ran until now");
    assert!(served);
}

#[test]
fn a_second_daemon_at_the_same_socket_is_rejected_and_the_first_continues() {
    let directory = directory();
    let daemon = Process::serve(&[], directory.path());
    let (code, message) = failure(directory.path(), &["serve"]);
    assert_eq!((code, message.contains("another daemon is using it")), (Some(2), true), "{message}");
    RpcClient::new(daemon.endpoint.clone()).info().expect("the first is served on");
}

#[test]
fn control_characters_of_other_programs_do_not_reach_the_terminal() {
    let directory = directory();
    let database = directory.path().join("kernel.db");
    registry::agents::SqliteTable::open(&database)
        .and_then(|table| table.create(&NewProcess::new("evil\u{1b}[2J\u{9b}x", "t")))
        .expect("a process may be called anything");
    let shown = printed(directory.path(), &["agents", "--db", "kernel.db", "ps"]);
    assert!(!shown.contains(['\u{1b}', '\u{9b}']) && shown.contains(r"\u{1b}[2J"), "{shown}");
}

#[test]
fn help_and_completions_know_the_commands() {
    let directory = directory();
    for (arguments, words) in [
        (&["--help"][..], &["serve", "agents", "completions"][..]),
        (&["serve", "--help"], &["--listen", "--token-file", "unix:PATH", "Examples:"]),
        (&["agents", "--help"], &["spawn", "terminate", "--db", "--json", "Examples:"]),
        (&["agents", "register", "--help"], &["--or-lookup", "printable ASCII"]),
        (&["completions", "bash"], &["--token-file", "unregister"]),
    ] {
        let help = printed(directory.path(), arguments);
        for word in words {
            assert!(help.contains(word), "{arguments:?} does not mention {word}");
        }
    }
}

#[test]
fn the_token_is_never_printed() {
    let directory = directory();
    let daemon = Process::serve(&["--listen", "tcp:127.0.0.1:0", "--token-file", "secret"], directory.path());
    let secret = fs::read_to_string(directory.path().join("secret")).expect("it was made");
    let Endpoint::Tcp { port, .. } = daemon.endpoint else { panic!("it is over TCP") };
    fs::write(directory.path().join("other"), "0000").expect("it can be written");
    fs::set_permissions(directory.path().join("other"), fs::Permissions::from_mode(0o600)).expect("it can be set");
    let at = format!("tcp:127.0.0.1:{port}");
    let (code, message) = failure(directory.path(), &["agents", "--at", &at, "--token-file", "other", "list"]);
    assert_eq!((code, message.contains("401")), (Some(2), true), "{message}");
    assert!(!message.contains(secret.trim()) && !message.contains("0000"), "{message}");
    let token = Token::read(&directory.path().join("secret")).expect("it can be read");
    RpcClient::new(daemon.endpoint.clone()).with_token(&token).info().expect("who shows it is served");
}
