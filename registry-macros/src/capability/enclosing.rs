//! Detects items in an `impl` or a trait, where the expansion of `#[capability]` is not valid. A macro does not see its context,
//! so the source text before the attribute is scanned for the enclosing braces.

use proc_macro2::Span;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

/// Returns whether the attribute is on an item of an `impl` or a trait. Returns false if its file cannot be read.
pub(super) fn is_associated() -> bool {
    let attribute = Span::call_site().unwrap();
    let Some(path) = attribute.local_file() else { return false };
    let place = attribute.line().checked_sub(1).zip(attribute.column().checked_sub(1));
    place.is_some_and(|(line, column)| cached(path).is_associated(line, column))
}

/// Caches files by modification time, because the process of an editor outlives changes of the file.
fn cached(path: PathBuf) -> Arc<Regions> {
    type Version = (PathBuf, Option<SystemTime>);
    static FILES: LazyLock<Mutex<HashMap<Version, Arc<Regions>>>> = LazyLock::new(Mutex::default);
    let changed = fs::metadata(&path).and_then(|file| file.modified()).ok();
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let read = |(path, _): &Version| Arc::new(Regions::of(&fs::read_to_string(path).unwrap_or_default()));
    Arc::clone(files.entry((path, changed)).or_insert_with_key(read))
}

/// The parts of a source text that are directly in the braces of an `impl` or a trait.
struct Regions {
    /// The offset of each line.
    lines: Vec<usize>,
    /// The offset of each bracket, and whether the text after it is directly in such braces.
    changes: Vec<(usize, bool)>,
}

impl Regions {
    fn is_associated(&self, line: usize, column: usize) -> bool {
        let Some(place) = self.lines.get(line).map(|start| start + column) else { return false };
        let before = self.changes.partition_point(|(at, _)| *at <= place);
        before.checked_sub(1).is_some_and(|last| self.changes[last].1)
    }

    fn of(text: &str) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect();
        let mut changes = Vec::new();
        let mut levels = vec![Level::default()];
        let mut before = b' ';
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let (first, length) = (rest.as_bytes()[0], token_length(rest));
            // There are more closing than opening brackets, so this is not Rust.
            let Some(level) = levels.last_mut() else { break };
            match first {
                b'{' | b'(' | b'[' => {
                    let is_body = level.begins_with_impl && level.words > 1 && !b"<,=(".contains(&before);
                    let is_associated = first == b'{' && is_body;
                    changes.push((at, is_associated));
                    levels.push(Level { is_associated, ..Level::default() });
                }
                b'}' | b')' | b']' => {
                    levels.pop();
                    if let Some(level) = levels.last_mut() {
                        changes.push((at, level.is_associated));
                        level.words *= usize::from(first != b'}');
                    }
                }
                b';' => level.words = 0,
                _ if starts_with_word_character(rest) => match &rest[..length] {
                    "pub" | "unsafe" | "default" | "auto" => {}
                    word => {
                        if level.words == 0 {
                            level.begins_with_impl = matches!(word, "impl" | "trait");
                        }
                        level.words += 1;
                    }
                },
                _ => {}
            }
            if !first.is_ascii_whitespace() && !rest.starts_with("//") && !rest.starts_with("/*") {
                before = first;
            }
            at += length;
        }
        Self { lines, changes }
    }
}

/// An open bracket, and the last item or statement that began within it.
#[derive(Default)]
struct Level {
    /// Whether the bracket encloses the body of an `impl` or a trait.
    is_associated: bool,
    begins_with_impl: bool,
    /// The number of words in the item so far.
    words: usize,
}

fn starts_with_word_character(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Returns the length in bytes of the comment, literal, word or other character at the beginning of a text.
fn token_length(text: &str) -> usize {
    let to_end = |end: Option<usize>| end.unwrap_or(text.len());
    let bytes = text.as_bytes();
    match bytes {
        [b'/', b'/', ..] => to_end(text.find('\n')),
        [b'/', b'*', ..] => block_comment_length(text),
        [b'"', ..] => to_end(string_length(text)),
        [b'\'', b'\\', ..] => to_end(text.get(3..).and_then(|text| text.find('\'')).map(|end| end + 4)),
        [b'\'', ..] => {
            // A lifetime has no closing quote after its first character.
            let character = text[1..].chars().next().map_or(0, char::len_utf8);
            if bytes.get(1 + character) == Some(&b'\'') { 2 + character } else { 1 }
        }
        _ => {
            let word = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
            if word == 0 {
                return text.chars().next().map_or(0, char::len_utf8);
            }
            let hashes = text[word..].bytes().take_while(|byte| *byte == b'#').count();
            let is_raw = matches!(&text[..word], "r" | "br" | "cr") && text[word + hashes..].starts_with('"');
            if !is_raw {
                return word;
            }
            let (begin, end) = (word + hashes + 1, format!("\"{}", "#".repeat(hashes)));
            to_end(text[begin..].find(&end).map(|length| begin + length + end.len()))
        }
    }
}

/// Returns the length of the string literal at the beginning of a text.
fn string_length(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns the length of the block comment at the beginning of a text, including nested comments.
fn block_comment_length(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        at += match rest.as_bytes() {
            [b'/', b'*', ..] => {
                depth += 1;
                2
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                2
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        if depth == 0 {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::Regions;

    fn ends_in_an_implementation(text: &str) -> bool {
        let line = text.matches('\n').count();
        let column = text.len() - text.rfind('\n').map_or(0, |end| end + 1);
        Regions::of(text).is_associated(line, column)
    }

    #[test]
    fn a_position_directly_in_the_braces_of_an_impl_or_a_trait_is_detected() {
        for text in [
            "impl Desk { ",
            "impl<T: Fn() -> [u8; 3]> X<T> where T: 'static { fn f() { { } } const A: u8 = { 3 }; /// doc {\n ",
            "pub unsafe trait T<'a>: 'a { type A; ",
            "fn f() { struct S; impl S { ",
            "mod m { /* impl { /* { */ */ impl \u{df} for r#type { const C: char = '{'; const S: &str = \"\\\"}\"; ",
            "impl A { const R: &str = r##\"}\"# } \"##; const B: &[u8] = b\"}\"; // }\n ",
        ] {
            assert!(ends_in_an_implementation(text), "{text}");
        }
    }

    #[test]
    fn any_other_position_is_not_detected() {
        for text in [
            "",
            "impl Desk { } ",
            "impl Desk { fn method() { ",
            "fn f() -> impl Tool { ",
            "impl X<{ ",
            "dsl! { impl { ",
            "// impl Desk {\n ",
            "const S: &str = \"impl Desk {\"; mod m { ",
            "fn implement() { ",
            "struct S { ",
            "} } ",
        ] {
            assert!(!ends_in_an_implementation(text), "{text}");
        }
    }
}
