//! Checks whether the whole file is intact, which a lookup of a single name does not show.

use super::failure::failed;
use crate::{AgentError, Result};
use rusqlite::Connection;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// How long the result of a check is reused at least.
const MIN_TTL: Duration = Duration::from_secs(5);

/// The result is also reused for this many times the duration of the check, so that checks of a large file take only a small
/// share of the time.
const TTL_FACTOR: u32 = 50;

/// The last check of a file.
#[derive(Default)]
pub(super) struct Integrity {
    last: Mutex<Option<Check>>,
    /// Held by the thread that performs a check.
    running: Mutex<()>,
}

struct Check {
    at: Instant,
    took: Duration,
    /// The damage that SQLite reported.
    damage: Option<String>,
}

impl Integrity {
    /// Checks the file, unless it was checked recently. While another thread is checking it, this returns the result of the
    /// previous check, or waits for the other thread if there is none.
    ///
    /// # Errors
    /// [`AgentError::Storage`] if the file is damaged.
    pub(super) fn check(&self, connection: &Connection) -> Result<()> {
        let is_due =
            || self.last().as_ref().is_none_or(|last| last.at.elapsed() >= MIN_TTL.max(last.took * TTL_FACTOR));
        if is_due() {
            let guard = match self.running.try_lock() {
                Ok(guard) => Some(guard),
                Err(TryLockError::WouldBlock) if self.last().is_some() => None,
                Err(_) => Some(self.running.lock().unwrap_or_else(PoisonError::into_inner)),
            };
            if guard.is_some() && is_due() {
                let at = Instant::now();
                let found: String =
                    connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(failed)?;
                let damage = Some(found).filter(|found| found != "ok");
                *self.last() = Some(Check { at, took: at.elapsed(), damage });
            }
        }
        let last = self.last();
        match last.as_ref().and_then(|check| check.damage.as_ref()) {
            None => Ok(()),
            Some(damage) => Err(AgentError::Storage { reason: format!("the database is damaged: {damage}") }),
        }
    }

    fn last(&self) -> MutexGuard<'_, Option<Check>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
