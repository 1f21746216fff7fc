//! Diagnostics as data. Rendering them is a step of its own.

use crate::blueprint::Span;
use crate::{Code, Severity};
use serde::Serialize;

/// One problem of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Where it is.
    #[serde(flatten)]
    pub location: Location,
    /// Its code.
    pub code: Code,
    /// How bad it is; `deny_warnings` makes a warning an error.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// What to show in the source: first the problem itself, then other places.
    pub labels: Vec<Label>,
    /// What to do, when that is known.
    pub help: Option<String>,
}

/// Where a problem is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Location {
    /// In a source.
    Source {
        /// The number of the source in [`Report::sources`](crate::Report::sources).
        #[serde(skip)]
        source: usize,
        /// The name of the source.
        file: String,
        /// The place in it.
        #[serde(flatten)]
        span: Span,
    },
    /// In a blueprint, which has names in place of spans.
    Blueprint {
        /// The file that it was read from, when that is known; see [`Report::of_file`](crate::Report::of_file).
        #[serde(skip_serializing_if = "Option::is_none")]
        file: Option<String>,
        /// The graph's name.
        graph: String,
        /// The node's name, when it is in a node.
        node: Option<String>,
        /// The field, as the JSON form calls it.
        field: &'static str,
    },
}

/// A place, and what to say there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The place.
    #[serde(flatten)]
    pub location: Location,
    /// What to say.
    pub message: String,
}

impl Diagnostic {
    /// The name of the source, or of the file that the blueprint was read from, when that is known.
    pub fn file(&self) -> Option<&str> {
        match &self.location {
            Location::Source { file, .. } => Some(file),
            Location::Blueprint { file, .. } => file.as_deref(),
        }
    }

    /// The place in the source, when the problem is in one.
    pub fn span(&self) -> Option<Span> {
        match &self.location {
            Location::Source { span, .. } => Some(*span),
            Location::Blueprint { .. } => None,
        }
    }
}
