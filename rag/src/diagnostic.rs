//! Diagnostics as data. Rendering them is a separate step.

use crate::blueprint::Span;
use crate::{Code, Severity};
use serde::Serialize;

/// One error or warning about a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The location.
    #[serde(flatten)]
    pub location: Location,
    /// The code.
    pub code: Code,
    /// The severity. [`Report::deny_warnings`](crate::Report::deny_warnings) turns warnings into errors.
    pub severity: Severity,
    /// What is wrong, on one line.
    pub message: String,
    /// The labels to show in the source: first that of the diagnostic itself, then those of related locations.
    pub labels: Vec<Label>,
    /// What to do about it, if known.
    pub help: Option<String>,
}

/// Where a diagnostic is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Location {
    /// In a source.
    Source {
        /// The index of the source in [`Report::sources`](crate::Report::sources).
        #[serde(skip)]
        source: usize,
        /// The name of the source.
        file: String,
        /// The span in it.
        #[serde(flatten)]
        span: Span,
    },
    /// In a blueprint, where names take the place of spans.
    Blueprint {
        /// The file that the blueprint was read from, if known; see [`Report::with_file`](crate::Report::with_file).
        #[serde(skip_serializing_if = "Option::is_none")]
        file: Option<String>,
        /// The name of the graph.
        graph: String,
        /// The name of the node, if the location is in a node.
        node: Option<String>,
        /// The field, as named in the JSON form.
        field: &'static str,
    },
}

/// A location and the text to show there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The location.
    #[serde(flatten)]
    pub location: Location,
    /// The text.
    pub message: String,
}

impl Diagnostic {
    /// Returns the name of the source, or of the file that the blueprint was read from, if known.
    pub fn file(&self) -> Option<&str> {
        match &self.location {
            Location::Source { file, .. } => Some(file),
            Location::Blueprint { file, .. } => file.as_deref(),
        }
    }

    /// Returns the span, if the diagnostic is in a source.
    pub fn span(&self) -> Option<Span> {
        match &self.location {
            Location::Source { span, .. } => Some(*span),
            Location::Blueprint { .. } => None,
        }
    }
}
