//! The connections of one table: one that writes, and as many as needed that read, so that these wait for nobody.

use super::schema::{connect, unavailable};
use crate::{AgentError, Result};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// More idle readers than this are closed.
const MOST_IDLE: usize = 16;

pub(super) struct Connections {
    path: PathBuf,
    /// The file that was opened, which the path may not lead to for ever.
    file: FileIdentity,
    patience: Duration,
    writer: Mutex<Connection>,
    // A mutex cannot be waited for with a bound; whose turn it is can.
    taken: Mutex<bool>,
    given_back: Condvar,
    readers: Mutex<Vec<Connection>>,
}

impl Connections {
    pub(super) fn new(path: PathBuf, writer: Connection, patience: Duration) -> Result<Self> {
        let file = FileIdentity::of(&path)?;
        Ok(Self {
            path,
            file,
            patience,
            writer: Mutex::new(writer),
            taken: Mutex::new(false),
            given_back: Condvar::new(),
            readers: Mutex::default(),
        })
    }

    /// How long this table's other writers are waited for, and then how long those of other programs are.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    pub(super) fn write<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        let _turn = self.turn()?;
        self.is_there()?;
        work(&mut lock(&self.writer))
    }

    pub(super) fn read<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        let idle = lock(&self.readers).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => {
                self.is_there()?;
                connect(&self.path, self.patience)?
            }
        };
        let result = work(&mut connection);
        let mut idle = lock(&self.readers);
        if idle.len() < MOST_IDLE {
            idle.push(connection);
        }
        result
    }

    /// A file that was deleted or replaced can be written to on and on, and is gone with the last connection to it.
    fn is_there(&self) -> Result<()> {
        match FileIdentity::of(&self.path) {
            Ok(file) if file == self.file => Ok(()),
            _ => Err(AgentError::Unavailable {
                reason: format!("{} was deleted or replaced while it was in use; open it again", self.path.display()),
            }),
        }
    }

    fn turn(&self) -> Result<Turn<'_>> {
        let (mut taken, _) = self
            .given_back
            .wait_timeout_while(lock(&self.taken), self.patience, |taken| *taken)
            .unwrap_or_else(PoisonError::into_inner);
        if *taken {
            return Err(AgentError::Busy { waited: self.patience });
        }
        *taken = true;
        Ok(Turn(self))
    }
}

/// What tells a file from another one that later has its path, where the system says so.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileIdentity {
    device: u64,
    inode: u64,
}

impl FileIdentity {
    fn of(path: &Path) -> Result<Self> {
        let metadata = fs::metadata(path).map_err(|error| unavailable(path, &error))?;
        #[cfg(unix)]
        let (device, inode) = {
            use std::os::unix::fs::MetadataExt as _;
            (metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let (device, inode) = {
            let _ = metadata;
            (0, 0)
        };
        Ok(Self { device, inode })
    }
}

/// The right to write, until this is dropped.
struct Turn<'a>(&'a Connections);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(&self.0.taken) = false;
        self.0.given_back.notify_one();
    }
}

// A transaction that a panic interrupts is rolled back, so the connection stays good.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
