//! Parts of the input that an import left out, and why.

use model_catalog::JsonPosition;
use serde::Serialize;
use serde_json::value::RawValue;
use std::fmt;

/// The maximum number of characters of a found value that a report quotes.
const FOUND: usize = 120;

/// A part of the input that was left out: a member of an entry, or a whole entry.
///
/// Its [`Display`](fmt::Display) is one line: `m: mode: "chatt"; expected a mode (line 3, column 12)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The entry's key in the input; `provider/id` if the input has providers.
    pub key: String,
    /// The member, as a path within the entry; absent if the whole entry was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// What was found, truncated if it is long.
    pub found: String,
    /// What was expected.
    pub expected: String,
    /// The position of the value.
    #[serde(flatten)]
    pub position: Option<JsonPosition>,
    /// The position of the other value, if there are two values for the same thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<JsonPosition>,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.key)?;
        if let Some(member) = &self.member {
            write!(f, "{member}: ")?;
        }
        write!(f, "{}; expected {}", self.found, self.expected)?;
        match (self.position, self.other) {
            (Some(position), Some(other)) => write!(f, " ({position}, and {other})"),
            (Some(position), None) => write!(f, " ({position})"),
            (None, _) => Ok(()),
        }
    }
}

/// Why a value cannot be imported.
#[derive(Clone, Debug)]
pub(super) struct Mismatch<'t> {
    /// The value, a slice of the input.
    pub(super) at: Option<&'t str>,
    /// The other value, if there are two values for the same thing.
    pub(super) other: Option<&'t str>,
    pub(super) found: String,
    pub(super) expected: String,
}

impl<'t> Mismatch<'t> {
    /// Creates the mismatch of a value that is not what was expected.
    pub(super) fn new(value: &'t RawValue, expected: impl Into<String>) -> Self {
        Self { at: Some(value.get()), other: None, found: shortened(value.get()), expected: expected.into() }
    }

    /// Replaces the description of what was found.
    pub(super) fn found(self, found: impl fmt::Display) -> Self {
        Self { found: shortened(&found.to_string()), ..self }
    }
}

/// Returns the beginning of a text, on one line.
pub(super) fn shortened(text: &str) -> String {
    let mut characters = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let mut short: String = characters.by_ref().take(FOUND).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}
