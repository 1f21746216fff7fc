//! Errors of models, tools and agents at run time.

use crate::ComponentKind;
use std::fmt;

/// Any error, as converted by `?`.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The error of a model, a tool or an agent.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum HarnessError {
    /// Nothing is registered under the name in the registry of the run.
    #[error("no {kind} is registered as `{name}`{}", vocabulary::or_did_you_mean(.nearest))]
    Unknown {
        /// The requested kind.
        kind: ComponentKind,
        /// The requested name.
        name: String,
        /// Similar registered names, the most similar first.
        nearest: Vec<String>,
    },
    /// The name is already in use in the registry of the run.
    #[error("{} {kind} is already registered as `{name}`", .kind.article())]
    Duplicate {
        /// The kind.
        kind: ComponentKind,
        /// The name.
        name: String,
    },
    /// The arguments of a call are invalid.
    #[error("invalid arguments for tool `{tool}`: {reason}")]
    InvalidArguments {
        /// The tool that was called.
        tool: String,
        /// Why the arguments are invalid.
        reason: String,
    },
    /// An error of the implementation.
    #[error(transparent)]
    Failed(#[from] BoxError),
}

/// Prints the same text as `Display`, so that a `main` that returns the error shows a readable message.
impl fmt::Debug for HarnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl HarnessError {
    /// Creates an error for invalid arguments of a tool.
    pub fn invalid_arguments(tool: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::InvalidArguments { tool: tool.into(), reason: reason.into() }
    }

    /// Wraps an error of the implementation.
    ///
    /// ```
    /// use registry::harness::HarnessError;
    ///
    /// let error = HarnessError::failed("the server is on fire");
    /// assert_eq!(error.to_string(), "the server is on fire");
    /// ```
    pub fn failed(error: impl Into<BoxError>) -> Self {
        Self::Failed(error.into())
    }
}
