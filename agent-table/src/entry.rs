//! An entry of the table, and the rules for what stands in it.

use super::{AgentError, Metadata, Pid, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What the table knows of a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegistryEntry {
    /// The name. It is unique in the table.
    pub name: String,
    /// The process that it belongs to.
    pub pid: Pid,
    /// Words to filter by, each once, in the order in which they were given.
    pub tags: Vec<String>,
    /// What an operator wants to keep beside the name. The table does not interpret it.
    pub metadata: Metadata,
    /// When it was registered, in seconds since 1970-01-01T00:00:00 UTC.
    pub registered_at: f64,
    /// What another program stored in this row and this one cannot read. The fields have the rest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<Unreadable>,
}

/// A value of a row that cannot be read as what its column holds, such as metadata with `NaN`, which is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreadable {
    /// The column.
    pub column: String,
    /// What is stored there, as text.
    pub found: String,
    /// Why it cannot be read.
    pub reason: String,
}

/// The longest name, in bytes.
pub(crate) const LONGEST_NAME: usize = 256;
/// The most tags of one entry.
const MOST_TAGS: usize = 32;
/// The longest tag, in bytes.
const LONGEST_TAG: usize = 256;

/// The rule that a name breaks. The rules are those of the kernel's design note, which leaves path syntax to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameRule {
    /// A name has at least one character.
    #[error("it is empty")]
    Empty,
    /// A name has at most 256 bytes.
    #[error("it has {0} bytes, and {LONGEST_NAME} are the most")]
    TooLong(usize),
    /// A name is ASCII, printable: 0x20 to 0x7E.
    #[error("the character {character:?} at byte {at} is not printable ASCII")]
    NotPrintable {
        /// The first character that is not.
        character: char,
        /// Its place, in bytes.
        at: usize,
    },
}

/// Whether a text may be registered as a name: 1 to 256 bytes of printable ASCII.
///
/// # Errors
/// [`AgentError::RegistryInvalidName`] with the rule that it breaks.
///
/// ```
/// use registry::agents::check_name;
///
/// assert!(check_name("/agents/researcher/alice").is_ok());
/// assert!(check_name("bridge:telegram").is_ok());
/// assert_eq!(
///     check_name("caf\u{e9}").unwrap_err().to_string(),
///     r#"RegistryInvalidName: "café" cannot be a name: the character 'é' at byte 3 is not printable ASCII"#
/// );
/// ```
pub fn check_name(name: &str) -> Result<()> {
    let rule = if name.is_empty() {
        NameRule::Empty
    } else if name.len() > LONGEST_NAME {
        NameRule::TooLong(name.len())
    } else if let Some((at, character)) = name.char_indices().find(|(_, c)| !matches!(c, ' '..='~')) {
        NameRule::NotPrintable { character, at }
    } else {
        return Ok(());
    };
    Err(AgentError::RegistryInvalidName { name: name.to_owned(), rule })
}

/// The tags as an entry has them: each once, in the order given. At most 32 different ones, each of 1 to 256 bytes.
///
/// # Errors
/// [`AgentError::InvalidPayload`] for the field `tags`.
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
    if let Some(tag) = tags.iter().find(|tag| tag.len() > LONGEST_TAG) {
        return Err(invalid(format!("a tag has {} bytes; the maximum is {LONGEST_TAG}", tag.len())));
    }
    if tags.len() > MOST_TAGS {
        return Err(invalid(format!("{} different tags, and {MOST_TAGS} are the most", tags.len())));
    }
    Ok(tags)
}
