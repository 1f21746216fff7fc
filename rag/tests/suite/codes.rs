//! Every code, with sources that cause it and similar sources that do not.

use crate::sources::{check, graph};
use rag::{CapabilityResolver, Code, ComponentKind, MAX_DEPTH, MAX_NODES, MAX_SOURCE_BYTES};

fn registry() -> CapabilityResolver {
    CapabilityResolver::from_lists([
        (ComponentKind::Model, vec!["default", "fast"]),
        (ComponentKind::Tool, vec!["lookup_user", "create_ticket"]),
        (ComponentKind::Graph, vec!["triage", "hidden"]),
        (ComponentKind::Agent, vec!["researcher"]),
        (ComponentKind::Router, vec!["by_topic"]),
        (ComponentKind::Reducer, vec!["append"]),
        (ComponentKind::Script, vec!["repl"]),
    ])
}

/// Checks that each graph body causes exactly this one diagnostic.
fn causes(code: Code, bodies: &[&str]) {
    for body in bodies {
        assert_eq!(check(&graph(body), &registry()).codes(), [code], "{body}\n{}", check(&graph(body), &registry()));
    }
}

fn causes_nothing(bodies: &[&str]) {
    for body in bodies {
        assert!(check(&graph(body), &registry()).is_empty(), "{body}\n{}", check(&graph(body), &registry()));
    }
}

const START: &str = "start a node a {} ";

fn with_start(bodies: &[&str]) -> Vec<String> {
    bodies.iter().map(|body| format!("{START}{body}")).collect()
}

/// Like [`causes`], in a graph that already has a node.
fn also_causes(code: Code, bodies: &[&str]) {
    let bodies = with_start(bodies);
    causes(code, &bodies.iter().map(String::as_str).collect::<Vec<_>>());
}

