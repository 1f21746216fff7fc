//! The grammar by which editors colour `.rag` files, in the engine that editors use.

use crate::tools::script;
use rag::{NODE_KINDS, REFERENCE_KINDS};
use serde_json::json;

const GRAMMAR: &str = include_str!("../../../rag/editors/rag.tmLanguage.json");

const SAMPLE: &str = r#"// A note.
graph desk {
  metadata { priority -0.5 wait 90s }
  allow tools ["a"]
  start node
  channel messages append "x"
  node node {
    kind router
    system """
      Say "hi" // and
      node x { kind y }
      """
    routes { next -> END  kind -> other }
    sends [send other "a\nb\q"]
  }
  node other { kind planner  next END }
}
"#;

#[test]
fn a_source_is_coloured_by_what_its_words_mean() {
    let Some(tokens) = script("colour.mjs", &json!({ "grammar": GRAMMAR, "text": SAMPLE })) else { return };
    let tokens: Vec<(String, String)> = serde_json::from_value(tokens).unwrap();
    let mut tokens = tokens.iter().map(|(text, scope)| (text.trim(), scope.trim_end_matches(".rag")));
    // In the order of the sample: each is looked for behind the one before.
    for expected in [
        ("A note.", "comment.line.double-slash"),
        ("graph", "keyword.declaration.graph"),
        ("desk", "entity.name.type.graph"),
        ("metadata", "keyword.other"),
        ("-0.5", "constant.numeric"),
        ("90s", "constant.numeric.duration"),
        ("allow", "keyword.other"),
        ("tools", "support.type.kind"),
        ("a", "string.quoted.double"),
        ("start", "keyword.control"),
        ("node", "entity.name.function.node"),
        ("channel", "keyword.declaration.channel"),
        ("messages", "variable.other.channel"),
        ("append", "support.function.reducer"),
        ("node", "keyword.declaration.node"),
        ("node", "entity.name.function.node"),
        ("kind", "keyword.other"),
        ("router", "support.type.kind"),
        ("system", "keyword.other"),
        ("Say \"hi\" // and", "string.quoted.triple"),
        ("node x { kind y }", "string.quoted.triple"),
        ("routes", "keyword.other"),
        ("next", "variable.other.label"),
        ("->", "keyword.operator.arrow"),
        ("END", "constant.language.end"),
        ("kind", "variable.other.label"),
        ("other", "entity.name.function.node"),
        ("send", "keyword.control"),
        ("\\n", "constant.character.escape"),
        ("\\q", "invalid.illegal.escape"),
        ("node", "keyword.declaration.node"),
        ("planner", "entity.name.type.kind"),
        ("next", "keyword.control"),
        ("END", "constant.language.end"),
    ] {
        assert!(tokens.any(|token| token == expected), "{expected:?}");
    }
}

#[test]
fn the_grammar_knows_every_kind_of_node_and_of_reference() {
    for word in NODE_KINDS.iter().map(|kind| kind.name).chain(REFERENCE_KINDS.map(rag::ComponentKind::plural)) {
        let listed = GRAMMAR.split(['|', '(', ')']).any(|listed| listed == word);
        assert!(listed, "{word} is missing");
    }
}
