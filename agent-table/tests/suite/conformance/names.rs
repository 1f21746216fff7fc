//! Names: registering, finding and releasing them.

use super::{Table, listed, now, register, spawn};
use agent_table::{
    AgentError, Certainty, Claimed, Filter, Metadata, NameRule, NewProcess, Pid, ProcessState, RegistryEntry,
};

/// An entry is what was registered, at the time of the registration.
pub(crate) fn a_lookup_returns_what_was_registered(table: &Table) {
    let pid = spawn(table);
    let metadata: Metadata = r#"{"role":"researcher"}"#.parse().expect("it is an object");
    let before = now();
    table.register("/agents/researcher/alice", pid, &["research", "v2"], &metadata).expect("the name is free");
    let entry = table.lookup("/agents/researcher/alice").expect("it is registered");
    assert!((before..=now()).contains(&entry.registered_at), "{entry:?}");
    assert_eq!(
        entry,
        RegistryEntry {
            name: "/agents/researcher/alice".to_owned(),
            pid,
            tags: vec!["research".to_owned(), "v2".to_owned()],
            metadata,
            registered_at: entry.registered_at,
            unreadable: Vec::new(),
        }
    );
    assert_eq!(table.resolve_pid("/agents/researcher/alice").expect("it is registered"), pid);
    assert_eq!(table.list(&Filter::default()).expect("one is there").entries, [entry]);
}

/// The second registration is refused, and changes nothing.
pub(crate) fn a_name_is_registered_once(table: &Table) {
    let (first, second) = (spawn(table), spawn(table));
    register(table, "/a", first, &["one"]);
    let before = table.lookup("/a").expect("it is registered");
    for pid in [first, second] {
        let error = table.register("/a", pid, &["two"], &Metadata::new()).expect_err("it is taken");
        assert!(matches!(&error, AgentError::RegistryNameExists { name } if name == "/a"), "{error}");
        assert_eq!((error.code(), error.certainty()), (-32152, Certainty::Rejected));
    }
    assert_eq!(table.lookup("/a").expect("it is registered"), before);
    register(table, "/b", first, &[]);
}

/// A name points to a process that exists.
pub(crate) fn a_name_needs_a_process(table: &Table) {
    let pid = spawn(table);
    for unknown in [0, -1, pid.get() + 1, i64::MIN, i64::MAX] {
        let unknown = Pid::new(unknown);
        let errors = [
            table.register("/a", unknown, &[], &Metadata::new()).expect_err("there is no such process"),
            table.register_or_lookup("/a", unknown, &[], &Metadata::new()).expect_err("there is no such process"),
            table.get(unknown).expect_err("there is no such process"),
            table.transition(unknown, ProcessState::Running, None).expect_err("there is no such process"),
            table.terminate(unknown, "completed", None).expect_err("there is no such process"),
        ];
        for error in errors {
            assert!(matches!(error, AgentError::UnknownPid { pid } if pid == unknown), "{error}");
            assert_eq!(error.code(), -32102);
        }
    }
    assert!(listed(table, None, None).is_empty());
}

/// Name, tags, whether the name is free, pid: in this order.
pub(crate) fn the_first_violated_rule_is_named(table: &Table) {
    let (pid, unknown) = (spawn(table), Pid::new(99));
    register(table, "/a", pid, &[]);
    let register =
        |name, pid, tags: &[&str]| table.register(name, pid, tags, &Metadata::new()).expect_err("a rule").code();
    assert_eq!(register("", unknown, &[""]), -32153);
    assert_eq!(register("/a", unknown, &[""]), -32104);
    assert_eq!(register("/a", unknown, &[]), -32152);
    assert_eq!(register("/b", unknown, &[]), -32102);
}

