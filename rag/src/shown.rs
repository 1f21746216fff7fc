//! How a message shows text that somebody else wrote.

use std::borrow::Cow;
use vocabulary::is_bidi_control;

pub(crate) const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// Names are shown up to this length, in characters.
const SHOWN_CHARACTERS: usize = 80;

/// The beginning of a name, as a message can show it.
pub(crate) fn shorten(name: &str) -> Cow<'_, str> {
    shown(name.char_indices().nth(SHOWN_CHARACTERS).and_then(|(end, _)| name.get(..end)).unwrap_or(name))
}

/// A text as a message can show it: in one line, and without power over a terminal.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if text.contains(is_hidden) { text.chars().flat_map(show).collect() } else { Cow::Borrowed(text) }
}

/// A character for itself, so that it is seen.
pub(crate) fn visible(c: char) -> String {
    match c {
        '\'' | '"' | '\\' => c.into(),
        c if is_hidden(c) => c.escape_default().collect(),
        // What has no shape of its own is escaped.
        c => c.escape_debug().collect(),
    }
}

fn show(c: char) -> Vec<char> {
    if is_hidden(c) { c.escape_default().collect() } else { vec![c] }
}

fn is_hidden(c: char) -> bool {
    c.is_control() || is_bidi_control(c) || c == BYTE_ORDER_MARK
}
