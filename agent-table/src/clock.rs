//! Timestamps in the format of the kernel's database.

use std::time::SystemTime;

/// Returns the seconds since 1970-01-01T00:00:00 UTC, or 0 if the clock is set before that.
pub(crate) fn now() -> f64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}
