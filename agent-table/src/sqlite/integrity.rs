//! Whether the whole file can be read, which a question about one name does not find out.

use super::failure::failed;
use crate::{AgentError, Result};
use rusqlite::Connection;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// For how long the result of a check holds at least.
const MIN_TTL: Duration = Duration::from_secs(5);

/// How many times as long as it took the result holds, so that checking a large file takes a small part of the time.
const TTL_FACTOR: u32 = 50;

/// The last check of a file.
#[derive(Default)]
pub(super) struct Integrity {
    last: Mutex<Option<Check>>,
    /// Held by the thread that checks.
    turn: Mutex<()>,
}

struct Check {
    at: Instant,
    took: Duration,
    /// What SQLite found wrong.
    damage: Option<String>,
}

impl Integrity {
    /// Checks the file, unless it was checked a moment ago. While another thread checks it, the check before that counts, and
    /// where there is none, that thread is waited for.
    ///
    /// # Errors
    /// [`AgentError::Storage`] for a file that is damaged.
    pub(super) fn check(&self, connection: &Connection) -> Result<()> {
        let is_due =
            || self.last().as_ref().is_none_or(|last| last.at.elapsed() >= MIN_TTL.max(last.took * TTL_FACTOR));
        if is_due() {
            let turn = match self.turn.try_lock() {
                Ok(turn) => Some(turn),
                Err(TryLockError::WouldBlock) if self.last().is_some() => None,
                Err(_) => Some(self.turn.lock().unwrap_or_else(PoisonError::into_inner)),
            };
            if turn.is_some() && is_due() {
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
