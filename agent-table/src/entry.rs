//! An entry of the table and the rules for its contents.

use super::{AgentError, Metadata, Pid, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A registered name and what the table stores with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegistryEntry {
    /// The name, unique in the table.
    pub name: String,
    /// The process that the name belongs to.
    pub pid: Pid,
    /// Tags to filter by, without duplicates, in the order in which they were given.
    pub tags: Vec<String>,
    /// Arbitrary data that belongs to the name. The table does not interpret it.
    pub metadata: Metadata,
    /// When the name was registered, in seconds since 1970-01-01T00:00:00 UTC.
    pub registered_at: f64,
    /// Values in this row that another program wrote and that cannot be read. The other fields hold everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<Unreadable>,
}

/// A stored value that is invalid for its column, such as metadata that contains `NaN`, which is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreadable {
    /// The name of the column.
    pub column: String,
    /// The stored value as text.
    pub found: String,
    /// Why the value cannot be read.
    pub reason: String,
}

/// The maximum length of a name in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 256;
/// The maximum number of tags of an entry.
const MAX_TAGS: usize = 32;
/// The maximum length of a tag in bytes.
const MAX_TAG_BYTES: usize = 256;

/// The rule that an invalid name violates.
///
/// The rules come from the kernel's design note, which leaves the path syntax to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameRule {
    /// The name is empty.
    #[error("it is empty")]
    Empty,
    /// The name is longer than 256 bytes; the value is its length.
    #[error("it has {0} bytes; the maximum is {MAX_NAME_BYTES}")]
    TooLong(usize),
    /// The name contains a character other than printable ASCII, which is 0x20 to 0x7E.
    #[error("the character {character:?} at byte {at} is not printable ASCII")]
    NotPrintable {
        /// The first such character.
        character: char,
        /// Its position in bytes.
        at: usize,
    },
}

/// Checks that a string is a valid name: 1 to 256 bytes of printable ASCII.
///
/// # Errors
/// [`AgentError::RegistryInvalidName`] with the rule that the string violates.
///
/// ```
/// use registry::agents::check_name;
///
/// assert!(check_name("/agents/researcher/alice").is_ok());
/// assert!(check_name("bridge:telegram").is_ok());
/// assert_eq!(
///     check_name("caf\u{e9}").unwrap_err().to_string(),
///     r#"RegistryInvalidName: "café" is not a valid name: the character 'é' at byte 3 is not printable ASCII"#
/// );
/// ```
pub fn check_name(name: &str) -> Result<()> {
    let rule = if name.is_empty() {
        NameRule::Empty
    } else if name.len() > MAX_NAME_BYTES {
        NameRule::TooLong(name.len())
    } else if let Some((at, character)) = name.char_indices().find(|(_, c)| !matches!(c, ' '..='~')) {
        NameRule::NotPrintable { character, at }
    } else {
        return Ok(());
    };
    Err(AgentError::RegistryInvalidName { name: name.to_owned(), rule })
}

/// Checks tags and removes duplicates, keeping the order of first occurrence.
///
/// An entry has at most 32 distinct tags, each of 1 to 256 bytes.
///
/// # Errors
/// [`AgentError::InvalidPayload`] for the field `tags` if there are too many tags, or if one is empty or too long.
///
/// ```
/// use registry::agents::check_tags;
///
/// assert_eq!(check_tags(&["v2", "research", "v2"]).unwrap(), ["v2", "research"]);
/// assert_eq!(check_tags(&[""]).unwrap_err().to_string(), "InvalidPayload: `tags`: a tag is empty");
/// ```
pub fn check_tags(tags: &[&str]) -> Result<Vec<String>> {
    let invalid = |reason: String| AgentError::InvalidPayload { field: "tags".to_owned(), reason };
    let mut seen = BTreeSet::new();
    let tags: Vec<String> = tags.iter().filter(|tag| seen.insert(**tag)).map(|tag| (*tag).to_owned()).collect();
    if tags.iter().any(String::is_empty) {
        return Err(invalid("a tag is empty".to_owned()));
    }
    if let Some(tag) = tags.iter().find(|tag| tag.len() > MAX_TAG_BYTES) {
        return Err(invalid(format!("a tag has {} bytes; the maximum is {MAX_TAG_BYTES}", tag.len())));
    }
    if tags.len() > MAX_TAGS {
        return Err(invalid(format!("{} distinct tags; the maximum is {MAX_TAGS}", tags.len())));
    }
    Ok(tags)
}