/// The seed's rules for names, at their edges.
pub(crate) fn names_are_printable_ascii_of_at_most_256_bytes(table: &Table) {
    let pid = spawn(table);
    let longest = "x".repeat(256);
    for name in [" ", "~", "bridge:telegram", "%_*?[]\\\"'", "not a path", &longest] {
        register(table, name, pid, &[]);
        assert_eq!(table.lookup(name).expect("it is registered").name, name);
    }
    let too_long = "x".repeat(257);
    let bad = [
        ("", NameRule::Empty),
        (&too_long, NameRule::TooLong(257)),
        ("a\0b", NameRule::NotPrintable { character: '\0', at: 1 }),
        ("\u{1f}", NameRule::NotPrintable { character: '\u{1f}', at: 0 }),
        ("a\n", NameRule::NotPrintable { character: '\n', at: 1 }),
        ("\u{7f}", NameRule::NotPrintable { character: '\u{7f}', at: 0 }),
        ("\u{85}", NameRule::NotPrintable { character: '\u{85}', at: 0 }),
        ("/caf\u{e9}", NameRule::NotPrintable { character: 'é', at: 4 }),
        ("/\u{4e2d}", NameRule::NotPrintable { character: '中', at: 1 }),
    ];
    for (bad, expected) in bad {
        for error in [
            table.register(bad, pid, &[], &Metadata::new()).expect_err("it is no name"),
            table.register_or_lookup(bad, pid, &[], &Metadata::new()).expect_err("it is no name"),
        ] {
            assert_eq!((error.code(), error.certainty()), (-32153, Certainty::Rejected));
            let AgentError::RegistryInvalidName { name, rule } = error else { panic!("{error}") };
            assert_eq!((name.as_str(), rule), (bad, expected));
        }
    }
}

/// To look for what cannot be there is no error of another kind.
pub(crate) fn an_invalid_name_is_not_found(table: &Table) {
    let pid = spawn(table);
    register(table, "/a", pid, &[]);
    for absent in ["", "/", "/A", "/a ", "/a\0", "a\0b", "\u{e9}", "/a/", &"x".repeat(1_000)] {
        for error in [table.lookup(absent).map(drop), table.resolve_pid(absent).map(drop)] {
            let error = error.expect_err("it is absent");
            assert!(matches!(&error, AgentError::RegistryNotFound { name } if name == absent), "{error}");
            assert_eq!((error.code(), error.certainty()), (-32151, Certainty::Rejected));
        }
        assert_eq!(table.unregister(absent).expect("it is no error"), 0);
        assert_eq!(table.unregister_if(absent, pid).expect("it is no error"), 0);
    }
    assert_eq!(listed(table, None, None), ["/a"]);
}

/// Duplicates are dropped; nothing is sorted.
pub(crate) fn tags_keep_their_order_without_repetitions(table: &Table) {
    let pid = spawn(table);
    register(table, "/a", pid, &["z", "a", "z", "Z", "\u{e9}", "a\"b\\"]);
    assert_eq!(table.lookup("/a").expect("it is registered").tags, ["z", "a", "Z", "\u{e9}", "a\"b\\"]);
    assert_eq!(listed(table, None, Some("z")), ["/a"]);
}

/// An entry has at most 32 distinct tags.
pub(crate) fn more_than_32_tags_and_empty_ones_are_refused(table: &Table) {
    let pid = spawn(table);
    let many: Vec<String> = (0..33).map(|i| format!("tag-{i}")).collect();
    let mut many: Vec<&str> = many.iter().map(String::as_str).collect();
    for bad in [many.as_slice(), &[""], &["a", ""]] {
        let error = table.register("/a", pid, bad, &Metadata::new()).expect_err("a rule is broken");
        assert!(matches!(&error, AgentError::InvalidPayload { field, .. } if field == "tags"), "{error}");
        assert_eq!(error.code(), -32104);
    }
    many[32] = many[0];
    register(table, "/a", pid, &many);
    assert_eq!(table.lookup("/a").expect("it is registered").tags, many[..32]);
}

