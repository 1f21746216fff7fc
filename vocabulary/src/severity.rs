//! How serious a finding is.

use crate::keyed;

keyed! {
    /// How serious a finding is, the more serious the greater.
    pub enum Severity: "severity" {
        /// What was checked can be used, and probably means something else than it says.
        Warning = "warning",
        /// It cannot be used.
        Error = "error",
    }
}
