//! JSON with the positions and the duplicate keys that ordinary deserialization forgets.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// How deep arrays and objects may be nested.
const MAX_DEPTH: usize = 32;

/// A place in a text: line and column, both counted from 1, the column in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct JsonPosition {
    /// The line, from 1.
    pub line: usize,
    /// The byte within the line, from 1.
    pub column: usize,
}

impl fmt::Display for JsonPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl JsonPosition {
    /// Where in `text` the byte at `offset` stands.
    pub fn at(text: &str, offset: usize) -> Self {
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let newlines = before.iter().fold(0, |count, &byte| count + usize::from(byte == b'\n'));
        Self { line: newlines + 1, column: before.len() - line_start + 1 }
    }

    /// Where `part`, which must be a slice of `text`, begins.
    pub fn of(text: &str, part: &str) -> Self {
        Self::at(text, (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize))
    }

    /// Where an error of `serde_json` that was met while reading `part`, a slice of `text`, stands in `text`.
    pub fn of_error(text: &str, part: &str, error: &serde_json::Error) -> Self {
        let start = Self::of(text, part);
        match error.line() {
            0 => start,
            1 => Self { line: start.line, column: start.column + error.column().saturating_sub(1) },
            line => Self { line: start.line + line - 1, column: error.column() },
        }
    }
}

/// The members of a JSON object in their order, duplicates included, each value as its text.
#[derive(Debug)]
pub struct RawObject<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

/// A key that borrows from the input where it has no escapes.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Deserialize<'de> for RawObject<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = RawObject<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawObject<'de>, A::Error> {
                let mut members = Vec::with_capacity(map.size_hint().unwrap_or_default());
                while let Some(Key(key)) = map.next_key()? {
                    members.push((key, map.next_value()?));
                }
                Ok(RawObject(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

/// Why a JSON text is refused before anything is read from it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// It is not JSON.
    #[error("{position}: {reason}")]
    Syntax {
        /// Where reading stopped.
        position: JsonPosition,
        /// What was wrong there.
        reason: String,
    },
    /// An object has two members of one key. Parsers commonly keep the last one without a word.
    #[error("key `{key}` stands twice in one object, at {first} and at {second}")]
    DuplicateKey {
        /// The key, with those of the objects around it before it.
        key: String,
        /// Where the first of the two members has its value.
        first: JsonPosition,
        /// Where the second one has.
        second: JsonPosition,
    },
    /// Arrays and objects are nested too deeply.
    #[error("{position}: arrays and objects are nested more than {MAX_DEPTH} deep")]
    TooDeep {
        /// Where the innermost one begins.
        position: JsonPosition,
    },
}

/// Checks that no object in `text`, at any depth, has two members of one key.
pub fn refuse_duplicate_keys(text: &str) -> Result<(), JsonError> {
    refuse_depth(text)?;
    let root = parse::<&RawValue>(text, text)?;
    check(text, root, "")
}

fn refuse_depth(text: &str) -> Result<(), JsonError> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(JsonError::TooDeep { position: JsonPosition::at(text, offset) });
                }
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

/// Reads `part`, a slice of `text`.
pub fn parse<'a, T: Deserialize<'a>>(text: &str, part: &'a str) -> Result<T, JsonError> {
    serde_json::from_str(part).map_err(|error| JsonError::Syntax {
        position: JsonPosition::of_error(text, part, &error),
        reason: reason(&error),
    })
}

/// What an error of `serde_json` says, without its own position.
pub fn reason(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&position).unwrap_or(&message).to_owned()
}

/// The string that a JSON value is.
pub fn string(value: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Key<'_>>(value.get()).ok().map(|Key(string)| string)
}

fn check(text: &str, value: &RawValue, path: &str) -> Result<(), JsonError> {
    let json = value.get();
    if json.starts_with('[') {
        for element in parse::<Vec<&RawValue>>(text, json)? {
            check(text, element, path)?;
        }
    } else if json.starts_with('{') {
        let RawObject(members) = parse(text, json)?;
        let mut seen: HashMap<&str, &RawValue> = HashMap::with_capacity(members.len());
        for (key, member) in &members {
            let path = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
            if let Some(first) = seen.insert(key, member) {
                return Err(JsonError::DuplicateKey {
                    key: path,
                    first: JsonPosition::of(text, first.get()),
                    second: JsonPosition::of(text, member.get()),
                });
            }
            if member.get().starts_with(['{', '[']) {
                check(text, member, &path)?;
            }
        }
    }
    Ok(())
}

/// The same JSON without white space between its tokens. `json` must be well-formed.
pub fn compact(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    json.chars()
        .filter(|&character| {
            if escaped {
                escaped = false;
            } else if in_string && character == '\\' {
                escaped = true;
            } else if character == '"' {
                in_string = !in_string;
            }
            in_string || !matches!(character, ' ' | '\t' | '\n' | '\r')
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{JsonError, JsonPosition, compact, refuse_duplicate_keys};

    #[test]
    fn a_duplicate_key_is_named_with_both_lines() {
        let text = "{\n  \"a\": {\"x\": 1},\n  \"b\": 2,\n  \"\\u0061\": 3\n}";
        let error = refuse_duplicate_keys(text).unwrap_err();
        assert_eq!(
            error,
            JsonError::DuplicateKey {
                key: "a".into(),
                first: JsonPosition { line: 2, column: 8 },
                second: JsonPosition { line: 4, column: 13 }
            }
        );
    }

    #[test]
    fn a_duplicate_key_is_found_at_any_depth() {
        let error = refuse_duplicate_keys(r#"[{"m": {"p": [{"q": 1, "q": 1}]}}]"#).unwrap_err();
        assert!(error.to_string().contains("key `m.p.q` stands twice"), "{error}");
        assert_eq!(refuse_duplicate_keys(r#"{"a": {"x": 1}, "b": {"x": 1}}"#), Ok(()));
    }

    #[test]
    fn a_syntax_error_has_its_place() {
        let error = refuse_duplicate_keys("{\n\"a\": {\n\"b\": tru }}").unwrap_err();
        assert!(matches!(error, JsonError::Syntax { position: JsonPosition { line: 3, .. }, .. }), "{error}");
    }

    #[test]
    fn deep_nesting_is_an_error_and_not_a_stack_overflow() {
        let error = refuse_duplicate_keys(&"[".repeat(1_000_000)).unwrap_err();
        assert!(matches!(error, JsonError::TooDeep { .. }));
        assert_eq!(refuse_duplicate_keys(&format!("\"{}\"", "[".repeat(100))), Ok(()));
    }

    #[test]
    fn compacting_keeps_what_stands_in_strings() {
        assert_eq!(compact("{ \"a b\" : [ 1 ,\n\"\\\" x\" ] }"), r#"{"a b":[1,"\" x"]}"#);
    }
}
