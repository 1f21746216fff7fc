//! A string that is either owned or part of a packed catalog's text.

use crate::record::Text;

/// A string that is not resolved until it is used, so that a lookup does not pay for what is never read.
#[derive(Clone)]
pub(crate) enum PooledText<'a> {
    Owned(String),
    Packed { pool: &'a str, place: Text },
}

impl<'a> PooledText<'a> {
    pub(crate) const fn packed(pool: &'a str, place: Text) -> Self {
        Self::Packed { pool, place }
    }

    /// The string; empty where the packed catalog has none.
    pub(crate) fn get(&self) -> &str {
        match self {
            Self::Owned(text) => text,
            Self::Packed { pool, place } => place.of(pool).unwrap_or_default(),
        }
    }

    pub(crate) fn into_owned(self) -> PooledText<'static> {
        PooledText::Owned(match self {
            Self::Owned(text) => text,
            Self::Packed { .. } => self.get().to_owned(),
        })
    }
}

impl From<String> for PooledText<'_> {
    fn from(text: String) -> Self {
        Self::Owned(text)
    }
}

impl Default for PooledText<'_> {
    fn default() -> Self {
        Self::Packed { pool: "", place: Text::NONE }
    }
}

impl PartialEq for PooledText<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}
