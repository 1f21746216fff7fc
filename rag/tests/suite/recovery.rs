//! All errors of a file in one run, and texts that contain nothing but errors.

use crate::sources::{check, graph};
use rag::{CapabilityResolver, Code, ComponentKind, MAX_DIAGNOSTICS, MAX_SOURCE_BYTES, Program, Severity, Source};

#[test]
fn independent_errors_are_all_reported() {
    let text = r#"graph support {
  strat agent
  start agent
  metadata { owner $ "x" }
  channel votes nowhere
  channel votes append
  input { question 5 }
  output { answer string answer string }
  checkpoint "inherit"
  node agent {
    kind agent
    model default
    tools ["lookup_usr", "create_ticket"]
    timeout 30sec
    routes { tool_call -> tols  final -> END }
  }
  node tools { kind tool_executer  next END }
  node review { kind interrupt  prompt "Approve\?"  options ["yes" "no"]  next END }
  node END { kind model }
  node silent { kind subagent }
  node slow { timeout 0s  colour "red" }
  node tools {}
  node steered { steering { parent allow [] } }
  node twice { next END  command { goto END } }
  node island { kind join sources [missing] }
  agent -> END
}
"#;
    let resolver = CapabilityResolver::from_lists([
        (ComponentKind::Tool, vec!["lookup_user", "create_ticket"]),
        (ComponentKind::Model, vec!["default"]),
        (ComponentKind::Reducer, vec!["append"]),
    ]);
    let report = check(text, &resolver);
    let found: Vec<_> = report
        .diagnostics()
        .iter()
        .map(|diagnostic| (diagnostic.span().unwrap().start.line, diagnostic.code))
        .collect();
    assert_eq!(
        found,
        [
            (2, Code::E103),
            (4, Code::E001),
            (5, Code::E301),
            (6, Code::E203),
            (7, Code::E104),
            (8, Code::E205),
            (9, Code::E104),
            (12, Code::E104),
            (13, Code::E301),
            (14, Code::E004),
            (15, Code::E212),
            (17, Code::E221),
            (18, Code::E003),
            (18, Code::E101),
            (19, Code::E213),
            (20, Code::E222),
            (21, Code::E223),
            (21, Code::E103),
            (22, Code::E202),
            (23, Code::E311),
            (24, Code::E214),
            (25, Code::E212),
            (26, Code::E214),
        ],
        "{report}"
    );
}

#[test]
fn a_missing_brace_of_a_node_does_not_affect_the_next_node() {
    let text = "graph g {\n start a\n node a {\n model 5\n next b\n node b {\n model 6\n }\n}\n";
    let report = check(text, &CapabilityResolver::without_registry());
    assert_eq!(report.codes(), [Code::E102, Code::E104, Code::E104], "{report}");
}

#[test]
fn a_malformed_word_before_a_graph_does_not_hide_the_graph() {
    let report = check("1abc graph g { start b node a {} }", &CapabilityResolver::without_registry());
    assert_eq!(report.codes(), [Code::E004, Code::E212], "{report}");
}

#[test]
fn the_values_of_an_unknown_item_are_skipped() {
    let report = check(&graph("start a node a {} colour 1, 2, \"x\"\n"), &CapabilityResolver::without_registry());
    assert_eq!(report.codes(), [Code::E103], "{report}");
}

#[test]
fn a_graph_with_errors_still_counts_as_declared() {
    let text =
        "graph outer { start a node a { kind subgraph graph \"inner\" } }\ngraph inner { start b node b { model 5 } }";
    let report = check(text, &CapabilityResolver::from_lists([(ComponentKind::Tool, Vec::<String>::new())]));
    assert_eq!(report.codes(), [Code::E104], "{report}");
}

#[test]
fn a_name_that_does_not_exist_causes_no_further_warning() {
    for body in [
        "start a node a { next bb } node b { next c } node c { next b }",
        "start aa node a { next a2 } node b {}",
        "start a node a { sends [send bb] next END } node b {}",
    ] {
        let codes = check(&graph(body), &CapabilityResolver::without_registry()).codes();
        assert!(codes.iter().all(|code| *code == Code::E212 || *code == Code::W402), "{body}: {codes:?}");
        assert!(codes.contains(&Code::E212));
    }
}

