//! Whether the whole file can be read, which a question about one name does not find out.

use super::failure::failed;
use crate::{AgentError, Result};
use rusqlite::Connection;
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// For how long the result of a check holds at least.
const HOLDS: Duration = Duration::from_secs(5);

/// How many times as long as it took the result holds, so that checking a large file takes a small part of the time.
const TIMES: u32 = 50;

/// The last check of a file.
#[derive(Default)]
pub(super) struct Integrity(Mutex<Option<Check>>);

struct Check {
    at: Instant,
    took: Duration,
    /// What SQLite found wrong.
    damage: Option<String>,
}

impl Integrity {
    /// Checks the file, unless it was checked a moment ago, or another thread is about it.
    ///
    /// # Errors
    /// [`AgentError::Storage`] for a file that is damaged.
    pub(super) fn check(&self, connection: &Connection) -> Result<()> {
        let mut last = match self.0.try_lock() {
            Ok(last) => last,
            Err(TryLockError::Poisoned(last)) => PoisonError::into_inner(last),
            Err(TryLockError::WouldBlock) => return Ok(()),
        };
        let holds = |check: &Check| check.at.elapsed() < HOLDS.max(check.took * TIMES);
        if !last.as_ref().is_some_and(holds) {
            let at = Instant::now();
            let found: String =
                connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(failed)?;
            *last = Some(Check { at, took: at.elapsed(), damage: Some(found).filter(|found| found != "ok") });
        }
        match last.as_ref().and_then(|check| check.damage.as_ref()) {
            None => Ok(()),
            Some(damage) => Err(AgentError::Storage { reason: format!("the database is damaged: {damage}") }),
        }
    }
}
