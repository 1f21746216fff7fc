//! What must hold for any input. A fuzzer looks for inputs, and a test replays those that it kept.

use agent_table::rpc::answer;
use agent_table::{AgentTable, Filter, MemoryTable, Metadata, NewProcess, check_name, check_tags};
use serde_json::Value;

/// Any body of a request is answered as JSON-RPC 2.0 says, is no fault of ours, and leaves a table that obeys its rules.
pub(crate) fn rpc(body: &[u8]) {
    let table = MemoryTable::new();
    let pid = table.create(&NewProcess::new("worker", "test/worker")).expect("it is created");
    table.register("/a", pid, &["t"], &Metadata::new()).expect("the name is free");
    if let Some(json) = answer(&table, body) {
        match serde_json::from_str(&json).expect("an answer is JSON") {
            Value::Array(answers) => {
                assert!(!answers.is_empty(), "a batch of notifications has no answer");
                answers.iter().for_each(check);
            }
            answer => check(&answer),
        }
    }
    let page = table.list(&Filter { limit: u64::MAX, ..Filter::default() }).expect("a list is possible");
    assert_eq!(page.total, page.entries.len() as u64);
    assert!(page.entries.is_sorted_by(|one, next| one.name < next.name));
    for entry in &page.entries {
        check_name(&entry.name).expect("what is registered is a name");
        let tags: Vec<&str> = entry.tags.iter().map(String::as_str).collect();
        assert_eq!(check_tags(&tags).expect("what is registered has tags"), entry.tags);
        table.get(entry.pid).expect("what is registered has a process");
    }
}

fn check(answer: &Value) {
    let members = answer.as_object().expect("an answer is an object");
    assert_eq!(members["jsonrpc"], "2.0");
    assert!(matches!(members["id"], Value::Null | Value::Number(_) | Value::String(_)), "{answer}");
    assert_eq!(members.len(), 3, "{answer}");
    let Some(error) = members.get("error") else {
        assert!(members.contains_key("result"), "{answer}");
        return;
    };
    let known = [-32700, -32600, -32601, -32602, -32102, -32103, -32104, -32151, -32152, -32153];
    assert!(error["code"].as_i64().is_some_and(|code| known.contains(&code)), "{answer}");
    assert!(error["message"].as_str().is_some_and(|message| message.contains(": ")), "{answer}");
}
