//! How grave it is what a check finds.

use crate::keyed;

keyed! {
    /// How grave a finding is, the graver the greater.
    pub enum Severity: "severity" {
        /// What was checked can be used, and probably means something else than it says.
        Warning = "warning",
        /// It cannot be used.
        Error = "error",
    }
}
