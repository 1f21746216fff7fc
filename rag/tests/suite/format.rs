//! The canonical form.

use rag::__private::same_trees;
use rag::{Program, Source};

fn format(text: &str) -> String {
    let once = rag::format(&Source::file("test.rag", text)).unwrap_or_else(|report| panic!("{report}"));
    let twice = rag::format(&Source::file("test.rag", &*once)).unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(once, twice, "formatting its own result changes nothing");
    once
}

#[test]
fn the_canonical_form_of_a_whole_file() {
    insta::assert_snapshot!(format(include_str!("../programs/support.rag")));
}

#[test]
fn items_are_on_their_own_lines_without_commas_colons_and_alignment() {
    let text = "graph   g{start a,metadata{a:1,b \"x\",}node a{routes{x->END,long_label  ->  END}}}";
    assert_eq!(
        format(text),
        "graph g {\n  start a\n  metadata {\n    a 1\n    b \"x\"\n  }\n  node a {\n    routes {\n      x -> END\n      long_label -> END\n    }\n  }\n}\n"
    );
}

#[test]
fn empty_blocks_and_lists_are_closed_on_the_same_line() {
    assert_eq!(
        format("graph g { start a node a {\n\n} metadata { } allow tools [\n] }"),
        "graph g {\n  start a\n  node a {}\n  metadata {}\n  allow tools []\n}\n"
    );
    assert_eq!(format(""), "");
    assert_eq!(format("\u{FEFF} \r\n"), "");
    assert_eq!(format("// only\r\n\n\n\n// comments  "), "// only\n\n// comments\n");
}

#[test]
fn one_blank_line_is_kept_and_exactly_one_separates_nodes() {
    let text = "\n\ngraph g {\n\n\n  start a\n\n\n\n  node a {}\n  node b {\n\n    next END\n\n\n    model \"m\"\n\n  }\n\n\n\n  // about c\n  node c {}\n  // about d\n  node d {} // d\n  // about e\n\n  node e {}\n  e -> a\n}\n\n\n";
    assert_eq!(
        format(text),
        "graph g {\n  start a\n\n  node a {}\n\n  node b {\n    next END\n\n    model \"m\"\n  }\n\n  // about c\n  node c {}\n\n  // about d\n  node d {} // d\n  // about e\n\n  node e {}\n  e -> a\n}\n"
    );
}

#[test]
fn a_list_is_on_one_line_if_it_fits_and_otherwise_has_one_entry_per_line() {
    let names = |count: usize, last: &str| {
        (0..count).map(|n| format!("\"tool_{n}\"")).chain([format!("\"{last}\"")]).collect::<Vec<_>>()
    };
    let list = |names: &[String], separator: &str| {
        format!("graph g {{ start a node a {{ tools [{}] }} }}", names.join(separator))
    };
    // `    tools [` and seven entries of `"tool_n", ` take 81 columns, the last entry and its bracket the rest.
    let fits = names(7, &"x".repeat(16));
    assert_eq!(format(&list(&fits, ",\n")).lines().nth(3).map(str::len), Some(100));
    let too_long = names(7, &"x".repeat(17));
    let lines = format(&list(&too_long, ", "));
    assert!(lines.contains("    tools [\n      \"tool_0\",\n      \"tool_1\",\n"), "{lines}");
    assert!(lines.ends_with("x\",\n    ]\n  }\n}\n"), "{lines}");
}

#[test]
fn text_after_a_list_counts_towards_its_line() {
    let source = |target: &str| {
        format!("graph g {{ start a node a {{}} node {target} {{}} join [{}a] -> {target} }}", "a, ".repeat(24))
    };
    let fits = source(&"t".repeat(14));
    assert_eq!(format(&fits).lines().map(str::len).max(), Some(100));
    let too_long = format(&source(&"t".repeat(15)));
    assert!(too_long.contains(&format!("    a,\n  ] -> {}\n", "t".repeat(15))), "{too_long}");
}

