//! Lists: what they leave out, their order, and their pages.

use super::{Table, listed, register, spawn};
use agent_table::{Filter, Page, RegistryEntry};

fn names(page: &Page<RegistryEntry>) -> Vec<&str> {
    page.entries.iter().map(|entry| entry.name.as_str()).collect()
}

/// No character is a wildcard, and case matters.
pub(crate) fn a_prefix_is_exactly_its_bytes(table: &Table) {
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
pub(crate) fn a_tag_is_exactly_its_characters(table: &Table) {
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
pub(crate) fn a_list_is_in_the_order_of_names(table: &Table) {
    let pid = spawn(table);
    let sorted = [" ", "/", "/A", "/B", "/a", "/a!", "/a/", "/a0", "/b", "Z", "_", "a", "~"];
    for name in sorted.into_iter().rev() {
        register(table, name, pid, &["t"]);
    }
    assert_eq!(listed(table, None, None), sorted);
    assert_eq!(listed(table, None, Some("t")), sorted);
}

/// Any page size gives the whole list, each entry once.
pub(crate) fn pages_tile_the_list_and_agree_on_the_total(table: &Table) {
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
pub(crate) fn prefix_and_tag_filter_together(table: &Table) {
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
