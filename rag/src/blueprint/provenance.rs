//! Where a blueprint was written.

use super::{List, Text, written};
use serde::{Deserialize, Serialize};

/// Where a blueprint was written. It takes no part in comparing blueprints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlueprintProvenance {
    /// The name of the source: a path, or what the host calls it.
    pub source: Text,
    /// The content of the whole source as `fnv1a128:` and 32 hexadecimal digits. It tells versions apart; it does not
    /// protect against forgery.
    pub hash: Text,
    /// Who wrote the source.
    pub origin: Origin,
    /// The names of the nodes, in the order of [`Definition::nodes`](super::Definition::nodes).
    #[serde(default, deserialize_with = "written::filled", skip_serializing_if = "<[_]>::is_empty")]
    pub nodes: List<Span>,
    /// The targets of the edges, in the order of [`Blueprint::edges`](super::Blueprint::edges).
    #[serde(default, deserialize_with = "written::filled", skip_serializing_if = "<[_]>::is_empty")]
    pub edges: List<Span>,
    /// The names of the channels, in the order of [`Definition::channels`](super::Definition::channels).
    #[serde(default, deserialize_with = "written::filled", skip_serializing_if = "<[_]>::is_empty")]
    pub channels: List<Span>,
    /// The references, in the order of [`Blueprint::references`](super::Blueprint::references).
    #[serde(default, deserialize_with = "written::filled", skip_serializing_if = "<[_]>::is_empty")]
    pub references: List<Span>,
}

/// Who wrote a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It is a file.
    File,
    /// It was generated, by what this names: a model, a program.
    Generated(Text),
}

/// A place in a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Bytes from the start of the source, a byte-order mark included.
    pub byte: u32,
    /// Lines, from 1.
    pub line: u32,
    /// Unicode scalar values from the start of the line, from 1; a tab is one, a byte-order mark none.
    pub column: u32,
}

/// A part of a source: from `start` up to `end`, which is not part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// Its first character.
    pub start: Position,
    /// The character behind its last.
    pub end: Position,
}
