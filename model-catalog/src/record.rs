//! The smallest records of a packed catalog, to which decoded values refer. The order in `read` and `write` defines the
//! layout of each record.

use chrono::{Datelike, NaiveDate};

/// Returns `N` bytes of a record. Callers pass constant offsets and sizes that lie within the record.
pub(crate) const fn chunk<const N: usize>(bytes: &[u8], at: usize) -> &[u8; N] {
    match bytes.split_at(at).1.first_chunk() {
        Some(chunk) => chunk,
        None => panic!("a field lies within its record"),
    }
}

pub(crate) const fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(*chunk(bytes, at)) as usize
}

pub(crate) const fn number64(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*chunk(bytes, at))
}

/// Returns the variant of an enum with this discriminant; `all` lists the variants in order.
pub(crate) fn variant<T: Copy>(all: &[T], index: u8) -> Option<T> {
    all.get(usize::from(index)).copied()
}

/// Converts a count or offset to the type that a packed catalog stores. The encoder rejects catalogs that need more.
pub(crate) fn word(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The position of a string in the catalog's text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Text {
    pub(crate) const NONE: Self = Self { start: u32::MAX, len: 0 };

    pub(crate) const fn read(bytes: &[u8], at: usize) -> Self {
        Self { start: u32::from_le_bytes(*chunk(bytes, at)), len: u32::from_le_bytes(*chunk(bytes, at + 4)) }
    }

    pub(crate) fn write(self, out: &mut Vec<u8>) {
        out.extend(self.start.to_le_bytes());
        out.extend(self.len.to_le_bytes());
    }

    /// Whether the referenced string equals `string`.
    #[inline]
    pub(crate) fn is(self, string: &str, text: &str) -> bool {
        let start = self.start as usize;
        self.len as usize == string.len() && text.as_bytes().get(start..start + string.len()) == Some(string.as_bytes())
    }

    /// Returns the string, or `None` for [`NONE`](Self::NONE).
    #[inline]
    pub(crate) fn of(self, text: &str) -> Option<&str> {
        let start = self.start as usize;
        text.get(start..start.checked_add(self.len as usize)?)
    }
}

/// An id or alias, and the entry that it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct NameRecord {
    pub(crate) entry: u32,
    pub(crate) text: Text,
}

impl NameRecord {
    pub(crate) const SIZE: usize = 12;

    #[inline]
    pub(crate) fn read(bytes: &[u8; Self::SIZE]) -> Self {
        Self { entry: u32::from_le_bytes(*chunk(bytes, 0)), text: Text::read(bytes, 4) }
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.entry.to_le_bytes());
        self.text.write(out);
    }

    pub(crate) fn of<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.text.of(text)
    }
}

/// Encodes a date as its year and, in the lowest nine bits, its day of the year; 0 stands for `None`.
pub(crate) fn day_of(date: Option<NaiveDate>) -> i32 {
    date.map_or(0, |date| date.year() << 9 | date.ordinal().cast_signed())
}

pub(crate) const fn date_of(day: i32) -> Option<NaiveDate> {
    let ordinal = (day & 0x1ff).cast_unsigned();
    if ordinal == 0 { None } else { NaiveDate::from_yo_opt(day >> 9, ordinal) }
}
