//! The connections of one table: one that writes, and as many as needed that read, so that these wait for nobody.

use super::busy;
use super::schema::{Access, LOG, LOG_INDEX, beside, connect, unavailable};
use crate::waiting::Call;
use crate::{AgentError, Result};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// More idle readers than this are closed.
const MAX_IDLE_READERS: usize = 16;

/// For how long a look at the files holds for readers, who would otherwise spend most of their time on it.
const FILES_CHECK_TTL: Duration = Duration::from_micros(100);

pub(super) struct Connections {
    path: PathBuf,
    access: Access,
    /// The files that were opened: the database, its write-ahead log and the index of that. Their paths may later name others.
    files: Vec<(PathBuf, FileIdentity)>,
    /// When the files were last seen.
    seen: Mutex<Option<Instant>>,
    /// How long a call waits in all: for its turn among the writers of this table, and then for those of other programs.
    timeout: Duration,
    writer: Mutex<Connection>,
    // A mutex cannot be waited for with a bound; whose turn it is can.
    taken: Mutex<bool>,
    given_back: Condvar,
    readers: Mutex<Vec<Connection>>,
}

impl Connections {
    pub(super) fn new(path: PathBuf, access: Access, writer: Connection, timeout: Duration) -> Result<Self> {
        // The two beside the database are there from the first use of a connection to the last.
        let mut files = vec![(path.clone(), FileIdentity::of(&path)?)];
        let beside = [beside(&path, LOG), beside(&path, LOG_INDEX)];
        files.extend(beside.into_iter().filter_map(|path| Some((path.clone(), FileIdentity::of(&path).ok()?))));
        Ok(Self {
            path,
            access,
            files,
            seen: Mutex::default(),
            timeout,
            writer: Mutex::new(writer),
            taken: Mutex::new(false),
            given_back: Condvar::new(),
            readers: Mutex::default(),
        })
    }

    pub(super) fn write<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        if let Access::ReadOnly { reason, .. } = &self.access {
            return Err(AgentError::Unavailable {
                reason: format!("{} cannot be changed: {reason}", self.path.display()),
            });
        }
        let call = Call::current();
        let _turn = self.turn(&call)?;
        self.check_files()?;
        busy::within(&call, self.timeout, || work(&mut lock(&self.writer)))
    }

    pub(super) fn read<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        self.check_files_recently()?;
        let call = Call::current();
        busy::within(&call, self.timeout, || {
            let idle = lock(&self.readers).pop();
            let mut connection = match idle {
                Some(connection) => connection,
                None => connect(&self.path, &self.access)?,
            };
            let result = work(&mut connection);
            let mut idle = lock(&self.readers);
            if idle.len() < MAX_IDLE_READERS {
                idle.push(connection);
            }
            result
        })
    }

    /// An error unless the files were there a moment ago.
    fn check_files_recently(&self) -> Result<()> {
        let mut seen = lock(&self.seen);
        if !seen.is_some_and(|seen| seen.elapsed() < FILES_CHECK_TTL) {
            *seen = None;
            self.check_files()?;
            *seen = Some(Instant::now());
        }
        Ok(())
    }

    /// A file that was deleted or replaced can be read and written on and on, and is gone with the last connection to it.
    fn check_files(&self) -> Result<()> {
        let is_gone =
            |(path, identity): &&(PathBuf, FileIdentity)| !FileIdentity::of(path).is_ok_and(|found| found == *identity);
        match self.files.iter().find(is_gone) {
            None => Ok(()),
            Some((path, _)) => Err(AgentError::Unavailable {
                reason: format!("{} was deleted or replaced while it was in use; open it again", path.display()),
            }),
        }
    }

    fn turn(&self, call: &Call) -> Result<Turn<'_>> {
        let (mut taken, _) = self
            .given_back
            .wait_timeout_while(lock(&self.taken), call.remaining(self.timeout), |taken| *taken)
            .unwrap_or_else(PoisonError::into_inner);
        if *taken {
            return Err(AgentError::Busy { waited: self.timeout });
        }
        if call.is_abandoned() {
            // Whose turn it is now is one of the others.
            self.given_back.notify_one();
            return Err(AgentError::Unavailable { reason: "nobody waits for the answer any more".to_owned() });
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
