//! The connections of a table: one for writing and any number for reading, so that readers never wait.

use super::busy;
use super::schema::{Access, LOG, LOG_INDEX, connect, sibling, unavailable};
use crate::waiting::Call;
use crate::{AgentError, Result};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of idle readers. Further ones are closed.
const MAX_IDLE_READERS: usize = 16;

/// How long readers reuse the result of a check of the files. Without this, they would spend most of their time on checks.
const FILES_CHECK_TTL: Duration = Duration::from_micros(100);

pub(super) struct Connections {
    path: PathBuf,
    access: Access,
    /// The files that were opened: the database, its write-ahead log and the log's index. Their paths may later refer to other
    /// files.
    files: Vec<(PathBuf, FileIdentity)>,
    /// When the files were last found unchanged.
    checked: Mutex<Option<Instant>>,
    /// The total time that a call waits for other writers of this table and then for other programs.
    timeout: Duration,
    writer: Mutex<Connection>,
    // A `Mutex` cannot be locked with a timeout, so a condition variable guards access to the writer.
    is_writing: Mutex<bool>,
    released: Condvar,
    readers: Mutex<Vec<Connection>>,
}

impl Connections {
    pub(super) fn new(path: PathBuf, access: Access, writer: Connection, timeout: Duration) -> Result<Self> {
        // The log and its index exist from the first use of a connection until the last connection is closed.
        let mut files = vec![(path.clone(), FileIdentity::of(&path)?)];
        let logs = [sibling(&path, LOG), sibling(&path, LOG_INDEX)];
        files.extend(logs.into_iter().filter_map(|path| Some((path.clone(), FileIdentity::of(&path).ok()?))));
        Ok(Self {
            path,
            access,
            files,
            checked: Mutex::default(),
            timeout,
            writer: Mutex::new(writer),
            is_writing: Mutex::new(false),
            released: Condvar::new(),
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
        let _writing = self.acquire_writer(&call)?;
        self.check_files()?;
        busy::within(&call, self.timeout, || work(&mut lock(&self.writer)))
    }

    pub(super) fn read<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        self.check_files_unless_recent()?;
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

    /// Checks the files like [`check_files`](Self::check_files), unless they were checked a moment ago.
    fn check_files_unless_recent(&self) -> Result<()> {
        let mut checked = lock(&self.checked);
        if !checked.is_some_and(|checked| checked.elapsed() < FILES_CHECK_TTL) {
            *checked = None;
            self.check_files()?;
            *checked = Some(Instant::now());
        }
        Ok(())
    }

    /// Checks that no file was deleted or replaced. SQLite would keep reading and writing such a file, and its contents would
    /// be lost when the last connection to it is closed.
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

    fn acquire_writer(&self, call: &Call) -> Result<WriterGuard<'_>> {
        let (mut is_writing, _) = self
            .released
            .wait_timeout_while(lock(&self.is_writing), call.remaining(self.timeout), |is_writing| *is_writing)
            .unwrap_or_else(PoisonError::into_inner);
        if *is_writing {
            return Err(AgentError::Busy { waited: self.timeout });
        }
        if call.is_abandoned() {
            // This call was woken up but does not write, so wake up another one.
            self.released.notify_one();
            return Err(AgentError::Unavailable { reason: "the client has disconnected".to_owned() });
        }
        *is_writing = true;
        Ok(WriterGuard(self))
    }
}

/// Identifies a file independently of its path. On systems other than Unix, all files are considered the same.
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

/// Exclusive access to the writer until this is dropped.
struct WriterGuard<'a>(&'a Connections);

impl Drop for WriterGuard<'_> {
    fn drop(&mut self) {
        *lock(&self.0.is_writing) = false;
        self.0.released.notify_one();
    }
}

// A panic rolls back the transaction that it interrupts, so the connection remains usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