#[test]
fn comments_survive_at_the_same_item() {
    let text = "// top
graph g { // of the graph
  // before start
  start a // of start
  node a { // of the node
    tools [ // of the list
      \"x\" // of x
      , \"y\", // of y
      // after the last entry
    ] // after the list
    next END // after next
    // before the brace
  } // of the brace
  // before the last brace
}
// after the last brace
";
    assert_eq!(
        format(text),
        "// top
graph g { // of the graph
  // before start
  start a // of start
  node a { // of the node
    tools [ // of the list
      \"x\", // of x
      \"y\", // of y
      // after the last entry
    ] // after the list
    next END // after next
    // before the brace
  } // of the brace
  // before the last brace
}
// after the last brace
"
    );
}

#[test]
fn comments_inside_an_item_stay_inside_it() {
    let text = "graph g {\nstart // which\n a\nnode a {\nmodel\n// why\n\"m\"\nroutes { // x\n}\noptions [ // none\n]\nsends [send // to\n a]\n}\n}".replace("routes { // x\n}\n", "");
    let formatted = format(&text);
    assert_eq!(
        formatted,
        "graph g {\n  start // which\n    a\n  node a {\n    model\n      // why\n      \"m\"\n    options [ // none\n    ]\n    sends [\n      send // to\n        a,\n    ]\n  }\n}\n"
    );
}

/// Removes white space, commas and colons, which have no meaning between tokens.
fn meaning(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | ':')).collect()
}

#[test]
fn a_comment_between_any_two_tokens_stays_between_them() {
    let text = include_str!("../programs/everything.rag");
    let plain = [Source::file("test.rag", text)];
    let plain = Program::parse(&plain);
    let mut tried = 0;
    for (at, _) in text.char_indices() {
        for comment in [" // here\n", "\n\n// here\n\n"] {
            let commented = format!("{}{comment}{}", &text[..at], &text[at..]);
            let source = [Source::file("test.rag", &*commented)];
            if !same_trees(&Program::parse(&source), &plain) || rag::format(&source[0]).is_err() {
                continue;
            }
            let formatted = format(&commented);
            assert_eq!(meaning(&formatted), meaning(&commented), "{formatted}");
            let formatted = [Source::file("test.rag", formatted)];
            assert!(same_trees(&Program::parse(&formatted), &plain), "{}", formatted[0].text());
            tried += 1;
        }
    }
    assert!(tried > 1_000, "{tried}");
}

#[test]
fn comments_on_both_sides_of_a_comma_survive() {
    let text = "graph g {\nstart a // one\n, // two\nnode a {\ntools [\"x\" // three\n, // four\n\"y\"]\n}\n}";
    assert_eq!(
        format(text),
        "graph g {\n  start a // one\n  // two\n  node a {\n    tools [\n      \"x\", // three\n      // four\n      \"y\",\n    ]\n  }\n}\n"
    );
}

#[test]
fn literals_keep_their_spelling() {
    let text = "graph g { start a metadata { a -0.50 b 1.5h c \"\\n\\t\\\"é\" d \"\"\"\n      two\n        lines\n\"\"\" e 007 } node a {} }";
    let formatted = format(text);
    for literal in ["-0.50", "1.5h", "\"\\n\\t\\\"é\"", "\"\"\"\n      two\n        lines\n\"\"\"", "007"] {
        assert!(formatted.contains(literal), "{literal}: {formatted}");
    }
}

#[test]
fn a_source_with_syntax_errors_is_not_formatted_but_one_with_other_errors_is() {
    let report = rag::format(&Source::file("test.rag", "graph g { start 5 node a { next b } }")).unwrap_err();
    assert_eq!(report.codes(), [rag::Code::E104]);
    let formatted = format("graph g { start a start a node a { next b steering {} } }");
    assert!(formatted.contains("start a\n  start a\n"), "{formatted}");
}
