//! Escapes names for use as labels in diagrams.

use crate::is_bidi_control;

/// Escapes a name for a quoted Mermaid label.
///
/// Every character that could have a special meaning in Mermaid is replaced with an entity code. Control characters,
/// which cannot be displayed, are replaced with U+FFFD.
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
            label.extend(["#", &u32::from(displayable(c)).to_string(), ";"]);
        }
    }
    if label.trim().is_empty() { "#160;".to_owned() } else { label }
}

/// Escapes a name for a quoted Graphviz label.
///
/// Graphviz interprets backslashes and HTML entities in quoted labels, so these are escaped. Control characters, which
/// cannot be displayed, are replaced with U+FFFD.
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
            c => label.push(displayable(c)),
        }
    }
    label
}

/// Replaces control characters, which cannot be displayed, and characters that change the direction of text, which
/// would affect more than the label.
fn displayable(c: char) -> char {
    if (c.is_control() && c != '\n') || is_bidi_control(c) { char::REPLACEMENT_CHARACTER } else { c }
}
