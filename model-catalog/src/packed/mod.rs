//! The catalog as two blocks that need no parsing: a text that contains every string once, and fixed-width records that
//! point
//! into it.
//!
//! The records are stored in this order, all numbers little-endian:
//!
//! | block | contents |
//! |---|---|
//! | header | counts, and the head of the snapshot |
//! | entries | one record per model, in the order of the snapshot |
//! | names | the id and aliases of each model, grouped by model, the id first |
//! | ranking | the names again, grouped by text, the maker's own model first |
//! | rates | the rates of each model, grouped by model, followed by those with unknown prices; equal runs are stored once |
//! | index by provider and name | an open-addressed hash table into the names |
//! | index by name | an open-addressed hash table into the ranking |
//! | index of providers | an open-addressed hash table from canonical providers into the entries |
//!
//! A lookup hashes its key, probes, and compares strings. It allocates nothing, and the data can be embedded in a
//! program
//! without relocations.

mod encode;
mod hash;
mod layout;
mod read;

use crate::record::Text;
use layout::{HEADER_SIZE, Header};
use std::borrow::Cow;
use std::fmt;

/// A model catalog in the form in which it is embedded and searched.
///
/// ```
/// # let json = include_str!("../../tests/data/small.snapshot.json");
/// let snapshot = registry::catalog::read_snapshot(json)?;
/// let catalog = registry::catalog::PackedCatalog::from_snapshot(&snapshot)?;
/// assert_eq!(catalog.get("example", "model-1").unwrap().max_output_tokens, Some(4096));
/// assert_eq!(catalog.get_by_model_id("example/model-1").unwrap().model_id, "model-1");
/// assert_eq!(catalog.nearest("model-i")[0], "model-1");
/// # Ok::<(), registry::catalog::SnapshotError>(())
/// ```
#[derive(Clone)]
pub struct PackedCatalog {
    text: Cow<'static, str>,
    data: Cow<'static, [u8]>,
    header: Header,
    snapshot_id: Cow<'static, str>,
}

impl PackedCatalog {
    /// Loads a packed catalog from the two files that `registry::catalog::embed` wrote.
    ///
    /// Use it for a `static`, so that a wrong pair of files is a compile-time error.
    ///
    /// # Panics
    ///
    /// Panics if the files are not a pair written by this version of the crate.
    pub const fn embedded(text: &'static str, data: &'static [u8]) -> Self {
        let Some((head, _)) = data.split_first_chunk::<HEADER_SIZE>() else {
            panic!("the packed catalog is truncated");
        };
        let header = Header::read(head);
        assert!(header.is_current(), "the packed catalog was written by a different version of catalog-build");
        assert!(
            header.size() == data.len() && header.text_len == text.len(),
            "the two files of the packed catalog do not belong together"
        );
        let Text { start, len } = header.snapshot_id;
        let snapshot_id = text.split_at(start as usize).1.split_at(len as usize).0;
        Self { text: Cow::Borrowed(text), data: Cow::Borrowed(data), header, snapshot_id: Cow::Borrowed(snapshot_id) }
    }

    /// The number of models.
    pub const fn len(&self) -> usize {
        self.header.entries.count
    }

    /// Whether the catalog has no models.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for PackedCatalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedCatalog")
            .field("models", &self.len())
            .field("bytes", &(self.data.len() + self.text.len()))
            .finish_non_exhaustive()
    }
}

/// Loads the [`PackedCatalog`] that a build script embedded at a path in `OUT_DIR`, for a `static`.
///
/// ```text
/// static CATALOG: registry::catalog::PackedCatalog = registry::catalog::embedded_catalog!("catalog");
/// ```
#[macro_export]
macro_rules! embedded_catalog {
    ($name:literal) => {
        $crate::PackedCatalog::embedded(
            ::core::include_str!(::core::concat!(::core::env!("OUT_DIR"), "/", $name, ".text")),
            ::core::include_bytes!(::core::concat!(::core::env!("OUT_DIR"), "/", $name, ".data")),
        )
    };
}
