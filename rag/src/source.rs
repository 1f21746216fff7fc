//! A source text, its name and origin, and the positions of its lines.

use crate::blueprint::{Origin, Position, Span, Text};
use crate::printable::BYTE_ORDER_MARK;
use std::iter;
use std::sync::Arc;

/// The maximum size of a source, in bytes: 1 MiB.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// A text in the `.rag` language. Cloning it does not copy the text.
///
/// ```
/// use registry::rag::Source;
///
/// let source = Source::file("echo.rag", "graph echo { start reply node reply { model \"default\" } }");
/// assert_eq!(source.name(), "echo.rag");
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    origin: Origin,
}

impl Source {
    /// Creates a source from the text of a file. The name, usually its path, is shown in diagnostics and provenance.
    pub fn file(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into(), origin: Origin::File }
    }

    /// Creates a source from a generated text. `by` names what generated it, such as a model or a program.
    pub fn generated(name: impl Into<Arc<str>>, by: impl Into<Text>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into(), origin: Origin::Generated(by.into()) }
    }

    /// Returns the name of the source in diagnostics and provenance.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text, including its byte-order mark, if any.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text, truncated to the maximum size.
    pub(crate) fn readable(&self) -> &str {
        self.text.get(..floor_boundary(&self.text, MAX_SOURCE_BYTES)).unwrap_or_default()
    }

    /// Returns where the text came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns the content hash, as in [`BlueprintProvenance::hash`](crate::BlueprintProvenance::hash).
    pub fn hash(&self) -> String {
        content_hash(&self.text)
    }
}

/// Returns the 128-bit FNV-1a hash of a text.
pub(crate) fn content_hash(text: &str) -> String {
    // The offset basis and prime from its definition.
    let hash = text.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    });
    format!("fnv1a128:{hash:032x}")
}

/// A range of bytes in one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ByteSpan {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl ByteSpan {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start: offset(start), end: offset(end) }
    }

    pub(crate) const fn to(self, last: Self) -> Self {
        Self { start: self.start, end: last.end }
    }

    /// Returns the text in this range, or an empty text if the range is not within it.
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// Returns the last character boundary at or before this byte.
pub(crate) fn floor_boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

#[allow(clippy::cast_possible_truncation, reason = "sources over 1 MiB are rejected before any offset is computed")]
const fn offset(byte: usize) -> u32 {
    byte as u32
}

/// Finds lines and columns in logarithmic time, however long a line is.
#[derive(Debug)]
pub(crate) struct LineIndex {
    /// The offset of each line.
    lines: Vec<u32>,
    /// For each multi-byte character: where it ends, and by how much the bytes up to there outnumber the characters.
    wide: Vec<(u32, u32)>,
    /// The length of the byte-order mark, which does not count towards columns.
    mark: u32,
}

impl LineIndex {
    pub(crate) fn new(text: &str) -> Self {
        let mark = if text.starts_with(BYTE_ORDER_MARK) { offset(BYTE_ORDER_MARK.len_utf8()) } else { 0 };
        let ends = text.match_indices('\n').map(|(at, _)| offset(at + 1));
        let lines = iter::once(mark).chain(ends).collect();
        let wide = text.char_indices().skip(usize::from(mark > 0)).filter(|(_, character)| !character.is_ascii());
        let wide = wide.scan(0, |extra, (at, character)| {
            *extra += offset(character.len_utf8() - 1);
            Some((offset(at + character.len_utf8()), *extra))
        });
        let wide = if text.is_ascii() { Vec::new() } else { wide.collect() };
        Self { lines, wide, mark }
    }

    pub(crate) fn span(&self, span: ByteSpan) -> Span {
        Span { start: self.position(span.start), end: self.position(span.end) }
    }

    pub(crate) fn position(&self, byte: u32) -> Position {
        let byte = byte.max(self.mark);
        let line = self.lines.partition_point(|start| *start <= byte).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(self.mark);
        let column = (byte - start) - (self.extra(byte) - self.extra(start)) + 1;
        Position { byte, line: offset(line), column }
    }

    /// Returns the offset of a line; lines are counted from 1.
    pub(crate) fn line_start(&self, line: u32) -> Option<u32> {
        self.lines.get((line as usize).checked_sub(1)?).copied()
    }

    fn extra(&self, byte: u32) -> u32 {
        let before = self.wide.partition_point(|(end, _)| *end <= byte);
        before.checked_sub(1).and_then(|last| self.wide.get(last)).map_or(0, |(_, extra)| *extra)
    }
}

#[cfg(test)]
mod tests {
    use super::{LineIndex, Source};

    #[test]
    fn columns_count_characters_and_ignore_a_byte_order_mark() {
        let text = "\u{FEFF}a\té€😀b\nñx";
        let index = LineIndex::new(text);
        let (mut line, mut column) = (1, 1);
        for (at, c) in text.char_indices().skip(1) {
            let position = index.position(u32::try_from(at).unwrap());
            assert_eq!((position.line, position.column), (line, column), "{c:?}");
            column += 1;
            if c == '\n' {
                (line, column) = (line + 1, 1);
            }
        }
        assert_eq!(index.position(0), index.position(3), "the mark is before the first column");
        let end = index.position(u32::try_from(text.len()).unwrap());
        assert_eq!((end.line, end.column), (2, 3));
    }

    #[test]
    fn the_content_hash_is_128_bit_fnv_1a() {
        // Test vectors from the draft that defines the function.
        assert_eq!(Source::file("", "").hash(), "fnv1a128:6c62272e07bb014262b821756295c58d");
        assert_eq!(Source::file("", "a").hash(), "fnv1a128:d228cb696f1a8caf78912b704e4a8964");
        assert_eq!(Source::file("", "foobar").hash(), "fnv1a128:343e1662793c64bf6f0d3597ba446f18");
    }
}