#[test]
fn a_syntax_error_causes_no_follow_up_errors() {
    for body in [
        "start 5 node a {}",
        "strat a node a {}",
        "start a node a { next 5 } node b {}",
        "start a node a { routs { x -> b } } node b {}",
        "start a node a { kind subagent agent 5 }",
        "start a node a { kind subagent agnt \"x\" }",
        "allow tools [\"x\"] start a node a { tools [x] }",
        "start a node a {} node j { kind join sources 5 }",
        "start a node a { tools \"x\", \"y\"] model \"m\" }",
    ] {
        let report = check(&graph(body), &CapabilityResolver::without_registry());
        assert_eq!(report.diagnostics().len(), 1, "{body}\n{report}");
    }
}

#[test]
fn a_repeated_text_is_an_error_unless_it_is_a_comment() {
    let fill = |unit: &str| unit.repeat(MAX_SOURCE_BYTES / unit.len());
    for unit in [
        "{",
        "\"",
        "node a {",
        "[",
        "}",
        "]",
        "->",
        "-",
        "graph g {",
        "graph g { node a {",
        "a ",
        "\\",
        "\"\"\"",
        "\u{202E}",
        ",",
        ":",
        "1 ",
        "1",
        "é",
        "graph ",
    ] {
        let report = check(&fill(unit), &CapabilityResolver::without_registry());
        let wanted = if unit == "\"\"\"" { Code::E101 } else { report.codes()[0] };
        assert!(report.has_errors() && report.codes().contains(&wanted), "{unit}");
        assert!(report.to_string().len() < 2_000_000, "{unit}: {}", report.to_string().len());
    }
    assert!(check(&fill("// {\n"), &CapabilityResolver::without_registry()).is_empty());
    assert!(check(&fill("//"), &CapabilityResolver::without_registry()).is_empty());
}

#[test]
fn a_thousand_diagnostics_are_shown_and_the_rest_is_counted() {
    let nodes: String = (0..1_500).map(|n| format!("node step_{n} {{ next stpe_{n} }}\n")).collect::<Vec<_>>().concat();
    let report = check(&graph(&format!("start step_0\n{nodes}")), &CapabilityResolver::without_registry());
    assert_eq!((report.diagnostics().len(), report.left_out()), (MAX_DIAGNOSTICS, 500));
    assert_eq!(report.errors(), 1_500);
    assert!(report.to_string().ends_with("\n\n500 more diagnostics are not shown\n"));
    assert!(report.to_json_lines().ends_with("\n{\"left_out\":500}\n"));
    let with_help = report.diagnostics().iter().filter(|diagnostic| diagnostic.help.is_some()).count();
    assert_eq!(with_help, 100, "only the first hundred get suggestions");
}

#[test]
fn diagnostics_are_ordered_by_file_then_position_then_code() {
    let sources = [
        Source::file("one.rag", "graph g { start a node a { next b } }"),
        Source::file("two.rag", "graph g { start a node a { next b } }"),
    ];
    let report = Program::parse(&sources).check();
    let found: Vec<_> = report.diagnostics().iter().map(|found| (found.file().unwrap(), found.code)).collect();
    assert_eq!(found, [("one.rag", Code::E212), ("two.rag", Code::E201), ("two.rag", Code::E212)]);
    assert_eq!(report.diagnostics()[1].labels[1].message, "first declared here");
    assert!(report.to_string().contains("one.rag:1:7"), "both places are shown\n{report}");
}

#[test]
fn denied_warnings_are_errors() {
    let report = check(&graph("start a node a {} node b {}"), &CapabilityResolver::without_registry());
    assert!(!report.has_errors() && report.warnings() == 1);
    let denied = report.deny_warnings();
    assert!(denied.has_errors() && denied.warnings() == 0);
    assert!(denied.to_string().starts_with("error[W401]"), "{denied}");
}

