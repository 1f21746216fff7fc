//! Where something was declared or registered.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::panic::Location;

/// A position in the program's source, as `file:line:column`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceLocation {
    /// The file, as the compiler was told of it: relative to the workspace, or absolute.
    pub file: Cow<'static, str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl From<&'static Location<'static>> for SourceLocation {
    fn from(location: &'static Location<'static>) -> Self {
        Self { file: Cow::Borrowed(location.file()), line: location.line(), column: location.column() }
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
