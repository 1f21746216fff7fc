//! Which source each value of an entry comes from.

use crate::pooled::PooledText;
use crate::record::Text;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The fields of an entry that come from a different source than the rest of it, each with the id of its source.
///
/// In JSON, it is an object keyed by field path: `{"pricing.input": "contract"}`.
///
/// ```
/// use registry::catalog::Provenance;
///
/// let provenance: Provenance = serde_json::from_str(r#"{"max_input_tokens": "contract"}"#)?;
/// assert_eq!(provenance.iter().next(), Some(("max_input_tokens", "contract")));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct Provenance<'a>(
    /// One line per field: path, tab, source.
    PooledText<'a>,
);

impl<'a> Provenance<'a> {
    pub(crate) const fn packed(pool: &'a str, lines: Text) -> Self {
        Self(PooledText::packed(pool, lines))
    }

    pub(crate) fn lines(&self) -> &str {
        self.0.get()
    }

    /// Iterates over the fields in alphabetical order, each with the id of its source.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.lines().lines().filter_map(|line| line.split_once('\t'))
    }

    /// Returns the id of the source of the field at `path`, or `None` if it is the entry's own source.
    pub fn of(&self, path: &str) -> Option<&str> {
        self.iter().find(|(field, _)| *field == path).map(|(_, source)| source)
    }

    /// Whether every value comes from the entry's own source.
    pub fn is_empty(&self) -> bool {
        self.lines().is_empty()
    }

    /// Converts into an owned value that borrows nothing.
    pub fn into_owned(self) -> Provenance<'static> {
        Provenance(self.0.into_owned())
    }
}

impl FromIterator<(String, String)> for Provenance<'_> {
    /// Collects pairs of field path and source. If two pairs have the same field, the later one wins.
    fn from_iter<I: IntoIterator<Item = (String, String)>>(pairs: I) -> Self {
        let sorted: BTreeMap<String, String> = pairs.into_iter().collect();
        let lines: Vec<String> = sorted.into_iter().map(|(field, source)| format!("{field}\t{source}")).collect();
        Self(PooledText::from(lines.join("\n")))
    }
}

impl fmt::Debug for Provenance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for Provenance<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (field, source) in self.iter() {
            map.serialize_entry(field, source)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Provenance<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pairs = BTreeMap::<String, String>::deserialize(deserializer)?;
        if let Some(odd) =
            pairs.iter().flat_map(|(field, source)| [field, source]).find(|text| text.contains(char::is_control))
        {
            return Err(serde::de::Error::custom(format_args!("provenance contains a control character: {odd:?}")));
        }
        Ok(pairs.into_iter().collect())
    }
}
