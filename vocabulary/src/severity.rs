//! The severity of a diagnostic.

use crate::keyed;

keyed! {
    /// The severity of a diagnostic. More serious severities are greater.
    pub enum Severity: "severity" {
        /// The input is valid but suspicious.
        Warning = "warning",
        /// The input is invalid.
        Error = "error",
    }
}
