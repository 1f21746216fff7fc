//! A text that is owned, or stands somewhere in a packed catalog's text.

use crate::record::Text;

/// A text that is not looked at until it is asked for, so that a look-up does not pay for what nobody reads.
#[derive(Clone)]
pub(crate) enum PooledText<'a> {
    Owned(String),
    Packed { pool: &'a str, place: Text },
}

impl<'a> PooledText<'a> {
    pub(crate) const fn packed(pool: &'a str, place: Text) -> Self {
        Self::Packed { pool, place }
    }

    /// The text; empty where the packed catalog has none.
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
