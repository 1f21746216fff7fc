//! What can go wrong while a model, a tool or an agent runs.

use crate::ComponentKind;
use std::fmt;

/// Any error, as `?` makes it.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The error of a model, a tool or an agent.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum HarnessError {
    /// A per-run registry holds nothing under this name.
    #[error("no {kind} is registered as `{name}`{}", vocabulary::or_did_you_mean(.nearest))]
    Unknown {
        /// What was asked for.
        kind: ComponentKind,
        /// The name that was asked for.
        name: String,
        /// Registered names that look like it, the nearest first.
        nearest: Vec<String>,
    },
    /// A per-run registry already holds something under this name.
    #[error("{} {kind} is already registered as `{name}`", .kind.article())]
    Duplicate {
        /// What was to be registered.
        kind: ComponentKind,
        /// The name it has.
        name: String,
    },
    /// The arguments of a call do not fit the tool.
    #[error("invalid arguments for tool `{tool}`: {reason}")]
    InvalidArguments {
        /// The tool that was called.
        tool: String,
        /// What is wrong with the arguments.
        reason: String,
    },
    /// Whatever the implementation itself reports.
    #[error(transparent)]
    Failed(#[from] BoxError),
}

/// Reads like `Display`, so that a `main` that returns the error prints what to do.
impl fmt::Debug for HarnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl HarnessError {
    /// The error of a tool whose arguments do not fit.
    pub fn invalid_arguments(tool: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::InvalidArguments { tool: tool.into(), reason: reason.into() }
    }

    /// Wraps an error of the implementation's own.
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
