//! The editors folder is a complete VS Code extension.

use serde_json::Value;
use std::fs;
use std::path::Path;

fn read(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_extension_names_files_that_exist_and_the_scope_of_its_grammar() {
    let contributes = &read("package.json")["contributes"];
    let (language, grammar) = (&contributes["languages"][0], &contributes["grammars"][0]);
    assert_eq!(language["extensions"], serde_json::json!([".rag"]));
    assert_eq!(language["id"], grammar["language"]);
    assert_eq!(read(grammar["path"].as_str().expect("a path"))["scopeName"], grammar["scopeName"]);
    let configuration = read(language["configuration"].as_str().expect("a path"));
    assert_eq!(configuration["comments"]["lineComment"], "//");
}
