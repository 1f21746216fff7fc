//! The values of string literals.

use std::borrow::Cow;

/// Replaces the escapes in the text between the quotes of a one-line string. Invalid escapes are left unchanged.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match characters.next().map(|c| (c, escaped(c))) {
            Some((_, Some(c))) => text.push(c),
            Some((c, None)) => text.extend(['\\', c]),
            None => text.push('\\'),
        }
    }
    Cow::Owned(text)
}

/// Returns the character that an escape stands for, given the character after the backslash.
pub(crate) const fn escaped(c: char) -> Option<char> {
    match c {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        '\\' | '"' => Some(c),
        _ => None,
    }
}

/// Removes the common indentation from the text between the quotes of a block string.
pub(crate) fn dedent(raw: &str) -> Cow<'_, str> {
    let raw = if raw.contains("\r\n") { Cow::Owned(raw.replace("\r\n", "\n")) } else { Cow::Borrowed(raw) };
    if !raw.contains('\n') {
        return if is_blank(&raw) { Cow::Borrowed("") } else { raw };
    }
    let mut lines: Vec<&str> = raw.split('\n').collect();
    if lines.last().is_some_and(|line| is_blank(line)) {
        lines.pop();
    }
    let opening = match lines.first() {
        Some(line) if !is_blank(line) => Some(lines.remove(0)),
        Some(_) => {
            lines.remove(0);
            None
        }
        None => None,
    };
    let shared = lines.iter().filter(|line| !is_blank(line)).map(|line| indentation(line)).reduce(common_prefix);
    let width = shared.unwrap_or_default().len();
    let body = lines.iter().map(|line| if is_blank(line) { "" } else { line.get(width..).unwrap_or_default() });
    Cow::Owned(opening.into_iter().chain(body).collect::<Vec<_>>().join("\n"))
}

const WHITE_SPACE: [char; 3] = [' ', '\t', '\r'];

fn is_blank(line: &str) -> bool {
    line.trim_start_matches(WHITE_SPACE).is_empty()
}

fn indentation(line: &str) -> &str {
    let text = line.trim_start_matches(WHITE_SPACE);
    line.get(..line.len() - text.len()).unwrap_or_default()
}

fn common_prefix<'s>(a: &'s str, b: &'s str) -> &'s str {
    let width = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    a.get(..width).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{dedent, unescape};

    #[test]
    fn escapes_are_replaced_and_invalid_ones_are_kept() {
        assert_eq!(unescape(r#"a\n\t\r\\\"b"#), "a\n\t\r\\\"b");
        assert_eq!(unescape(r"\q\"), r"\q\");
    }

    #[test]
    fn an_empty_first_line_and_a_blank_last_line_are_removed() {
        assert_eq!(dedent("\n    a\n      b\n    "), "a\n  b");
        assert_eq!(dedent("\r\n  a\r\n  b\r\n"), "a\nb");
        assert_eq!(dedent("one line"), "one line");
        for empty in ["", "  ", "\n", "\n  ", "\n\t\n"] {
            assert_eq!(dedent(empty), "", "{empty:?}");
        }
    }

    #[test]
    fn text_after_the_opening_quotes_is_kept_and_does_not_count_as_indentation() {
        assert_eq!(dedent("  first\n    second\n      third"), "  first\nsecond\n  third");
        assert_eq!(dedent("first\n"), "first");
    }

    #[test]
    fn the_shared_prefix_is_compared_character_by_character() {
        assert_eq!(dedent("\n \ta\n  b"), "\ta\n b");
        assert_eq!(dedent("\n\ta\n  b"), "\ta\n  b");
    }

    #[test]
    fn blank_lines_become_empty_and_do_not_count_as_indentation() {
        assert_eq!(dedent("\n    a\n  \n        \n    b\n"), "a\n\n\nb");
        assert_eq!(dedent("\n\n  a\n\n"), "\na\n");
    }
}
