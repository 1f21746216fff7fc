//! One suite that every table passes. Each function is a sentence about the table that it is given, which is empty.

use registry::agents::supervisor::Guard;
use registry::agents::{AgentError, AgentTable, Certainty, Claimed, Filter, Metadata, NameRule, NewProcess, Page, Pid};
use registry::agents::{Process, ProcessFilter, ProcessState, RegistryEntry, Transition};
use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::SystemTime;

/// An empty table, and what must live as long as it.
pub struct Fresh {
    /// The table.
    pub table: Arc<dyn AgentTable>,
    /// A directory, a daemon, or nothing.
    pub keep: Box<dyn Any>,
}

impl fmt::Debug for Fresh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fresh").finish_non_exhaustive()
    }
}

/// Makes a test of each function of the suite, given one that makes a [`Fresh`] table.
#[macro_export]
macro_rules! conformance {
    ($fresh:path) => {
        $crate::conformance!($fresh:
            a_lookup_gives_what_was_registered
            a_name_is_registered_once
            a_name_needs_a_process
            the_first_rule_that_is_broken_is_named
            names_are_printable_ascii_of_at_most_256_bytes
            what_cannot_be_registered_is_not_found
            tags_are_kept_once_in_the_order_given
            more_than_32_tags_and_empty_ones_are_refused
            metadata_comes_back_as_it_was_given
            a_prefix_is_exactly_its_bytes
            a_tag_is_exactly_its_characters
            a_list_is_in_the_order_of_names
            pages_tile_the_list_and_agree_on_the_total
            prefix_and_tag_filter_together
            unregister_says_how_many_it_took_away
            unregister_pid_takes_all_names_of_the_process_and_no_others
            a_late_release_does_not_take_the_name_of_the_next_holder
            register_or_lookup_says_which_it_did
            of_64_clients_that_register_one_name_exactly_one_succeeds
            of_64_clients_that_register_or_look_up_one_is_first_and_all_agree
            a_process_begins_ready_and_has_all_its_columns
            a_process_needs_a_name_a_template_and_a_parent_that_exists
            exactly_the_legal_moves_are_made
            moves_keep_the_time_of_the_first_start_and_of_the_end
            a_dead_process_keeps_its_names_until_they_are_taken_away
            processes_are_listed_by_state_and_parent
            a_total_never_contradicts_its_page
            a_pid_loses_all_its_names_at_once
            a_dropped_guard_ends_its_process
        );
    };
    ($fresh:path: $($name:ident)*) => {$(
        #[test]
        fn $name() {
            let fresh = $fresh();
            $crate::conformance::$name(&fresh.table);
        }
    )*};
}

type Table = Arc<dyn AgentTable>;

fn spawn(table: &Table) -> Pid {
    table.create(&NewProcess::new("worker", "test/worker")).expect("a process is created")
}

fn register(table: &Table, name: &str, pid: Pid, tags: &[&str]) {
    table.register(name, pid, tags, &Metadata::new()).expect("the name is free");
}

fn names(page: &Page<RegistryEntry>) -> Vec<&str> {
    page.entries.iter().map(|entry| entry.name.as_str()).collect()
}

fn listed(table: &Table, prefix: Option<&str>, tag: Option<&str>) -> Vec<String> {
    let page = table.list(&Filter { prefix, tag, limit: 1_000, offset: 0 }).expect("a list is always possible");
    assert_eq!(page.total, page.entries.len() as u64);
    page.entries.into_iter().map(|entry| entry.name).collect()
}

fn now() -> f64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("it is after 1970").as_secs_f64()
}

/// An entry is what was registered, at the time of the registration.
pub fn a_lookup_gives_what_was_registered(table: &Table) {
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
        }
    );
    assert_eq!(table.resolve_pid("/agents/researcher/alice").expect("it is registered"), pid);
    assert_eq!(table.list(&Filter::default()).expect("one is there").entries, [entry]);
}

/// The second registration is refused, and changes nothing.
pub fn a_name_is_registered_once(table: &Table) {
    let (first, second) = (spawn(table), spawn(table));
    register(table, "/a", first, &["one"]);
    let before = table.lookup("/a").expect("it is registered");
    for pid in [first, second] {
        let error = table.register("/a", pid, &["two"], &Metadata::new()).expect_err("it is taken");
        assert!(matches!(&error, AgentError::RegistryNameExists { name } if name == "/a"), "{error}");
        assert_eq!((error.code(), error.certainty()), (-32152, Certainty::Refused));
    }
    assert_eq!(table.lookup("/a").expect("it is registered"), before);
    register(table, "/b", first, &[]);
}

