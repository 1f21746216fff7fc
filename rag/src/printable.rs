//! Makes untrusted text safe to print in a message.

use std::borrow::Cow;
use vocabulary::is_bidi_control;

pub(crate) const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// Longer names are cut off at this length, in characters.
const MAX_CHARACTERS: usize = 80;

/// Returns the beginning of a name in printable form.
pub(crate) fn shorten(name: &str) -> Cow<'_, str> {
    printable(name.char_indices().nth(MAX_CHARACTERS).and_then(|(end, _)| name.get(..end)).unwrap_or(name))
}

/// Returns a text in printable form: on one line, without control characters that a terminal would interpret.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(is_hidden) { text.chars().flat_map(escape_hidden).collect() } else { Cow::Borrowed(text) }
}

/// Returns a visible representation of one character.
pub(crate) fn visible(c: char) -> String {
    match c {
        '\'' | '"' | '\\' => c.into(),
        c if is_hidden(c) => c.escape_default().collect(),
        // This escapes combining characters, which are invisible on their own.
        c => c.escape_debug().collect(),
    }
}

fn escape_hidden(c: char) -> Vec<char> {
    if is_hidden(c) { c.escape_default().collect() } else { vec![c] }
}

fn is_hidden(c: char) -> bool {
    c.is_control() || is_bidi_control(c) || c == BYTE_ORDER_MARK
}
