//! Points in time as the kernel's database has them.

use std::time::SystemTime;

/// Seconds since 1970-01-01T00:00:00 UTC. A clock that is set before that gives 0.
pub(crate) fn now() -> f64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}
