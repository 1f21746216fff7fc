//! Converts SQLite errors to errors of the table.

use super::busy;
use crate::AgentError;
use rusqlite::{Error, ErrorCode};

/// Returns the table's error for a SQLite error.
#[allow(clippy::needless_pass_by_value, reason = "`map_err` passes the error by value")]
pub(super) fn failed(error: Error) -> AgentError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => AgentError::Busy { waited: busy::timeout() },
        // SQLite rolls back a transaction that it cannot write.
        Some(ErrorCode::DiskFull | ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            AgentError::Unavailable { reason: format!("the database is unusable: {error}") }
        }
        _ => AgentError::Storage { reason: error.to_string() },
    }
}

/// Returns true if a row was rejected because it refers to a row that does not exist.
pub(super) fn is_foreign_key(error: &Error) -> bool {
    extended_code(error) == Some(rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY)
}

/// Returns true if a row was rejected because another row has the same key.
pub(super) fn is_primary_key(error: &Error) -> bool {
    extended_code(error) == Some(rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY)
}

fn extended_code(error: &Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code)
}
