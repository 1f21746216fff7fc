//! Other names of a model: owned, or a view of their records in a packed catalog.

use crate::record::NameRecord;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The aliases of a model, sorted. In an entry returned by a catalog, they are read from the packed catalog without
/// allocating.
///
/// ```
/// use registry::catalog::Aliases;
///
/// let aliases = Aliases::from(vec!["gpt-latest".to_owned()]);
/// assert_eq!(aliases.iter().collect::<Vec<_>>(), ["gpt-latest"]);
/// ```
#[derive(Clone)]
pub struct Aliases<'a>(Repr<'a>);

#[derive(Clone)]
enum Repr<'a> {
    Owned(Vec<String>),
    /// Records, which are decoded on access.
    Packed {
        records: &'a [u8],
        text: &'a str,
    },
}

impl<'a> Aliases<'a> {
    pub(crate) const fn packed(records: &'a [u8], text: &'a str) -> Self {
        Self(Repr::Packed { records, text })
    }

    /// Iterates over the aliases in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (owned, packed, text): (&[String], &[[u8; NameRecord::SIZE]], &str) = match &self.0 {
            Repr::Owned(aliases) => (aliases, &[], ""),
            Repr::Packed { records, text } => (&[], records.as_chunks().0, text),
        };
        owned.iter().map(String::as_str).chain(packed.iter().filter_map(|record| NameRecord::read(record).of(text)))
    }

    /// The number of aliases.
    pub const fn len(&self) -> usize {
        match &self.0 {
            Repr::Owned(aliases) => aliases.len(),
            Repr::Packed { records, .. } => records.len() / NameRecord::SIZE,
        }
    }

    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Converts into an owned list that borrows nothing.
    pub fn into_owned(self) -> Aliases<'static> {
        Aliases(Repr::Owned(match self.0 {
            Repr::Owned(aliases) => aliases,
            Repr::Packed { .. } => self.iter().map(str::to_owned).collect(),
        }))
    }
}

impl Default for Aliases<'_> {
    fn default() -> Self {
        Self(Repr::Packed { records: &[], text: "" })
    }
}

impl From<Vec<String>> for Aliases<'_> {
    fn from(aliases: Vec<String>) -> Self {
        Self(Repr::Owned(aliases))
    }
}

impl PartialEq for Aliases<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for Aliases<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Aliases<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Aliases<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
