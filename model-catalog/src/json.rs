//! JSON with the positions and duplicate keys that ordinary deserialization discards.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// The maximum nesting depth of arrays and objects.
const MAX_DEPTH: usize = 32;

/// A position in a text: line and column, both counted from 1, the column in bytes.
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
    /// Returns the position of the byte at `offset` in `text`.
    pub fn at(text: &str, offset: usize) -> Self {
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let newlines = before.iter().fold(0, |count, &byte| count + usize::from(byte == b'\n'));
        Self { line: newlines + 1, column: before.len() - line_start + 1 }
    }

    /// Returns the position of `part`, which must be a slice of `text`.
    pub fn of(text: &str, part: &str) -> Self {
        Self::at(text, (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize))
    }

    /// Returns the position in `text` of an error that `serde_json` returned for `part`, a slice of `text`.
    pub fn of_serde_error(text: &str, part: &str, error: &serde_json::Error) -> Self {
        let start = Self::of(text, part);
        match error.line() {
            0 => start,
            1 => Self { line: start.line, column: start.column + error.column().saturating_sub(1) },
            line => Self { line: start.line + line - 1, column: error.column() },
        }
    }
}

/// The members of a JSON object in order, duplicates included, each with the text of its value.
#[derive(Debug)]
pub struct RawObject<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

/// A key, borrowed from the input if it has no escapes.
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

/// Why a JSON text is rejected before anything is deserialized from it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// It is not JSON.
    #[error("{position}: {reason}")]
    Syntax {
        /// Where parsing stopped.
        position: JsonPosition,
        /// What is wrong there.
        reason: String,
    },
    /// An object has two members with the same key. Most parsers silently keep the last one.
    #[error("duplicate key `{key}` in one object, at {first} and at {second}")]
    DuplicateKey {
        /// The key, preceded by those of the enclosing objects.
        key: String,
        /// Where the value of the first member begins.
        first: JsonPosition,
        /// Where the value of the second member begins.
        second: JsonPosition,
    },
    /// Arrays and objects are nested too deeply.
    #[error("{position}: arrays and objects are nested more than {MAX_DEPTH} levels deep")]
    TooDeep {
        /// Where the innermost one begins.
        position: JsonPosition,
    },
}

/// Checks that no object in `text`, at any depth, has two members with the same key.
pub fn reject_duplicate_keys(text: &str) -> Result<(), JsonError> {
    reject_deep_nesting(text)?;
    let root = parse::<&RawValue>(text, text)?;
    check(text, root, "")
}

fn reject_deep_nesting(text: &str) -> Result<(), JsonError> {
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

/// Deserializes `part`, a slice of `text`.
pub fn parse<'a, T: Deserialize<'a>>(text: &str, part: &'a str) -> Result<T, JsonError> {
    serde_json::from_str(part).map_err(|error| JsonError::Syntax {
        position: JsonPosition::of_serde_error(text, part, &error),
        reason: reason(&error),
    })
}

/// Returns the message of an error of `serde_json` without its position.
pub fn reason(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&position).unwrap_or(&message).to_owned()
}

/// Returns the value as a string, or `None` if it is not one.
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

/// Removes the white space between the tokens of `json`, which must be well-formed.
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
    use super::{JsonError, JsonPosition, compact, reject_duplicate_keys};

    #[test]
    fn a_duplicate_key_is_named_with_both_lines() {
        let text = "{\n  \"a\": {\"x\": 1},\n  \"b\": 2,\n  \"\\u0061\": 3\n}";
        let error = reject_duplicate_keys(text).unwrap_err();
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
        let error = reject_duplicate_keys(r#"[{"m": {"p": [{"q": 1, "q": 1}]}}]"#).unwrap_err();
        assert!(error.to_string().contains("duplicate key `m.p.q`"), "{error}");
        assert_eq!(reject_duplicate_keys(r#"{"a": {"x": 1}, "b": {"x": 1}}"#), Ok(()));
    }

    #[test]
    fn a_syntax_error_has_a_position() {
        let error = reject_duplicate_keys("{\n\"a\": {\n\"b\": tru }}").unwrap_err();
        assert!(matches!(error, JsonError::Syntax { position: JsonPosition { line: 3, .. }, .. }), "{error}");
    }

    #[test]
    fn deep_nesting_is_an_error_and_not_a_stack_overflow() {
        let error = reject_duplicate_keys(&"[".repeat(1_000_000)).unwrap_err();
        assert!(matches!(error, JsonError::TooDeep { .. }));
        assert_eq!(reject_duplicate_keys(&format!("\"{}\"", "[".repeat(100))), Ok(()));
    }

    #[test]
    fn compacting_keeps_the_contents_of_strings() {
        assert_eq!(compact("{ \"a b\" : [ 1 ,\n\"\\\" x\" ] }"), r#"{"a b":[1,"\" x"]}"#);
    }
}