#[test]
fn suggestions_stop_when_comparing_names_would_cost_too_much() {
    let nodes: String =
        (0..5_000).map(|n| format!("node {}{n:04} {{ next {}_{n:04} }}\n", "n".repeat(40), "n".repeat(39))).collect();
    let report =
        check(&graph(&format!("start {}0000 {nodes}", "n".repeat(40))), &CapabilityResolver::without_registry());
    assert_eq!(report.errors(), 5_000);
    let helped: Vec<bool> = report.diagnostics().iter().map(|found| found.help.is_some()).collect();
    let first = helped.iter().take_while(|helped| **helped).count();
    assert!((1..20).contains(&first), "{first}");
    assert!(helped.iter().skip(first).all(|helped| !helped));
}

/// The codes and messages of this text without a registry.
fn messages(text: &str) -> Vec<(Code, String)> {
    let report = check(text, &CapabilityResolver::without_registry());
    report.diagnostics().iter().map(|found| (found.code, found.message.clone())).collect()
}

#[test]
fn a_block_without_its_opening_bracket_is_one_error_and_does_not_affect_what_follows() {
    let of_graph = [
        "defaults recursion_limit 50",
        "metadata description \"x\"",
        "allow tools \"x\", \"y\"",
        "input question string",
        "output answer string",
        "join a, b -> c",
    ];
    let of_node = [
        "retry max_attempts 3",
        "metadata owner \"x\"",
        "routes yes -> b no -> c",
        "command goto b",
        "command { update answer \"x\" goto b }",
        "command {\n update answer \"x\"\n goto b\n }",
        "sends send b \"x\", send c",
        "tools \"x\", \"y\"",
        "sources b, c",
        "options \"yes\", \"no\"",
    ];
    let closed = |item: &str| {
        let words = if item.starts_with("allow") { 2 } else { 1 };
        let start = item.match_indices(' ').nth(words - 1).map_or(0, |(at, _)| at);
        let (keyword, content) = item.split_at(start);
        let lists = ["allow", "sends", "tools", "sources", "options"];
        let closing = if lists.iter().any(|list| item.starts_with(list)) { "]" } else { "}" };
        [format!("{keyword}\n{content}\n {closing}"), format!("{keyword}{content} {closing}")]
    };
    let graph_with = |of_graph: &str, of_node: &str| {
        let lines = format!(
            "graph g {{\n {of_graph}\n start a\n node a {{\n {of_node}\n kind agnt\n }}\n node b {{ next c }}\n node c {{}}\n}}\n"
        );
        let one_line = lines.replace('\n', " ");
        [lines, one_line]
    };
    let mut cases = Vec::new();
    for item in of_graph {
        cases.push(item.to_owned());
        cases.extend(closed(item).into_iter().filter(|_| !item.starts_with("join")));
    }
    let cases = cases.into_iter().map(|item| (item, String::new()));
    let of_nodes = of_node.into_iter().flat_map(|item| {
        let closed = closed(item).into_iter().filter(|_| !item.contains('{'));
        std::iter::once(item.to_owned()).chain(closed)
    });
    for (of_graph, of_node) in cases.chain(of_nodes.map(|item| (String::new(), item))) {
        for text in graph_with(&of_graph, &of_node) {
            let errors = messages(&text).into_iter().filter(|(code, _)| code.severity() == Severity::Error);
            let codes: Vec<_> = errors.map(|(code, _)| code).collect();
            assert!(
                matches!(codes[..], [Code::E101 | Code::E102, Code::E221]),
                "{text}\n{}",
                check(&text, &CapabilityResolver::without_registry())
            );
        }
    }
}

#[test]
fn the_last_block_of_a_block_without_its_opening_bracket_is_one_error() {
    for text in [
        "graph g {\n output answer string\n start a\n node a { next END }\n}",
        "graph g {\n start a\n node a { next END }\n output answer string\n}",
        "graph g {\n start a\n node a { next END }\n output answer string }\n}",
        "graph g {\n start a\n node a { retry max_attempts 3 }\n}",
        "graph g {\n start a\n node a { retry max_attempts 3 } }\n}",
        "graph g {\n start a\n node a {\n routes yes -> a\n no -> END\n }\n}",
        "graph g {\n start a\n node a {\n routes\n yes -> a\n no -> END\n }\n }\n}",
        "graph g {\n start a\n node a {\n command {\n goto END\n update answer 1\n }\n }\n}",
    ] {
        let found = messages(text);
        assert!(matches!(found[..], [(Code::E102, _)]), "{text}\n{found:?}");
    }
}