fn also_causes_nothing(bodies: &[&str]) {
    let bodies = with_start(bodies);
    causes_nothing(&bodies.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn e001_invalid_characters() {
    also_causes(
        Code::E001,
        &[
            "$",
            "$%&;",
            "@é",
            "é@",
            "é@é$",
            "checkpoint é@a",
            "checkpoint a@é",
            "checkpoint größ@@e",
            "- ",
            "-",
            "// \u{202E} in a comment\n",
            "metadata { a \"\u{2066}x\" }",
            "metadata { a \"\"\"\u{2069}\u{202A}\"\"\" }",
            "\u{FEFF}",
            "\u{0}",
            "'",
            "checkpoint größe",
            "checkpoint with-hyphen",
        ],
    );
    also_causes_nothing(&["// $ % ; é 😀\n", "metadata { a \"$ é \u{200B}\" }", "\t\r\n"]);
}

#[test]
fn e002_unterminated_strings() {
    also_causes(
        Code::E002,
        &[
            "metadata { a \"open\n }",
            "metadata { a \"\"\"open }",
            "allow tools [\"lookup_user]\n",
            "metadata { a \"x\\\n }",
            "metadata { a \"}\n",
            "metadata { a \"x\\\r\n }",
        ],
    );
    also_causes_nothing(&["metadata { a \"closed\" b \"\"\"two\nlines\"\"\" c \"\" d \"\"\"\"\"\" }"]);
}

#[test]
fn e003_invalid_escapes() {
    also_causes(Code::E003, &[r#"metadata { a "\q" }"#, r#"metadata { a "\u0041" }"#, r#"metadata { a "\é" }"#]);
    also_causes_nothing(&[r#"metadata { a "\n\t\r\\\"" b """\q""" }"#]);
}

#[test]
fn e004_malformed_numbers_durations_and_names() {
    for word in [
        "1abc",
        "1e3",
        "30sec",
        "1.",
        "1.2.3",
        "1-2",
        "0.5ms",
        "-1s",
        "9007199254740992ms",
        "1é",
        "-1x",
        "sum-1",
        "gpt-4o",
        "1_000",
    ] {
        also_causes(Code::E004, &[&format!("metadata {{ a {word} }}")]);
    }
    also_causes(Code::E004, &[&format!("metadata {{ a {} }}", "9".repeat(400)), "checkpoint sum-1"]);
    for word in ["1", "-1", "0.5", "-0.5", "30s", "1.5h", "9007199254740991ms", "sum_1", "99999999999999999999"] {
        also_causes_nothing(&[&format!("metadata {{ a {word} }}")]);
    }
}

#[test]
fn e101_unexpected_tokens() {
    also_causes(
        Code::E101,
        &[
            "]",
            "a -> END -> a",
            "metadata { , a 1 }",
            "metadata { a 1,, b 2 }",
            "allow tools [, ]",
            "a -> ",
            "checkpoint: inherit",
            "checkpoint ",
            "allow stores [\"x\"]",
            "allow tools { }",
            "allow tools \"x\"",
            "metadata { a } ",
            "join [a] a",
            "-> a",
            "} checkpoint inherit",
        ],
    );
    causes(
        Code::E101,
        &[
            "start a node a { tools [\"lookup_user\" \"create_ticket\"] }",
            "start a node a { routes { x: END } }",
            "start a node a { model: \"default\" }",
            "start a node a { next END -> a }",
            "start a node a { sends [send ] }",
            "start a node a { a -> END }",
        ],
    );
    assert_eq!(
        check("graph g { start a node a {} }, graph h { start a node a {} }", &registry()).codes(),
        [Code::E101]
    );
    for source in [
        "graph g { start a node a {} } }",
        "graph g { start a node a {} } checkpoint inherit",
        "graph g { start a node a {} } checkpoint inherit graph h { start a node a {} }",
    ] {
        assert_eq!(check(source, &registry()).codes(), [Code::E101], "{source}");
    }
    also_causes_nothing(&["metadata { a: 1, b 2, }", "allow tools [],", "metadata { a 1\nb 2 }"]);
    causes_nothing(&["start a, node a { tools [\"lookup_user\"\n\"create_ticket\",\n], model \"default\", },"]);
}

#[test]
fn e102_missing_braces() {
    for source in [
        "graph g { start a node a {}",
        "graph g { start a node a { model \"default\"\n node b {} a -> b }",
        "graph g { start a node a { routes { x -> b\n } \n node b {} }",
        "graph g { start a node a { tools [\"lookup_user\"\n model \"default\" } }",
        "graph g { start a node a { tools [\"lookup_user\"\n } }",
        "graph g { start a node a {} graph h { start a node a {} }",
        "graph g start a node a {} }",
        "graph g { start a node a model \"default\" } }",
        "graph g { metadata a 1 } start a node a {} }",
    ] {
        assert_eq!(check(source, &registry()).codes(), [Code::E102], "{source}\n{}", check(source, &registry()));
    }
    causes_nothing(&["start a node a { routes {\nx -> END\n}\n}"]);
}

#[test]
fn e103_unknown_items() {
    also_causes(
        Code::E103,
        &["colour \"red\"", "colour { node { x 1 } }", "colour [1, 2]\ncheckpoint inherit", "steering { }"],
    );
    causes(
        Code::E103,
        &[
            "start a node a { modle \"default\" }",
            "strat a node a {}",
            "start a node a { command { jump a goto END } }",
            "start a node a { colour { a [1] } model \"default\" }",
        ],
    );
    assert_eq!(check("grahp g { start a node a {} }", &registry()).codes(), [Code::E103]);
    causes_nothing(&["start node node node { next END }", "start model node model { kind agent }"]);
}

#[test]
fn e104_wrong_literals() {
    also_causes(
        Code::E104,
        &[
            "checkpoint \"inherit\"",
            "interrupt 5",
            "input { question 5 }",
            "allow tools [lookup_user]",
            "allow tools [5]",
            "channel c append 5s",
        ],
    );
    causes(
        Code::E104,
        &[
            "start \"a\" node a {}",
            "start a node \"a\" {}",
            "start a node a { model fast }",
            "start a node a { model 5 }",
            "start a node a { kind \"agent\" }",
            "start a node a { timeout soon }",
            "start a node a { next \"END\" }",
            "start a node a { tools [lookup_user] }",
            "start a node a { sends [\"a\"] }",
        ],
    );
    also_causes_nothing(&["metadata { a inherit b \"x\" c 5 d 5s }", "channel c append \"x\" 5"]);
}

#[test]
fn e105_limits_are_inclusive() {
    let padded = |bytes: usize| {
        let text = graph(START);
        format!("{text}{}", " ".repeat(bytes - text.len()))
    };
    assert!(check(&padded(MAX_SOURCE_BYTES), &registry()).is_empty());
    assert_eq!(check(&padded(MAX_SOURCE_BYTES + 1), &registry()).codes(), [Code::E105]);

    let nested = |depth: usize| graph(&format!("{START} colour {}{}", "{".repeat(depth - 1), "}".repeat(depth - 1)));
    assert_eq!(check(&nested(MAX_DEPTH), &registry()).codes(), [Code::E103]);
    assert_eq!(check(&nested(MAX_DEPTH + 1), &registry()).codes(), [Code::E103, Code::E105]);

    let nodes = |count: usize| {
        let nodes: String =
            (0..count).map(|n| format!("node n{n} {{ next n{} }}\n", n + 1)).collect::<Vec<_>>().concat();
        graph(&format!("start n0\n{nodes}")).replace(&format!("next n{count} "), "")
    };
    assert!(check(&nodes(MAX_NODES), &registry()).is_empty());
    assert_eq!(check(&nodes(MAX_NODES + 1), &registry()).codes(), [Code::E105]);
}

#[test]
fn e201_to_e205_duplicate_declarations() {
    assert_eq!(check("graph g { start a node a {} } graph g { start a node a {} }", &registry()).codes(), [Code::E201]);
    also_causes(Code::E202, &["node a {}"]);
    also_causes(Code::E203, &["channel c append channel c append"]);
    causes(Code::E204, &["start a node a { routes { x -> END x -> END } }"]);
    also_causes(Code::E205, &["input { q string q number }", "output { q string q: string }"]);
    causes_nothing(&[
        "start a node a { routes { x -> b y -> b } } node b { routes { x -> END } } channel a append input { a string } output { a string }",
    ]);
}

#[test]
fn e206_duplicate_items_and_keys() {
    also_causes(
        Code::E206,
        &[
            "checkpoint x checkpoint y",
            "metadata {} metadata {}",
            "metadata { a 1 a 2 }",
            "allow tools [] allow tools []",
            "start a",
            "input {} input {}",
        ],
    );
    causes(
        Code::E206,
        &[
            "start a node a { model \"default\" model \"fast\" }",
            "start a node a { system \"x\" prompt \"y\" }",
            "start a node a { command { goto END goto a } }",
            "start a node a { routes { x -> END } routes { x -> a } }",
            "start a node a { command { update {} update {} } }",
            "start a node a { command { update { k 1 k 2 } } }",
            "start a node a { retry { n 1 n 2 } }",
        ],
    );
    also_causes_nothing(&["allow tools [] allow models []", "metadata { a 1 } defaults { a 1 }"]);
}

#[test]
fn e211_no_start() {
    causes(Code::E211, &["node a {}", ""]);
    causes_nothing(&[START]);
}

#[test]
fn e212_nodes_that_do_not_exist() {
    causes(
        Code::E212,
        &[
            "start b node a {}",
            "start END node a {}",
            "start a node a { next b }",
            "start a node a { routes { x -> b y -> END } }",
            "start a node a { command { goto b } }",
            "start a node a { sends [send b] }",
            "start a node a { sends [send END] }",
            "start a node a {} a -> b",
            "start a node a {} join [b] -> a",
            "start a node a {} join [a] -> b",
            "start a node a {} join [END] -> a",
            "start a node a {} node j { kind join sources [a, b] }",
            "start a node a { sends [send b] } node b {} node j { kind join sources [a, b] } join [a] -> j",
            "start a node a { sends [send b] } node b {} node j { kind join sources [a] } join [a, b] -> j",
        ],
    );
    also_causes(Code::E212, &["END -> a", "b -> a"]);
    causes_nothing(&[
        "start a node a { sends [send b \"x\"] } node b {} node j { kind join sources [b, a] } join [a, b] -> j",
        "start a node a { next END }",
        "start a node a {} join [a] -> END",
    ]);
}

#[test]
fn e212_is_reported_for_the_first_of_several_joins_with_missing_sources() {
    let nodes = "start a node a { sends [send b, send c] } node b {} node c {} node j { kind join sources [a, b, c] }";
    causes(Code::E212, &[&format!("{nodes} join [a, b] -> j join [a, c] -> j")]);
    causes(Code::E212, &[&format!("{nodes} join [a, b, c] -> j join [a, c] -> j")]);
    causes_nothing(&[&format!("{nodes} join [a, b, c] -> j join [c, b, a] -> j")]);
}

#[test]
fn e213_a_node_named_end() {
    causes(Code::E213, &["start a node a {} node END {}", "start a node a { next END } node END { next END }"]);
}

#[test]
fn e214_and_e215_each_node_has_at_most_one_routing() {
    causes(
        Code::E214,
        &[
            "start a node a { next END routes { x -> END } }",
            "start a node a { next END command { goto END } }",
            "start a node a { next END } a -> END",
            "start a node a { routes { x -> END } } a -> END",
        ],
    );
    causes(Code::E215, &["start a node a {} node b {} a -> b a -> END"]);
    causes_nothing(&[
        "start a node a { next b command { update { x 1 } } } node b {} b -> END",
        "start a node a { sends [send a] next END }",
    ]);
}

#[test]
fn e221_unknown_kinds_with_and_without_a_registry() {
    causes(Code::E221, &["start a node a { kind agnt }", "start a node a { kind agnt model \"nowhere\" }"]);
    let without = CapabilityResolver::without_registry();
    assert_eq!(check(&graph("start a node a { kind agnt }"), &without).codes(), [Code::E221]);
    let host = registry().with_node_kinds(["planner"]);
    assert!(check(&graph("start a node a { kind planner model \"fast\" tools [\"lookup_user\"] }"), &host).is_empty());
    assert_eq!(check(&graph("start a node a { kind planner model \"nowhere\" }"), &host).codes(), [Code::E301]);
    assert_eq!(check(&graph("start a node a { kind repl_agent }"), &host).codes(), [Code::E221]);
    assert_eq!(check(&graph("start a node a { }"), &host).codes(), [Code::E221]);
    for kind in rag::NODE_KINDS {
        let codes = check(&graph(&format!("start a node a {{ kind {} }}", kind.name)), &registry()).codes();
        assert!(!codes.contains(&Code::E221), "{}", kind.name);
    }
}

#[test]
fn e222_missing_references() {
    causes(
        Code::E222,
        &[
            "start a node a { kind subagent }",
            "start a node a { kind subgraph }",
            "start a node a { kind graph }",
            "start a node a { kind join }",
            "start a node a { kind join sources [] }",
            "start a node a { kind subagent model \"fast\" }",
        ],
    );
    causes_nothing(&[
        "start a node a { kind subagent agent \"researcher\" model \"fast\" }",
        "start a node a { kind subgraph graph \"triage\" model \"fast\" }",
        "start a node a { kind graph model \"triage\" }",
        "start a node a {} node j { kind join } join [a] -> j",
        "start a node a {} node j { kind join sources [a] }",
        "start a node a { kind router }",
        "start a node a { kind repl_agent }",
    ]);
}

#[test]
fn e223_invalid_timeouts() {
    for timeout in ["0s", "0", "-1", "-0.5", "\"soon\"", "\"30\"", "\"0s\"", "0.0001", "\"\"", "0.0"] {
        causes(Code::E223, &[&format!("start a node a {{ timeout {timeout} }}")]);
        also_causes(Code::E223, &[&format!("defaults {{ timeout {timeout} }}")]);
    }
    also_causes(Code::E223, &["defaults { timeout soon }"]);
    for timeout in ["30s", "30", "0.5", "\"30s\"", "1ms"] {
        causes_nothing(&[&format!("start a node a {{ timeout {timeout} }} defaults {{ timeout {timeout} }}")]);
    }
    also_causes_nothing(&["metadata { timeout soon }"]);
}

#[test]
fn e224_empty_blocks() {
    causes(Code::E224, &["start a node a { routes {} }", "start a node a { command {} }"]);
    causes_nothing(&["start a node a { command { update {} } metadata {} retry {} tools [] sends [] }"]);
}

#[test]
fn e301_names_that_are_not_registered() {
    for (body, name) in [
        ("model \"nowhere\"", "model `nowhere`"),
        ("kind agent tools [\"nowhere\"]", "tool `nowhere`"),
        ("kind subagent agent \"nowhere\"", "agent `nowhere`"),
        ("kind subgraph graph \"nowhere\"", "graph `nowhere`"),
        ("kind subgraph model \"default\"", "graph `default`"),
        ("kind subgraph graph \"triage\" model \"triage\"", "model `triage`"),
        ("kind router model \"default\"", "router `default`"),
        ("kind repl_agent script \"nowhere\"", "script `nowhere`"),
        ("kind subagent agent \"researcher\" model \"nowhere\"", "model `nowhere`"),
    ] {
        let source = graph(&format!("start a node a {{ {body} }}"));
        let report = check(&source, &registry());
        assert_eq!(report.codes(), [Code::E301], "{report}");
        assert_eq!(report.diagnostics()[0].message, format!("unknown {name}"));
        assert!(check(&source, &CapabilityResolver::without_registry()).is_empty());
    }
    also_causes(Code::E301, &["channel c nowhere"]);
    causes_nothing(&[
        "start a node a { kind router model \"by_topic\" } channel c append",
        "start a node a { kind repl_agent script \"repl\" }",
    ]);
}

#[test]
fn e301_items_that_the_kind_ignores_are_still_looked_up() {
    let report = check(&graph("start a node a { kind join sources [a] tools [\"nowhere\"] }"), &registry());
    assert_eq!(report.codes(), [Code::W402, Code::W404, Code::E301], "{report}");
}

#[test]
fn e302_names_that_are_not_in_allow() {
    causes(
        Code::E302,
        &[
            "allow tools [] start a node a { tools [\"lookup_user\"] }",
            "allow reducers [] channel c append start a node a {}",
        ],
    );
    causes(Code::E301, &["allow tools [] start a node a { tools [\"nowhere\"] }"]);
    causes_nothing(&["allow tools [\"lookup_user\"] start a node a { model \"fast\" tools [\"lookup_user\"] }"]);
    let without = CapabilityResolver::without_registry();
    assert_eq!(check(&graph("allow models [] start a node a { model \"fast\" }"), &without).codes(), [Code::E302]);
}

#[test]
fn e303_graphs_that_run_themselves() {
    let graph =
        |name: &str, to: &str| format!("graph {name} {{ start a node a {{ kind subgraph graph \"{to}\" }} }}\n");
    let report = check(&(graph("x", "y") + &graph("y", "z") + &graph("z", "x")), &registry());
    assert_eq!(report.codes(), [Code::E303]);
    assert_eq!(report.diagnostics()[0].message, "graph `x` runs itself: x -> y -> z -> x");
    assert_eq!(report.diagnostics()[0].labels.len(), 3, "every hop is shown");
    assert_eq!(check(&graph("x", "x"), &CapabilityResolver::without_registry()).codes(), [Code::E303]);
    assert!(check(&(graph("x", "y") + &graph("y", "triage")), &registry()).is_empty());
}

#[test]
fn e311_steering() {
    causes(
        Code::E311,
        &[
            "start a node a { steering { parent allow [\"x\"] human allow [] delivery \"now\" } }",
            "start a node a { steering {} }",
        ],
    );
    let report = check(&graph("start a node a { steering { colour 1 parent [] } }"), &registry());
    assert_eq!(report.codes(), [Code::E311]);
    // The word is one of the contextual ones: only the block is refused.
    let word = "start steering node steering { model \"default\" metadata { steering \"none\" } }";
    assert!(check(&graph(word), &registry()).is_empty());
}

#[test]
fn w401_unreachable_nodes() {
    also_causes(Code::W401, &["node b {}", "node b { next a }"]);
    causes_nothing(&[
        "start a node a { sends [send b] } node b {}",
        "start a node a { routes { x -> b } } node b {}",
        "start a node a {} join [a] -> b node b {}",
        "start a node a {} node b { kind join sources [a] }",
        "start a node a {} a -> b node b {}",
    ]);
    causes(Code::E212, &["start a node a { next bb } node b {}", "start aa node a {} node b {}"]);
}

#[test]
fn w402_nodes_that_cannot_reach_an_end() {
    causes(Code::W402, &["start a node a { next a }"]);
    let report = check(&graph("start a node a { next b } node b { next a }"), &registry());
    assert_eq!(report.codes(), [Code::W402, Code::W402]);
    causes(Code::W402, &["start a node a { sends [send b] next END } node b { next b }"]);
    causes_nothing(&[
        "start a node a { routes { again -> a done -> END } }",
        "start a node a { next b } node b { next c } node c {}",
    ]);
}

#[test]
fn w403_unused_allow_entries() {
    also_causes(Code::W403, &["allow tools [\"lookup_user\"]", "allow agents [\"no such agent\"]"]);
    causes(Code::E301, &["allow tools [\"lookup_user\"] start a node a { tools [\"lookup_usr\"] }"]);
    causes_nothing(&["allow graphs [\"triage\"] start a node a { kind subgraph graph \"triage\" }"]);
}

#[test]
fn w404_items_that_the_kind_ignores() {
    for item in [
        "agent \"researcher\"",
        "graph \"triage\"",
        "script \"repl\"",
        "input \"x\"",
        "options [\"x\"]",
        "tools [\"lookup_user\"]",
        "prompt \"x\"",
        "system \"x\"",
    ] {
        causes(Code::W404, &[&format!("start a node a {{ kind router {item} }}")]);
    }
    causes(Code::W404, &["start a node a { next b } node b { sources [a] }"]);
    causes_nothing(&[
        "start a node a { kind subagent agent \"researcher\" input \"x\" tools [] system \"x\" }",
        "start a node a { kind human options [] prompt \"x\" }",
    ]);
}

#[test]
fn w405_graphs_that_hide_registered_ones() {
    let outer = "graph outer { start a node a { kind subgraph graph \"hidden\" } }";
    let source = format!("{outer}\ngraph hidden {{ start a node a {{}} }}");
    let report = check(&source, &registry());
    assert_eq!(report.codes(), [Code::W405]);
    assert_eq!(report.diagnostics()[0].span().unwrap().start.line, 2);
    assert!(check(&source, &CapabilityResolver::without_registry()).is_empty());
    assert!(check("graph hidden { start a node a {} }", &registry()).is_empty(), "nothing refers to it");
}

#[test]
fn w406_repeated_entries() {
    causes(
        Code::W406,
        &[
            "start a node a { tools [\"lookup_user\", \"lookup_user\"] }",
            "start a node a {} node j { kind join sources [a, a] }",
            "start a node a {} join [a, a] -> END",
        ],
    );
    causes_nothing(&["start a node a { kind human options [\"x\", \"x\"] }"]);
}
