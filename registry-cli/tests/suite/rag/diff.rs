//! `registry rag diff`.

use super::{GRAPHS, rag};
use snapbox::str;
use std::fs;

#[test]
fn a_diff_says_what_changed_for_people_and_for_programs() {
    let changed = fs::read_to_string(format!("{GRAPHS}/support.rag")).unwrap().replace("\"default\"", "\"fast\"");
    rag(&["diff", "support.rag", "-"]).stdin(changed.clone()).assert().code(1).stdout_eq(str![[r#"
~ graph support
  ~ nodes agent model: "default" -> "fast"

"#]]);
    rag(&["diff", "support.rag", "-", "--json"]).stdin(changed).assert().code(1).stdout_eq(str![[r#"
{"status":"changed","graph":"support","changes":[{"path":["nodes","agent","model"],"before":"default","after":"fast"}]}

"#]]);
    rag(&["diff", "support.rag", "support.rag"]).assert().code(0).stdout_eq("");
    rag(&["diff", "support.rag", "desk.rag"]).assert().code(1).stdout_eq(str![[r#"
- graph support
+ graph desk
+ graph escalation

"#]]);
    rag(&["diff", "wrong.rag", "desk.rag"]).assert().code(1).stdout_eq("");
}