#[test]
fn a_node_or_graph_without_its_opening_brace_is_still_read() {
    for text in [
        "graph g {\n start a\n node a\n kind agnt\n next b\n }\n node b {}\n}",
        "graph g {\n start a\n node a\n metadata { x 1 }\n kind agnt\n next b\n }\n node b {}\n}",
        "graph g {\n start a\n node a\n kind agnt\n next b\n node b {}\n}",
        "graph g {\n node b {}\n node a\n kind agnt\n next b\n start a\n}",
        "graph g {\n node b {}\n start a\n node a\n kind agnt\n next b\n}",
        "graph g {\n node b {}\n node a\n kind agnt\n a -> b\n start a\n}",
        "graph g\n node b {}\n node a { kind agnt next b }\n start a\n}",
        "graph g\n node b {}\n node a { kind agnt next b }\n start a\n",
    ] {
        let codes: Vec<_> = messages(text).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, [Code::E102, Code::E221], "{text}");
    }
    let found = messages("graph g {\n start a\n node a\n node b {}\n}");
    assert!(matches!(found[..], [(Code::E102, _)]), "{found:?}");
}

#[test]
fn an_item_without_a_value_does_not_take_the_next_item_as_its_value() {
    let cases = [
        ("channel messages\n start n", "", "channel `messages` has no reducer"),
        ("channel messages\n n -> b\n start n", "", "channel `messages` has no reducer"),
        ("start\n channel c append", "", "`start` has no value"),
        ("start\n n -> b", "", "`start` has no value"),
        ("start n\n checkpoint\n metadata { x 1 }", "", "`checkpoint` has no value"),
        ("start n", "kind\n model \"m\"", "`kind` has no value"),
        ("start n", "kind\n model m", "`kind` has no value"),
        ("start n", "next\n kind model", "`next` has no value"),
        ("start n", "next\n timeout 5s", "`next` has no value"),
        ("start n", "model\n next b", "`model` has no value"),
        ("start n", "prompt\n routes { x -> b }", "`prompt` has no value"),
        ("start n", "timeout\n next b", "`timeout` has no value"),
        ("start n", "checkpoint\n next b", "`checkpoint` has no value"),
        ("start n", "command {\n goto\n update { x 1 }\n }", "`goto` has no value"),
    ];
    for (of_graph, of_node, wanted) in cases {
        let report = check(
            &format!("graph g {{\n {of_graph}\n node n {{\n {of_node}\n }}\n node b {{}}\n}}"),
            &CapabilityResolver::without_registry(),
        );
        let errors: Vec<_> = report
            .diagnostics()
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .map(|found| (found.code, found.message.as_str()))
            .collect();
        let lost_model_item = of_node == "kind\n model m";
        assert_eq!(errors.first(), Some(&(Code::E101, wanted)), "{report}");
        assert_eq!(errors.len(), if lost_model_item { 2 } else { 1 }, "{report}");
    }
}

#[test]
fn a_value_may_be_on_the_line_after_its_item() {
    for (of_graph, of_node) in [
        ("start\n n", "kind\n model"),
        ("start\n n", "next\n model"),
        ("channel c\n append\n \"x\"\n start n", "next\n END"),
        ("start\n n\n checkpoint\n inherit", "model\n \"m\"\n timeout\n 5s"),
        ("start n", "kind\n model next b"),
        ("checkpoint\n interrupt start n", ""),
    ] {
        let text =
            format!("graph\n g {{\n {of_graph}\n node\n n {{\n {of_node}\n }}\n node\n b {{}}\n node model {{}}\n}}");
        let report = check(&text, &CapabilityResolver::without_registry());
        assert!(!report.has_errors(), "{report}");
    }
}

/// The code and help of the only error of a graph with this body.
fn only_help(body: &str) -> (Code, String) {
    let report = check(&graph(body), &CapabilityResolver::without_registry());
    let errors: Vec<_> = report.diagnostics().iter().filter(|found| found.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 1, "{body}\n{report}");
    (errors[0].code, errors[0].help.clone().unwrap_or_default())
}

