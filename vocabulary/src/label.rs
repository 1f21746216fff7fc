//! Names as labels of pictures: what is hostile in them is shown and breaks nothing.

use crate::is_bidi_control;

/// A name as the inside of a quoted label of Mermaid.
///
/// Every character that could mean something to Mermaid becomes an entity code, and a control character, which no
/// picture can show, U+FFFD.
///
/// ```
/// assert_eq!(vocabulary::mermaid_label("a \"b\""), "a #34;b#34;");
/// ```
pub fn mermaid_label(name: &str) -> String {
    let mut label = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_alphanumeric() || matches!(c, '_' | ' ' | '-' | '.') {
            label.push(c);
        } else {
            label.extend(["#", &u32::from(shown(c)).to_string(), ";"]);
        }
    }
    if label.trim().is_empty() { "#160;".to_owned() } else { label }
}

/// A name as the inside of a quoted label of Graphviz.
///
/// Graphviz reads backslashes and HTML entities inside quotes, so they are escaped. A control character, which no
/// picture can show, becomes U+FFFD.
///
/// ```
/// assert_eq!(vocabulary::dot_label("a \"b\" &lt;"), "a \\\"b\\\" &amp;lt;");
/// ```
pub fn dot_label(name: &str) -> String {
    let mut label = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '\\' => label.push_str("\\\\"),
            '"' => label.push_str("\\\""),
            '&' => label.push_str("&amp;"),
            '\n' => label.push_str("\\n"),
            c => label.push(shown(c)),
        }
    }
    label
}

/// A character that a picture can show: control characters have no picture, and a change of direction would reach
/// beyond its label.
fn shown(c: char) -> char {
    if (c.is_control() && c != '\n') || is_bidi_control(c) { char::REPLACEMENT_CHARACTER } else { c }
}
