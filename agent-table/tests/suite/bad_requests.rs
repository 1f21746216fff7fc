//! What a daemon says to requests that are wrong, and that others do not notice.

use crate::wire::Wire;
use agent_table::rpc::{Daemon, Endpoint, Limits, RpcClient, RunningDaemon, Token};
use agent_table::{AgentError, AgentTable, Certainty, Filter, MemoryTable, Metadata, NewProcess, Pid, ProcessFilter};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A daemon over a Unix socket, whose table has `/a` for process 1.
struct Served {
    daemon: RunningDaemon,
    table: Arc<MemoryTable>,
    _directory: TempDir,
}

fn served(limits: Limits) -> Served {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let table = Arc::new(MemoryTable::new());
    let pid = table.create(&NewProcess::new("worker", "test/worker")).expect("it is created");
    table.register("/a", pid, &["t"], &Metadata::new()).expect("the name is free");
    let endpoint = Endpoint::Unix(directory.path().join("registry.sock"));
    let daemon = Daemon::bind(Arc::clone(&table) as Arc<dyn AgentTable>, &endpoint).expect("it can listen");
    let daemon = daemon.with_limits(limits).start().expect("it can start");
    Served { daemon, table, _directory: directory }
}

impl Served {
    fn wire(&self) -> Wire {
        Wire::to(self.daemon.endpoint())
    }

    fn client(&self) -> RpcClient {
        RpcClient::new(self.daemon.endpoint().clone())
    }

    /// Another client goes on, and finds the table as it was.
    fn is_unharmed(&self) {
        let page = self.client().list(&Filter::default()).expect("others are served");
        assert_eq!((page.total, page.entries[0].name.as_str()), (1, "/a"));
        assert_eq!(self.table.processes(&ProcessFilter::default()).expect("it is there").total, 1);
    }
}

fn quick() -> Limits {
    let short = Duration::from_millis(400);
    Limits { read_timeout: short, write_timeout: short, shutdown_timeout: Duration::from_secs(5), ..Limits::default() }
}

const NULL: Value = Value::Null;