/// Nothing of it is interpreted: order, digits, escapes and spaces are as they were.
pub(crate) fn metadata_is_returned_unchanged(table: &Table) {
    let deep = format!("{}{{}}{}", "{\"a\":".repeat(126), "}".repeat(126));
    for (i, text) in [
        "{}",
        r#"{"z":1,"a":[1,2,{"n":null}]}"#,
        r#"{"big": 123456789012345678901234567890, "small": 0.1000000000000000055511151231257827}"#,
        r#"{"escaped":"\u00e9\n\ud83d\ude00", "plain":"é"}"#,
        r#"{ "spaced" : [ ] }"#,
        &deep,
    ]
    .into_iter()
    .enumerate()
    {
        let metadata: Metadata = text.parse().expect("it is an object");
        let process = NewProcess { metadata: metadata.clone(), ..NewProcess::new("worker", "test/worker") };
        let pid = table.create(&process).expect("a process is created");
        assert_eq!(table.get(pid).expect("it exists").metadata.as_str(), text);
        let name = format!("/{i}");
        table.register(&name, pid, &[], &metadata).expect("the name is free");
        assert_eq!(table.lookup(&name).expect("it is registered").metadata.as_str(), text);
    }
}

/// 1, then 0.
pub(crate) fn unregister_returns_the_number_of_removed_names(table: &Table) {
    let pid = spawn(table);
    register(table, "/a", pid, &["t"]);
    register(table, "/b", pid, &["t"]);
    assert_eq!(table.unregister("/a").expect("it is possible"), 1);
    assert_eq!(table.unregister("/a").expect("it is possible"), 0);
    assert!(table.lookup("/a").is_err());
    assert_eq!(listed(table, None, Some("t")), ["/b"]);
    register(table, "/a", pid, &[]);
    assert_eq!(listed(table, None, None), ["/a", "/b"]);
    assert_eq!(listed(table, None, Some("t")), ["/b"]);
}

/// All names of the process, whatever their prefix, and no others.
pub(crate) fn unregister_pid_removes_all_names_of_the_process_and_no_others(table: &Table) {
    let (one, two) = (spawn(table), spawn(table));
    for i in 0..100 {
        register(table, &format!("/one/{i}"), one, &["t"]);
        register(table, &format!("/two/{i}"), two, &["t"]);
    }
    register(table, "/services/research", one, &[]);
    assert_eq!(table.unregister_pid(one).expect("it is possible"), 101);
    assert_eq!(table.unregister_pid(one).expect("it is possible"), 0);
    assert_eq!(table.unregister_pid(Pid::new(99)).expect("it is possible"), 0);
    assert!(table.lookup("/services/research").is_err());
    assert_eq!(listed(table, None, Some("t")).len(), 100);
    assert!(listed(table, Some("/one/"), None).is_empty());
    assert_eq!(listed(table, None, None).len(), 100);
}

/// A release says whose name it means.
pub(crate) fn a_late_release_does_not_remove_the_name_of_the_next_holder(table: &Table) {
    let (one, two) = (spawn(table), spawn(table));
    register(table, "/a", one, &[]);
    assert_eq!(table.unregister("/a").expect("it is possible"), 1);
    register(table, "/a", two, &[]);
    assert_eq!(table.unregister_if("/a", one).expect("it is possible"), 0);
    assert_eq!(table.resolve_pid("/a").expect("it is registered"), two);
    assert_eq!(table.unregister_if("/a", two).expect("it is possible"), 1);
    assert_eq!(table.unregister_if("/a", two).expect("it is possible"), 0);
}

/// The entry that is there stays as it is, and is given even to who names no process.
pub(crate) fn register_or_lookup_tells_which_it_did(table: &Table) {
    let (one, two) = (spawn(table), spawn(table));
    let metadata: Metadata = r#"{"by":1}"#.parse().expect("it is an object");
    let first = table.register_or_lookup("/a", one, &["t", "t"], &metadata).expect("the name is free");
    let Claimed::Registered(entry) = &first else { panic!("{first:?}") };
    assert_eq!((entry.pid, entry.tags.as_slice(), &entry.metadata), (one, ["t".to_owned()].as_slice(), &metadata));
    for pid in [one, two, Pid::new(99)] {
        let second = table.register_or_lookup("/a", pid, &["other"], &Metadata::new()).expect("it is there");
        assert_eq!(second, Claimed::Existing(entry.clone()));
    }
    assert_eq!(&table.lookup("/a").expect("it is registered"), entry);
}