#[test]
fn steering_is_rejected_as_a_whole_and_never_suggested() {
    let remove = "remove it: a blueprint has no steering policy; the program that runs the graph has to enforce one";
    for body in [
        "start a node a { steering { x 1 } }",
        "start a node a { steering { parent [] } next END }",
        "start a node a { steering 5 }",
    ] {
        let (code, help) = only_help(body);
        assert_eq!((code, &*help), (Code::E311, remove), "{body}");
    }
    let of_the_graph = only_help("start a steering { human allow [\"stop\"] } node a {}");
    assert_eq!(of_the_graph, (Code::E103, remove.to_owned()));
    let (_, help) = only_help("start a node a { zzzzzzzz 5 }");
    assert!(help.starts_with("the items are kind, ") && !help.contains("steering"), "{help}");
    assert!(!only_help("start a node a { sterring 5 }").1.contains("steering"));
}

#[test]
fn the_help_shows_the_expected_syntax() {
    for (body, code, wanted) in [
        ("start a node a { system hello }", Code::E104, "texts are strings"),
        ("start a node a { kind human options [yes] }", Code::E104, "texts are strings"),
        ("start a node a { model hello }", Code::E104, "names of capabilities are strings"),
        ("start a node a { timeout -5s }", Code::E004, "a whole number of milliseconds above zero"),
        ("start a node a { timeout 0.5ms }", Code::E004, "a whole number of milliseconds above zero"),
        ("allow models \"x\" start a node a {}", Code::E101, "`allow models [\"x\", \"y\"]`"),
        ("allow tools \"x\" start a node a {}", Code::E101, "`allow models [\"x\", \"y\"]`"),
        ("start a node a { tools \"x\" }", Code::E101, "`tools [\"x\", \"y\"]`"),
        ("start a node a {} node b {} join a, b -> b", Code::E101, "`join [b, c] -> d`"),
        ("start a node a { sends [b \"x\"] }", Code::E104, "`send b \"x\"`"),
        ("start a node a { send b \"x\" }", Code::E103, "`sends [send b \"x\"]`"),
        ("start a node a { kind join }", Code::E222, "`join [b, c] -> a`"),
    ] {
        let (found, help) = only_help(body);
        assert!(found == code && help.contains(wanted), "{body}: {found} {help}");
    }
    let sent = messages(&graph("start a node a { sends [send END] }"));
    assert_eq!(sent, [(Code::E212, "`END` is not a node and cannot be sent to".to_owned())]);
    let report = check(&graph("start a node a { sends [b \"x\", c \"y\"] }"), &CapabilityResolver::without_registry());
    assert_eq!(report.codes(), [Code::E104, Code::E104], "{report}");
}

#[test]
fn syntax_of_other_languages_is_one_error_with_its_own_help() {
    for (body, code, wanted) in [
        ("\n# start { here \"\nstart a node a {}", Code::E001, "start with `//`"),
        ("\n/* start { here */ start a node a {}", Code::E001, "start with `//`"),
        ("\n/* start { here \" \nstart a node a {}", Code::E001, "start with `//`"),
        ("start a node a { model 'x' next END }", Code::E001, "double quotes"),
        ("start a node a { model \u{201C}x y\u{201D} next END }", Code::E001, "double quotes"),
        ("start a node a { tools ['x', \"y\"] }", Code::E001, "double quotes"),
        ("start a; node a {}", Code::E001, "lines have no terminator"),
        ("start = a node a {}", Code::E001, "the value follows the name directly"),
        ("start a node a { routes { yes => a no -> END } }", Code::E001, "use `->`"),
        ("start a node a {} channel c append \"x\")", Code::E001, "have no parentheses"),
        ("start a node a { model: \"x\" }", Code::E101, "remove the colon"),
        ("start a node a { routes { yes: a no -> END } }", Code::E101, "`yes -> b`"),
    ] {
        let (found, help) = only_help(body);
        assert!(found == code && help.contains(wanted), "{body}: {found} {help}");
    }
    for odd in ["\u{201C} ", "\u{201C}", "' ", "# ", "/* "] {
        assert!(check(&odd.repeat(MAX_SOURCE_BYTES / odd.len()), &CapabilityResolver::without_registry()).has_errors());
    }
}
