//! What SQLite's errors mean to who asked.

use super::busy;
use crate::AgentError;
use rusqlite::{Error, ErrorCode};

/// The table's error for one of SQLite.
#[allow(clippy::needless_pass_by_value, reason = "what `map_err` passes")]
pub(super) fn failed(error: Error) -> AgentError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => AgentError::Busy { waited: busy::timeout() },
        // SQLite rolls back what it cannot write.
        Some(ErrorCode::DiskFull | ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            AgentError::Unavailable { reason: format!("the database cannot be used: {error}") }
        }
        _ => AgentError::Storage { reason: error.to_string() },
    }
}

/// Whether a row was refused because it points to a row that does not exist.
pub(super) fn is_foreign_key(error: &Error) -> bool {
    extended_code(error) == Some(rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY)
}

/// Whether a row was refused because another has its key.
pub(super) fn is_primary_key(error: &Error) -> bool {
    extended_code(error) == Some(rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY)
}

fn extended_code(error: &Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code)
}