/// A name points to a process that exists.
pub fn a_name_needs_a_process(table: &Table) {
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
pub fn the_first_rule_that_is_broken_is_named(table: &Table) {
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
pub fn names_are_printable_ascii_of_at_most_256_bytes(table: &Table) {
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
            assert_eq!((error.code(), error.certainty()), (-32153, Certainty::Refused));
            let AgentError::RegistryInvalidName { name, rule } = error else { panic!("{error}") };
            assert_eq!((name.as_str(), rule), (bad, expected));
        }
    }
}

/// To look for what cannot be there is no error of another kind.
pub fn what_cannot_be_registered_is_not_found(table: &Table) {
    let pid = spawn(table);
    register(table, "/a", pid, &[]);
    for absent in ["", "/", "/A", "/a ", "/a\0", "a\0b", "\u{e9}", "/a/", &"x".repeat(1_000)] {
        for error in [table.lookup(absent).map(drop), table.resolve_pid(absent).map(drop)] {
            let error = error.expect_err("it is absent");
            assert!(matches!(&error, AgentError::RegistryNotFound { name } if name == absent), "{error}");
            assert_eq!((error.code(), error.certainty()), (-32151, Certainty::Refused));
        }
        assert_eq!(table.unregister(absent).expect("it is no error"), 0);
        assert_eq!(table.unregister_if(absent, pid).expect("it is no error"), 0);
    }
    assert_eq!(listed(table, None, None), ["/a"]);
}

/// Duplicates are dropped; nothing is sorted.
pub fn tags_are_kept_once_in_the_order_given(table: &Table) {
    let pid = spawn(table);
    register(table, "/a", pid, &["z", "a", "z", "Z", "\u{e9}", "a\"b\\"]);
    assert_eq!(table.lookup("/a").expect("it is registered").tags, ["z", "a", "Z", "\u{e9}", "a\"b\\"]);
    assert_eq!(listed(table, None, Some("z")), ["/a"]);
}