#[test]
fn each_wrong_body_is_answered_with_its_code_and_id_and_changes_nothing() {
    let deep_list = "[".repeat(500_000);
    let closed_list = format!("{}{}", "[".repeat(300_000), "]".repeat(300_000));
    let long_batch = format!("[{}1]", "1,".repeat(1_000));
    let deep_params = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"kernel.info","params":{{"x":{closed_list}}}}}"#);
    let deep_method = format!(r#"{{"jsonrpc":"2.0","id":1,"method":{closed_list}}}"#);
    let bodies: [(&[u8], i64, Value, &str); 36] = [
        // Not JSON.
        (b"", -32700, NULL, "EOF"),
        (b"{", -32700, NULL, "EOF"),
        (b"{]", -32700, NULL, "line 1 column 2"),
        (b"nonsense", -32700, NULL, "line 1"),
        (br#"{"jsonrpc":"2.0","id":1,"method":"kernel.info"} {}"#, -32700, NULL, "trailing"),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", -32700, NULL, "utf-8"),
        (b"\xef\xbb\xbf{}", -32700, NULL, "line 1"),
        (deep_list.as_bytes(), -32700, NULL, "EOF"),
        // JSON, and no request.
        (b"1", -32600, NULL, "object"),
        (b"null", -32600, NULL, "object"),
        (b"\"x\"", -32600, NULL, "object"),
        (b"{}", -32600, NULL, "`jsonrpc`"),
        (b"[]", -32600, NULL, "empty"),
        (long_batch.as_bytes(), -32600, NULL, "1001 calls"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","id":[]}"#, -32600, NULL, "`id`"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","id":{}}"#, -32600, NULL, "`id`"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","id":true}"#, -32600, NULL, "`id`"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","id":1e999}"#, -32600, NULL, "`id`"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","id":"\ud800"}"#, -32600, NULL, "`id`"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","id":1,"id":2}"#, -32600, NULL, "duplicate"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","id":1,"\u0069d":2}"#, -32600, NULL, "duplicate"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","method":"kernel.info","id":1}"#, -32600, NULL, "duplicate"),
        (br#"{"method":"kernel.info","id":1}"#, -32600, json!(1), "`jsonrpc`"),
        (br#"{"jsonrpc":"1.0","method":"kernel.info","id":"x"}"#, -32600, json!("x"), "`jsonrpc`"),
        (br#"{"jsonrpc":2.0,"method":"kernel.info","id":1}"#, -32600, json!(1), "`jsonrpc`"),
        (br#"{"jsonrpc":"2.0","id":1}"#, -32600, json!(1), "`method`"),
        (br#"{"jsonrpc":"2.0","method":1,"id":1}"#, -32600, json!(1), "`method`"),
        (deep_method.as_bytes(), -32600, json!(1), "`method`"),
        // A call of something that is not there, or with parameters that are none.
        (br#"{"jsonrpc":"2.0","method":"rpc.x","id":1}"#, -32601, json!(1), "rpc.x"),
        (br#"{"jsonrpc":"2.0","method":"","id":-7}"#, -32601, json!(-7), "\"\""),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","params":"x","id":1.5}"#, -32602, json!(1.5), "object"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","params":null,"id":1}"#, -32602, json!(1), "object"),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","params":[1],"id":1}"#, -32602, json!(1), "object"),
        (
            br#"{"jsonrpc":"2.0","method":"kernel.info","params":{"x":1,"x":1},"id":null}"#,
            -32602,
            NULL,
            "duplicate parameter `x`",
        ),
        (br#"{"jsonrpc":"2.0","method":"kernel.info","params":{"x":1},"id":1}"#, -32602, json!(1), "no parameter `x`"),
        (deep_params.as_bytes(), -32602, json!(1), "no parameter `x`"),
    ];
    let served = served(Limits::default());
    let mut wire = served.wire();
    for (body, code, id, words) in bodies {
        let shown = String::from_utf8_lossy(&body[..body.len().min(90)]).into_owned();
        let reply = wire.post("", body);
        assert_eq!(reply.status, 200, "{shown}");
        let answer: Value = serde_json::from_str(&reply.body).expect("it is JSON");
        assert_eq!(
            (&answer["jsonrpc"], &answer["error"]["code"], &answer["id"]),
            (&json!("2.0"), &json!(code), &id),
            "{shown}: {answer}"
        );
        assert!(answer.get("id").is_some() && answer.get("result").is_none(), "{shown}: {answer}");
        let message = answer["error"]["message"].as_str().expect("it has a message");
        assert!(message.to_lowercase().contains(&words.to_lowercase()), "{shown}: {message}");
    }
    served.is_unharmed();
}

#[test]
fn each_wrong_parameter_is_named() {
    let served = served(Limits::default());
    let mut wire = served.wire();
    let deep = format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200));
    let long_name = "x".repeat(900_000);
    let (long, deep) =
        (format!(r#"{{"name":"{long_name}","pid":1}}"#), format!(r#"{{"name":"/b","pid":1,"metadata":{deep}}}"#));
    let table = [
        ("kernel.registry.register", "{}", -32602, json!({"field": "name"})),
        ("kernel.registry.register", r#"{"name":"/b"}"#, -32602, json!({"field": "pid"})),
        ("kernel.registry.register", r#"{"name":null,"pid":1}"#, -32602, json!({"field": "name"})),
        ("kernel.registry.register", r#"{"name":7,"pid":1}"#, -32602, json!({"field": "name"})),
        ("kernel.registry.register", r#"{"name":"\ud800","pid":1}"#, -32602, json!({"field": "name"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":true}"#, -32602, json!({"field": "pid"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":"1"}"#, -32602, json!({"field": "pid"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":1.0}"#, -32602, json!({"field": "pid"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":1e0}"#, -32602, json!({"field": "pid"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":9223372036854775808}"#, -32602, json!({"field": "pid"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":[1]}"#, -32602, json!({"field": "pid"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":1,"tags":"t"}"#, -32602, json!({"field": "tags"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":1,"tags":[1]}"#, -32602, json!({"field": "tags"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":1,"tags":[null]}"#, -32602, json!({"field": "tags"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":1,"metadata":[]}"#, -32602, json!({"field": "metadata"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":1,"metadata":"{}"}"#, -32602, json!({"field": "metadata"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":1,"tag":["t"]}"#, -32602, json!({"field": "tag"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":1,"tags":[""]}"#, -32104, json!({"field": "tags"})),
        ("kernel.registry.register", &deep, -32104, json!({"field": "metadata"})),
        (
            "kernel.registry.register",
            r#"{"name":"/b","pid":1,"metadata":{"n":1e999}}"#,
            -32104,
            json!({"field": "metadata"}),
        ),
        ("kernel.registry.register", r#"{"name":"","pid":1}"#, -32153, json!({"name": ""})),
        ("kernel.registry.register", r#"{"name":"a\u0000b","pid":1}"#, -32153, json!({"name": "a\0b"})),
        ("kernel.registry.register", &long, -32153, json!({"name": long_name})),
        ("kernel.registry.register", r#"{"name":"/a","pid":1}"#, -32152, json!({"name": "/a"})),
        ("kernel.registry.register", r#"{"name":"/b","pid":2}"#, -32102, json!({"pid": 2})),
        ("kernel.registry.register_or_lookup", r#"{"name":"/b","pid":0}"#, -32102, json!({"pid": 0})),
        ("kernel.registry.lookup", r#"{"name":"/b"}"#, -32151, json!({"name": "/b"})),
        ("kernel.registry.lookup", r#"{"names":"/b"}"#, -32602, json!({"field": "name"})),
        ("kernel.registry.unregister", r#"{"name":["/a"]}"#, -32602, json!({"field": "name"})),
        ("kernel.registry.unregister_if", r#"{"name":"/a"}"#, -32602, json!({"field": "pid"})),
        ("kernel.registry.unregister_pid", r#"{"pid":false}"#, -32602, json!({"field": "pid"})),
        ("kernel.registry.list", r#"{"limit":"x"}"#, -32602, json!({"field": "limit"})),
        ("kernel.registry.list", r#"{"limit":-1}"#, -32602, json!({"field": "limit"})),
        ("kernel.registry.list", r#"{"offset":1.5}"#, -32602, json!({"field": "offset"})),
        ("kernel.registry.list", r#"{"offset":true}"#, -32602, json!({"field": "offset"})),
        ("kernel.registry.list", r#"{"prefix":1}"#, -32602, json!({"field": "prefix"})),
        ("kernel.registry.list", r#"{"tag":["t"]}"#, -32602, json!({"field": "tag"})),
        ("kernel.agent.create", r#"{"name":"n"}"#, -32602, json!({"field": "template"})),
        ("kernel.agent.create", r#"{"name":"","template":"t"}"#, -32104, json!({"field": "name"})),
        ("kernel.agent.create", r#"{"name":"n","template":"t","parent_pid":9}"#, -32102, json!({"pid": 9})),
        (
            "kernel.agent.create",
            r#"{"name":"n","template":"t","parent_pid":"9"}"#,
            -32602,
            json!({"field": "parent_pid"}),
        ),
        ("kernel.agent.get", r#"{"pid":9}"#, -32102, json!({"pid": 9})),
        ("kernel.agent.list", r#"{"state":"ready"}"#, -32602, json!({"field": "state"})),
        ("kernel.agent.transition", r#"{"pid":1}"#, -32602, json!({"field": "target_state"})),
        (
            "kernel.agent.transition",
            r#"{"pid":1,"target_state":"WAITING"}"#,
            -32103,
            json!({"pid": 1, "from": "READY", "to": "WAITING"}),
        ),
        (
            "kernel.agent.transition",
            r#"{"pid":1,"target_state":"RUNNING","reason":1}"#,
            -32602,
            json!({"field": "reason"}),
        ),
        ("kernel.agent.terminate", r#"{"pid":1}"#, -32602, json!({"field": "exit_kind"})),
        ("kernel.agent.terminate", r#"{"pid":1,"exit_kind":""}"#, -32104, json!({"field": "exit_kind"})),
    ];
    for (method, params, code, data) in table {
        let shown: String = format!("{method} {params}").chars().take(120).collect();
        let reply = wire.post("", format!(r#"{{"jsonrpc":"2.0","id":"i","method":"{method}","params":{params}}}"#));
        let answer: Value = serde_json::from_str(&reply.body).expect("it is JSON");
        let error = &answer["error"];
        assert_eq!((&error["code"], &answer["id"]), (&json!(code), &json!("i")), "{shown}: {error}");
        for (member, value) in data.as_object().expect("it is an object") {
            assert_eq!(&error["data"][member], value, "{shown}");
        }
        let message = error["message"].as_str().expect("it has a message");
        let name = message.split(':').next().expect("it begins with a name");
        assert!(name.chars().all(char::is_alphabetic), "{shown}: {message}");
    }
    served.is_unharmed();
}

#[test]
fn a_batch_is_answered_call_by_call_and_notifications_not_at_all() {
    let served = served(Limits::default());
    let mut wire = served.wire();
    let batch = r#"[
        {"jsonrpc":"2.0","method":"kernel.registry.unregister","params":{"name":"/none"},"id":1},
        1,
        {"jsonrpc":"2.0","method":"kernel.registry.register","params":{"name":"/b","pid":1}},
        {"jsonrpc":"2.0","method":"kernel.registry.lookup","params":{"name":"/b"},"id":"two"},
        {"jsonrpc":"2.0","method":"kernel.registry.lookup","params":"x"},
        ["2.0","kernel.info"],
        {"jsonrpc":"2.0","method":"kernel.registry.unregister","params":{"name":"/b"},"id":null}
    ]"#;
    let answers: Value = serde_json::from_str(&wire.post("", batch).body).expect("it is JSON");
    let answers = answers.as_array().expect("a batch is answered by a list");
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(1), &NULL, &json!("two"), &NULL, &NULL]);
    assert_eq!(answers[0]["result"], json!({"name": "/none", "removed": 0}));
    assert_eq!(answers[1]["error"]["code"], -32600);
    assert_eq!(answers[2]["result"]["pid"], 1);
    assert_eq!(answers[3]["error"]["code"], -32600);
    assert_eq!(answers[4]["result"], json!({"name": "/b", "removed": 1}));

    for silent in [
        r#"{"jsonrpc":"2.0","method":"kernel.registry.register","params":{"name":"/silent","pid":1}}"#,
        r#"{"jsonrpc":"2.0","method":"kernel.registry.register","params":{"name":"/silent","pid":1}}"#,
        r#"{"jsonrpc":"2.0","method":"no.such.method"}"#,
        r#"{"jsonrpc":"2.0","method":"kernel.info","params":"x"}"#,
        r#"[{"jsonrpc":"2.0","method":"kernel.info"},{"jsonrpc":"2.0","method":"nothing"}]"#,
    ] {
        let reply = wire.post("", silent);
        assert_eq!((reply.status, reply.body.as_str()), (204, ""), "{silent}");
    }
    assert_eq!(served.client().resolve_pid("/silent").expect("a notification is done").get(), 1);
}

#[test]
fn ids_are_returned_unchanged() {
    let served = served(Limits::default());
    let mut wire = served.wire();
    for id in ["0", "-1", "1.50", "1e2", "12345678901234567890123", "\"\"", "\"\\u0041\"", "null"] {
        let body =
            format!(r#"{{"jsonrpc":"2.0","method":"kernel.registry.lookup","params":{{"name":"/a"}},"id":{id}}}"#);
        let reply = wire.post("", body);
        assert!(reply.body.contains(r#""result":{"name":"/a""#), "{id}: {}", reply.body);
        assert!(reply.body.ends_with(&format!(r#""id":{id}}}"#)), "{id}: {}", reply.body);
    }
}

/// A daemon over TCP, with its token.
fn over_tcp() -> (RunningDaemon, PathBuf, TempDir) {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let path = directory.path().join("token");
    let token = Token::read_or_create(&path).expect("a token can be made");
    let daemon = Daemon::bind_tcp(Arc::new(MemoryTable::new()), "127.0.0.1", 0, token, false).expect("it can listen");
    let daemon = daemon.with_host("Agents.Example:8437").start().expect("it can start");
    (daemon, path, directory)
}

const CALL: &str = r#"{"jsonrpc":"2.0","method":"kernel.info","id":1}"#;

fn request(headers: &str) -> String {
    format!("POST /rpc HTTP/1.1\r\n{headers}content-length: {}\r\n\r\n{CALL}", CALL.len())
}

#[test]
fn only_clients_with_the_token_are_served() {
    let (daemon, path, _directory) = over_tcp();
    let token = std::fs::read_to_string(path).expect("the token is there");
    let token = token.trim();
    let Endpoint::Tcp { port, .. } = daemon.endpoint() else { panic!("it is over TCP") };
    let host = format!("host: 127.0.0.1:{port}\r\n");
    let (shorter, longer, upper) = (&token[..63], format!("{token}0"), token.to_uppercase());
    for (authorization, status) in [
        (String::new(), 401),
        ("authorization: Bearer \r\n".to_owned(), 401),
        (format!("authorization: {token}\r\n"), 401),
        (format!("authorization: Basic {token}\r\n"), 401),
        (format!("authorization: Bearer {shorter}\r\n"), 401),
        (format!("authorization: Bearer {longer}\r\n"), 401),
        (format!("authorization: Bearer {upper}\r\n"), 401),
        ("authorization: Bearer \u{e9}\r\n".to_owned(), 401),
        (format!("authorization: Bearer {token}\r\n"), 200),
        (format!("authorization: bearer {token}\r\n"), 200),
    ] {
        let mut wire = Wire::to(daemon.endpoint());
        wire.send(request(&format!("{host}{authorization}"))).expect("the daemon takes it");
        let reply = wire.reply().expect("it is answered");
        assert_eq!(reply.status, status, "{authorization}");
        assert_eq!(reply.head.to_lowercase().contains("www-authenticate: bearer"), status == 401);
        assert!(!reply.body.contains(token) && !reply.head.contains(token));
    }
    let without = RpcClient::new(daemon.endpoint().clone());
    let error = without.lookup("/a").expect_err("it shows no token");
    assert!(matches!(error, AgentError::Unavailable { .. }) && error.to_string().contains("401"), "{error}");
    assert_eq!(error.certainty(), Certainty::NotAttempted);
}

#[test]
fn only_configured_hosts_are_served() {
    let (daemon, path, _directory) = over_tcp();
    let token = std::fs::read_to_string(path).expect("the token is there");
    let Endpoint::Tcp { port, .. } = daemon.endpoint() else { panic!("it is over TCP") };
    for (hosts, status) in [
        (vec![format!("127.0.0.1:{port}")], 200),
        (vec![format!("localhost:{port}")], 200),
        (vec![format!("LOCALHOST:{port}")], 200),
        (vec!["agents.example:8437".to_owned()], 200),
        (vec![], 400),
        (vec![format!("127.0.0.1:{port}"), format!("127.0.0.1:{port}")], 400),
        (vec!["127.0.0.1".to_owned()], 403),
        (vec!["127.0.0.1:1".to_owned()], 403),
        (vec![format!("evil.example:{port}")], 403),
        (vec![format!("127.0.0.1:{port}.evil.example")], 403),
    ] {
        let mut wire = Wire::to(daemon.endpoint());
        let headers: String = hosts.iter().map(|host| format!("host: {host}\r\n")).collect();
        wire.send(request(&format!("{headers}authorization: Bearer {}\r\n", token.trim())))
            .expect("the daemon takes it");
        assert_eq!(wire.reply().expect("it is answered").status, status, "{hosts:?}");
    }
}

#[test]
fn a_request_that_is_not_for_rpc_is_answered_with_a_status_and_a_reason() {
    let served = served(Limits::default());
    let mebibyte = 1024 * 1024;
    let long_header = format!("GET /healthz HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "x".repeat(100_000));
    let chunk = format!("{mebibyte:x}\r\n{}\r\n", "x".repeat(mebibyte));
    for (request, status, words) in [
        ("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(), 200, "ok"),
        ("GET /rpc HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(), 405, "POST"),
        ("DELETE /healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(), 405, "GET"),
        ("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n".to_owned(), 404, "/rpc"),
        ("POST /rpc/ HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n".to_owned(), 404, "/rpc"),
        (format!("POST /rpc HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n", mebibyte + 1), 413, "1 MiB"),
        (format!("POST /rpc HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n{chunk}1\r\nx\r\n"), 413, "1 MiB"),
        (
            "POST /rpc HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n".to_owned(),
            400,
            "incomplete or malformed",
        ),
        ("POST /rpc HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n".to_owned(), 400, ""),
        ("POST /rpc HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n".to_owned(), 400, ""),
        ("POST /rpc HTTP/9.9\r\nhost: x\r\n\r\n".to_owned(), 400, ""),
        ("not HTTP at all\r\n\r\n".to_owned(), 400, ""),
        ("\u{0}\u{1}\u{2}\u{3}\r\n\r\n".to_owned(), 400, ""),
        (long_header, 431, ""),
    ] {
        let shown: String = request.chars().take(70).collect();
        let mut wire = served.wire();
        wire.send(request).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let reply = wire.reply().unwrap_or_else(|| panic!("no answer: {shown}"));
        assert_eq!(reply.status, status, "{shown}");
        assert!(reply.body.contains(words), "{shown}: {}", reply.body);
    }
    served.is_unharmed();
}

#[test]
fn a_body_of_exactly_one_mebibyte_is_read() {
    let served = served(Limits::default());
    let mut body = CALL.to_owned();
    body.push_str(&" ".repeat(1024 * 1024 - body.len()));
    let reply = served.wire().post("", &body);
    assert_eq!(reply.status, 200);
    assert!(reply.body.contains(r#""storage":"memory""#), "{}", reply.body);
}

#[test]
fn a_client_does_not_send_a_call_that_is_too_long() {
    let served = served(Limits::default());
    let metadata: Metadata =
        format!(r#"{{"padding":"{}"}}"#, "x".repeat(1024 * 1024)).parse().expect("it is an object");
    let error = served.client().register("/b", Pid::new(1), &[], &metadata).expect_err("it is too long");
    assert_eq!((error.name(), error.certainty()), ("InvalidRequest", Certainty::Rejected), "{error}");
    served.is_unharmed();
}

#[test]
fn a_client_that_sends_half_a_request_is_dropped_in_time() {
    let served = served(quick());
    for (half, status) in [
        ("", None),
        ("POST", None),
        ("POST /rpc HTTP/1.1\r\nhost: x\r\n", None),
        ("POST /rpc HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{\"jsonrpc\"", Some(408)),
        ("POST /rpc HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{", Some(408)),
    ] {
        let mut wire = served.wire();
        let began = Instant::now();
        wire.send(half).expect("the daemon takes it");
        let reply = wire.reply();
        assert!(began.elapsed() >= Duration::from_millis(300), "{half:?} was dropped at once");
        assert_eq!(reply.map(|reply| reply.status), status, "{half:?}");
        assert!(began.elapsed() < Duration::from_secs(8), "{half:?} was not dropped");
    }
    served.is_unharmed();
}

#[test]
fn a_client_that_disconnects_during_a_request_changes_nothing() {
    let served = served(Limits::default());
    let body = r#"{"jsonrpc":"2.0","method":"kernel.registry.register","params":{"name":"/b","pid":1},"id":1}"#;
    for sent in [10, 60, body.len() - 1] {
        let mut wire = served.wire();
        let head = format!("POST /rpc HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n", body.len());
        wire.send(format!("{head}{}", &body[..sent])).expect("the daemon takes it");
    }
    thread::sleep(Duration::from_millis(100));
    served.is_unharmed();
}

#[test]
fn a_client_that_reads_nothing_is_dropped_and_others_are_served() {
    let served = served(quick());
    let metadata: Metadata = format!(r#"{{"padding":"{}"}}"#, "x".repeat(100_000)).parse().expect("it is an object");
    for i in 0..20 {
        served.table.register(&format!("/big/{i}"), Pid::new(1), &[], &metadata).expect("the name is free");
    }
    let call = r#"{"jsonrpc":"2.0","method":"kernel.registry.list","id":1}"#;
    let request = format!("POST /rpc HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n{call}", call.len());
    let mut stuck: Vec<Wire> = (0..8).map(|_| served.wire()).collect();
    for wire in &mut stuck {
        wire.send(request.repeat(20)).expect("the daemon takes it");
    }
    let client = served.client();
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(2) {
        assert_eq!(client.resolve_pid("/a").expect("others are served").get(), 1);
        thread::sleep(Duration::from_millis(20));
    }
    for wire in &mut stuck {
        // What was on its way can still be read: far less than the 20 answers of 2 MB each.
        let bytes = wire.bytes_until_closed().expect("the connection is closed");
        assert!(bytes < 20_000_000, "the daemon waited for the client, and then sent {bytes} bytes");
    }
}

#[test]
fn a_thousand_idle_connections_are_closed_without_affecting_others() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // Both ends of each connection are in this process.
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }).expect("it can be raised");
    let served = served(Limits { read_timeout: Duration::from_secs(2), ..Limits::default() });
    let mut idle: Vec<Wire> = (0..1_000).map(|_| served.wire()).collect();
    let client = served.client();
    for round in 0..200 {
        let name = format!("/busy/{round}");
        client.register(&name, Pid::new(1), &[], &Metadata::new()).expect("others are served");
        assert_eq!(client.unregister(&name).expect("others are served"), 1);
    }
    for wire in &mut idle {
        assert_eq!(wire.reply(), None, "an idle connection is closed without a word");
    }
    served.is_unharmed();
}

#[test]
fn an_excess_connection_is_rejected_and_a_free_slot_is_reused() {
    let served = served(Limits { max_connections: 10, ..Limits::default() });
    let mut open: Vec<Wire> = (0..10).map(|_| served.wire()).collect();
    for wire in &mut open {
        assert_eq!(wire.post("", CALL).status, 200);
    }
    let reply = served.wire().post("", CALL);
    assert_eq!((reply.status, reply.body.as_str()), (503, "too many connections\n"));
    let error = served.client().unregister("/a").expect_err("there is no place");
    assert_eq!((error.name(), error.certainty()), ("Unavailable", Certainty::NotAttempted), "{error}");
    open.truncate(5);
    let began = Instant::now();
    while served.client().lookup("/a").is_err() {
        assert!(began.elapsed() < Duration::from_secs(8), "no place became free");
        thread::sleep(Duration::from_millis(10));
    }
    for wire in &mut open {
        assert_eq!(wire.post("", CALL).status, 200, "who was there is served on");
    }
}
