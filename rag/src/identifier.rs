//! Identifiers.

/// Returns whether a text is an identifier in `.rag`.
pub(crate) fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    let may_follow = |byte: u8| byte == b'_' || byte.is_ascii_alphanumeric();
    bytes.next().is_some_and(|first| may_follow(first) && !first.is_ascii_digit()) && bytes.all(may_follow)
}