/// 32 different tags are the most.
pub fn more_than_32_tags_and_empty_ones_are_refused(table: &Table) {
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
pub fn metadata_comes_back_as_it_was_given(table: &Table) {
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

/// No character is a wildcard, and case matters.
pub fn a_prefix_is_exactly_its_bytes(table: &Table) {
    let pid = spawn(table);
    let odd = [
        "/agents/x",
        "/Agents/x",
        "/agents",
        "/agentsX",
        "a%b",
        "a_b",
        "axb",
        "a*b",
        "a?b",
        "a[b",
        "a\\b",
        "a\"b",
        "a~",
        "a~~",
        "~",
    ];
    for name in odd {
        register(table, name, pid, &[]);
    }
    let prefixes = [
        "",
        "/",
        "/agents/",
        "/Agents/",
        "/AGENTS/",
        "a",
        "a%",
        "a_",
        "a*",
        "a?",
        "a[",
        "a\\",
        "a\"",
        "a~",
        "~",
        "~~",
        "%",
        "\u{e9}",
        "\u{10ffff}",
        "a\u{d7ff}",
        "\0",
    ];
    for prefix in prefixes.into_iter().chain(odd) {
        let mut expected: Vec<&str> = odd.into_iter().filter(|name| name.starts_with(prefix)).collect();
        expected.sort_unstable();
        assert_eq!(listed(table, Some(prefix), None), expected, "{prefix:?}");
    }
    assert_eq!(listed(table, Some("/agents/"), None), ["/agents/x"]);
}

/// No character is a wildcard, no tag is a part of another, and case matters.
pub fn a_tag_is_exactly_its_characters(table: &Table) {
    let pid = spawn(table);
    let odd = [
        "a_b",
        "axb",
        "a%b",
        "A_B",
        "a\"b",
        "a\\b",
        "a",
        "b",
        ",",
        ", ",
        "\",\"",
        "[",
        "]",
        "[]",
        "\\",
        "\"",
        "'",
        "*",
        "\u{e9}",
        "\\u00e9",
        "e\u{301}",
        "a\nb",
        "a\0b",
        "1",
        "null",
        " ",
        "\u{1f600}",
    ];
    for (i, tag) in odd.into_iter().enumerate() {
        register(table, &format!("/{i:02}"), pid, &["first", tag, "last"]);
    }
    register(table, "/plain", pid, &[]);
    for (i, tag) in odd.into_iter().enumerate() {
        assert_eq!(listed(table, None, Some(tag)), [format!("/{i:02}")], "{tag:?}");
    }
    for absent in ["", "firs", "irst", "first\"", "\"first\"", "first,a", "%", "_", "fir%", "FIRST", "a_", "\0"] {
        assert!(listed(table, None, Some(absent)).is_empty(), "{absent:?}");
    }
    assert_eq!(listed(table, None, Some("first")).len(), odd.len());
}

/// By bytes, whatever the order of registration.
pub fn a_list_is_in_the_order_of_names(table: &Table) {
    let pid = spawn(table);
    let sorted = [" ", "/", "/A", "/B", "/a", "/a!", "/a/", "/a0", "/b", "Z", "_", "a", "~"];
    for name in sorted.into_iter().rev() {
        register(table, name, pid, &["t"]);
    }
    assert_eq!(listed(table, None, None), sorted);
    assert_eq!(listed(table, None, Some("t")), sorted);
}

/// Any page size gives the whole list, each entry once.
pub fn pages_tile_the_list_and_agree_on_the_total(table: &Table) {
    let pid = spawn(table);
    let all: Vec<String> = (0..137).map(|i| format!("/n/{i:03}")).collect();
    for name in &all {
        register(table, name, pid, &["t"]);
    }
    register(table, "/other", pid, &["t"]);
    for tag in [None, Some("t")] {
        for limit in [1, 10, 100, 137, 1_000] {
            let mut seen = Vec::new();
            while let offset = seen.len() as u64
                && offset < 137
            {
                let page = table.list(&Filter { prefix: Some("/n/"), tag, limit, offset }).expect("a list is possible");
                assert_eq!(page.total, 137);
                assert!(!page.entries.is_empty() && page.entries.len() as u64 <= limit);
                seen.extend(page.entries.into_iter().map(|entry| entry.name));
            }
            assert_eq!(seen, all);
        }
        for (limit, offset) in [(0, 0), (10, 138), (10, u64::MAX), (0, u64::MAX)] {
            let page = table.list(&Filter { prefix: None, tag, limit, offset }).expect("a list is possible");
            assert_eq!((page.entries.len(), page.total), (0, 138));
        }
        let all = table.list(&Filter { tag, limit: u64::MAX, ..Filter::default() }).expect("a list is possible");
        assert_eq!((all.entries.len(), all.total), (138, 138));
    }
    assert_eq!(table.list(&Filter::default()).expect("a list is possible").entries.len(), 100);
}

/// Both conditions hold for what is listed.
pub fn prefix_and_tag_filter_together(table: &Table) {
    let pid = spawn(table);
    for (name, tags) in [("/a/1", ["x", "y"]), ("/a/2", ["y", "z"]), ("/b/1", ["x", "z"]), ("/b/2", ["y", "x"])] {
        register(table, name, pid, &tags);
    }
    assert_eq!(listed(table, Some("/a/"), Some("x")), ["/a/1"]);
    assert_eq!(listed(table, Some("/b/"), Some("x")), ["/b/1", "/b/2"]);
    assert!(listed(table, Some("/c/"), Some("x")).is_empty());
    let page = table.list(&Filter { prefix: Some("/b/"), tag: Some("x"), limit: 1, offset: 1 }).expect("possible");
    assert_eq!((names(&page), page.total), (vec!["/b/2"], 2));
}

/// 1, then 0.
pub fn unregister_says_how_many_it_took_away(table: &Table) {
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

/// All of its names, whatever their prefix, and nobody else's.
pub fn unregister_pid_takes_all_names_of_the_process_and_no_others(table: &Table) {
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
pub fn a_late_release_does_not_take_the_name_of_the_next_holder(table: &Table) {
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
pub fn register_or_lookup_says_which_it_did(table: &Table) {
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

/// Runs a function in 64 threads that begin at the same moment.
fn in_64_threads<T: Send>(run: impl Fn() -> T + Sync) -> Vec<T> {
    let barrier = Barrier::new(64);
    thread::scope(|scope| {
        let run = || {
            barrier.wait();
            run()
        };
        let threads: Vec<_> = (0..64).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    })
}

/// It must never be that all lose, or that one loses in another way.
pub fn of_64_clients_that_register_one_name_exactly_one_succeeds(table: &Table) {
    let pid = spawn(table);
    for round in 0..3 {
        let name = format!("/{round}");
        let results = in_64_threads(|| table.register(&name, pid, &[], &Metadata::new()));
        let (won, lost): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
        assert_eq!((won.len(), lost.len()), (1, 63));
        for error in lost.into_iter().filter_map(Result::err) {
            assert!(matches!(error, AgentError::RegistryNameExists { .. }), "{error}");
        }
    }
}

/// To look up, not find, and then register is one step here.
pub fn of_64_clients_that_register_or_look_up_one_is_first_and_all_agree(table: &Table) {
    for round in 0..3 {
        let name = format!("/{round}");
        let claims = in_64_threads(|| {
            let pid = spawn(table);
            table.register_or_lookup(&name, pid, &[], &Metadata::new()).expect("one of the two happens")
        });
        assert_eq!(claims.iter().filter(|claim| claim.is_new()).count(), 1);
        let entry = table.lookup(&name).expect("it is registered");
        assert!(claims.iter().all(|claim| *claim.entry() == entry));
    }
}

/// What was given, and the time.
pub fn a_process_begins_ready_and_has_all_its_columns(table: &Table) {
    let before = now();
    let parent_pid = Some(spawn(table));
    let metadata: Metadata = r#"{"k":"v"}"#.parse().expect("it is an object");
    let new = NewProcess { name: "alice".into(), template: "research/surveyor".into(), parent_pid, metadata };
    let pid = table.create(&new).expect("a process is created");
    assert_ne!(Some(pid), parent_pid);
    let process = table.get(pid).expect("it exists");
    assert!((before..=now()).contains(&process.created_at), "{process:?}");
    assert_eq!(
        process,
        Process {
            pid,
            parent_pid,
            name: "alice".into(),
            template: "research/surveyor".into(),
            state: ProcessState::Ready,
            state_reason: None,
            created_at: process.created_at,
            updated_at: process.created_at,
            started_at: None,
            ended_at: None,
            exit_kind: None,
            exit_detail: None,
            metadata: new.metadata,
            last_event_id: 0,
        }
    );
}

/// Nothing is created otherwise.
pub fn a_process_needs_a_name_a_template_and_a_parent_that_exists(table: &Table) {
    for (name, template, wrong) in [("", "t", "name"), ("n", "", "template"), ("", "", "name")] {
        let error = table.create(&NewProcess::new(name, template)).expect_err("a rule is broken");
        assert!(matches!(&error, AgentError::InvalidPayload { field, .. } if field == wrong), "{error}");
    }
    let orphan = NewProcess { parent_pid: Some(Pid::new(99)), ..NewProcess::new("n", "t") };
    let error = table.create(&orphan).expect_err("there is no such process");
    assert!(matches!(error, AgentError::UnknownPid { pid } if pid == Pid::new(99)), "{error}");
    let page = table.processes(&ProcessFilter::default()).expect("a list is possible");
    assert_eq!((page.entries.len(), page.total), (0, 0));
}

/// All 25 pairs of states, against the kernel's list.
pub fn exactly_the_legal_moves_are_made(table: &Table) {
    use ProcessState::{Dead, Ready, Running, Suspended, Waiting};
    let legal = [
        (Ready, Running),
        (Ready, Dead),
        (Running, Waiting),
        (Running, Suspended),
        (Running, Dead),
        (Waiting, Running),
        (Waiting, Suspended),
        (Waiting, Dead),
        (Suspended, Ready),
        (Suspended, Dead),
    ];
    let way_to = |state| match state {
        Ready => vec![],
        Running => vec![Running],
        Waiting => vec![Running, Waiting],
        Suspended => vec![Running, Suspended],
        Dead => vec![Dead],
    };
    for from in ProcessState::ALL {
        for to in ProcessState::ALL {
            let pid = spawn(table);
            for step in way_to(from) {
                table.transition(pid, step, None).expect("it is a legal way");
            }
            let before = table.get(pid).expect("it exists");
            assert_eq!(before.state, from);
            match table.transition(pid, to, Some("asked to")) {
                Ok(transition) => {
                    assert!(legal.contains(&(from, to)), "{from} to {to}");
                    assert_eq!(transition, Transition { pid, prev_state: from, state: to });
                    let after = table.get(pid).expect("it exists");
                    assert_eq!((after.state, after.state_reason.as_deref()), (to, Some("asked to")));
                }
                Err(error) => {
                    assert!(!legal.contains(&(from, to)), "{from} to {to}");
                    assert_eq!((error.code(), error.certainty()), (-32103, Certainty::Refused));
                    let AgentError::IllegalTransition { pid: of, from: was, to: asked } = error else {
                        panic!("{error}")
                    };
                    assert_eq!((of, was, asked), (pid, from, to));
                    assert_eq!(table.get(pid).expect("it exists"), before);
                }
            }
        }
    }
}

/// The first start counts; terminating says how it ended, and can be done once.
pub fn moves_keep_the_time_of_the_first_start_and_of_the_end(table: &Table) {
    let pid = spawn(table);
    table.transition(pid, ProcessState::Running, None).expect("it is legal");
    let started = table.get(pid).expect("it exists");
    assert_eq!(started.started_at, Some(started.updated_at));
    assert_eq!(started.ended_at, None);
    table.transition(pid, ProcessState::Waiting, Some("for a tool")).expect("it is legal");
    table.transition(pid, ProcessState::Running, None).expect("it is legal");
    let again = table.get(pid).expect("it exists");
    assert_eq!((again.started_at, again.state_reason), (started.started_at, None));
    assert!(again.updated_at >= started.updated_at);

    let error = table.terminate(pid, "", None).expect_err("it says nothing");
    assert!(matches!(&error, AgentError::InvalidPayload { field, .. } if field == "exit_kind"), "{error}");
    let ended = table.terminate(pid, "failed", Some("out of budget")).expect("it is legal");
    assert_eq!(ended, Transition { pid, prev_state: ProcessState::Running, state: ProcessState::Dead });
    let dead = table.get(pid).expect("it exists");
    assert_eq!((dead.exit_kind.as_deref(), dead.exit_detail.as_deref()), (Some("failed"), Some("out of budget")));
    assert_eq!(dead.ended_at, Some(dead.updated_at));
    let error = table.terminate(pid, "failed", None).expect_err("it is dead");
    assert!(matches!(error, AgentError::IllegalTransition { from: ProcessState::Dead, .. }), "{error}");
}

/// The table does not cascade; and a dead process may be named.
pub fn a_dead_process_keeps_its_names_until_they_are_taken_away(table: &Table) {
    let pid = spawn(table);
    register(table, "/a", pid, &[]);
    table.terminate(pid, "completed", None).expect("it is legal");
    assert_eq!(table.resolve_pid("/a").expect("it is registered"), pid);
    register(table, "/b", pid, &[]);
    assert_eq!(table.unregister_pid(pid).expect("it is possible"), 2);
    assert_eq!(table.get(pid).expect("it exists").state, ProcessState::Dead);
}

/// In the order of pids, with the total.
pub fn processes_are_listed_by_state_and_parent(table: &Table) {
    let parent = spawn(table);
    let child = NewProcess { parent_pid: Some(parent), ..NewProcess::new("child", "test/worker") };
    let children: Vec<Pid> = (0..6).map(|_| table.create(&child).expect("it is created")).collect();
    let other = spawn(table);
    for pid in [children[1], children[4], other] {
        table.transition(pid, ProcessState::Running, None).expect("it is legal");
    }
    table.terminate(children[4], "completed", None).expect("it is legal");
    let listed = |state, parent_pid, limit, offset| {
        let page = table.processes(&ProcessFilter { state, parent_pid, limit, offset }).expect("a list is possible");
        (page.entries.iter().map(|process| process.pid).collect::<Vec<_>>(), page.total)
    };
    let all: Vec<Pid> = [parent].into_iter().chain(children.iter().copied()).chain([other]).collect();
    assert_eq!(listed(None, None, 100, 0), (all, 8));
    assert_eq!(listed(None, Some(parent), 2, 3), (children[3..5].to_vec(), 6));
    assert_eq!(listed(Some(ProcessState::Running), None, 100, 0), (vec![children[1], other], 2));
    assert_eq!(listed(Some(ProcessState::Running), Some(parent), 100, 0), (vec![children[1]], 1));
    assert_eq!(listed(Some(ProcessState::Dead), None, 100, 0), (vec![children[4]], 1));
    assert_eq!(listed(Some(ProcessState::Suspended), None, 100, 0), (vec![], 0));
    assert_eq!(listed(None, Some(Pid::new(99)), 100, 0), (vec![], 0));
    assert_eq!(listed(None, None, u64::MAX, u64::MAX), (vec![], 8));
    assert_eq!(listed(None, None, 0, 0), (vec![], 8));
}

/// While a writer adds and removes names, a list of all always has as many as it says.
pub fn a_total_never_contradicts_its_page(table: &Table) {
    let pid = spawn(table);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0..30 {
                for i in 0..10 {
                    register(table, &format!("/{round}/{i}"), pid, &["t"]);
                }
                table.unregister_pid(pid).expect("it is possible");
            }
            done.store(true, Ordering::Relaxed);
        });
        while !done.load(Ordering::Relaxed) {
            for tag in [None, Some("t")] {
                let page = table.list(&Filter { tag, ..Filter::default() }).expect("a list is possible");
                assert_eq!(page.total, page.entries.len() as u64);
                assert!(page.total <= 10);
            }
        }
    });
}

/// `unregister_pid` is one step: once one name is seen to be gone, all are.
pub fn a_pid_loses_all_its_names_at_once(table: &Table) {
    let pid = spawn(table);
    for round in 0..40 {
        let names: Vec<String> = (0..50).map(|i| format!("/{round}/{i:02}")).collect();
        for name in &names {
            register(table, name, pid, &[]);
        }
        thread::scope(|scope| {
            scope.spawn(|| {
                while table.resolve_pid(&names[0]).is_ok() {}
                for name in names.iter().rev() {
                    assert!(table.resolve_pid(name).is_err(), "{name} is there, and {} is gone", names[0]);
                }
            });
            assert_eq!(table.unregister_pid(pid).expect("it is possible"), 50);
        });
    }
}

/// With its names where that was asked for, and saying how it ended.
pub fn a_dropped_guard_ends_its_process(table: &Table) {
    let spawn = |name: &str| {
        let guard = Guard::spawn(Arc::clone(table), &NewProcess::new(name, "test/worker")).expect("it is created");
        guard.register(&format!("/{name}"), &[], &Metadata::new()).expect("the name is free");
        assert_eq!(table.get(guard.pid()).expect("it exists").state, ProcessState::Running);
        guard
    };
    let exit_kind = |pid| {
        let process = table.get(pid).expect("it exists");
        assert_eq!(process.state, ProcessState::Dead);
        process.exit_kind.expect("it says how it ended")
    };

    let kept = spawn("kept");
    let pid = kept.pid();
    drop(kept);
    assert_eq!(exit_kind(pid), "dropped");
    assert_eq!(table.resolve_pid("/kept").expect("names stay"), pid);

    let released = spawn("released").release_names();
    let pid = released.pid();
    drop(released);
    assert_eq!(exit_kind(pid), "dropped");
    assert!(table.resolve_pid("/released").is_err());

    let finished = spawn("finished").release_names();
    let pid = finished.pid();
    finished.finish("completed", Some("all done")).expect("it runs");
    assert_eq!(exit_kind(pid), "completed");
    assert!(table.resolve_pid("/finished").is_err());

    let ended_by_others = spawn("ended").release_names().on_error(|error| panic!("{error}"));
    let pid = ended_by_others.pid();
    table.terminate(pid, "killed", None).expect("it runs");
    drop(ended_by_others);
    assert_eq!(exit_kind(pid), "killed");
    assert!(table.resolve_pid("/ended").is_err());

    let panicking = spawn("panicking").release_names();
    let pid = panicking.pid();
    let thread = thread::Builder::new().name("panics on purpose".into());
    let thread = thread.spawn(move || {
        let _guard = panicking;
        std::panic::resume_unwind(Box::new("on purpose"));
    });
    assert!(thread.expect("a thread starts").join().is_err());
    assert_eq!(exit_kind(pid), "panicked");
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_sentence_of_the_suite_is_in_its_list() {
        let source = include_str!("conformance.rs");
        let (list, functions) = source.split_once("type Table").expect("the list comes first");
        let sentences = functions.lines().filter_map(|line| line.strip_prefix("pub fn ")?.split('(').next());
        let missing: Vec<&str> = sentences.filter(|name| !list.contains(&format!(" {name}\n"))).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
