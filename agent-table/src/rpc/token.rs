//! The secret that a client over TCP shows.

use crate::{AgentError, Result};
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;
use subtle::ConstantTimeEq as _;

/// A bearer token. It is compared in constant time, and its `Debug` form does not show it.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// The token that a file holds, white space around it aside.
    ///
    /// # Errors
    /// [`Unavailable`](AgentError::Unavailable) when the file cannot be read, is empty, holds something that cannot stand in
    /// an HTTP header, or can be read by others than its owner.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).map_err(|error| unusable(path, &error.to_string()))?;
        let mode = fs::metadata(path).map_err(|error| unusable(path, &error.to_string()))?.permissions().mode();
        if mode & 0o077 != 0 {
            let reason = format!("others than its owner may use it (mode {:03o}); chmod it to 600", mode & 0o777);
            return Err(unusable(path, &reason));
        }
        let token = text.trim();
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(unusable(path, "expected a token: printable ASCII without spaces"));
        }
        Ok(Self(token.to_owned()))
    }

    /// The token that a file holds; where there is no file, a new token of 256 random bits, in a new file of mode 0600.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), and [`Unavailable`](AgentError::Unavailable) when the file cannot be made.
    pub fn read_or_create(path: &Path) -> Result<Self> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Self::create(path),
            _ => Self::read(path),
        }
    }

    /// The file appears whole or not at all, to others that start at the same moment and when the disk is full.
    fn create(path: &Path) -> Result<Self> {
        let unusable = |error: &dyn fmt::Display| unusable(path, &error.to_string());
        let token = random_hex::<32>().map_err(|error| unusable(&error))?;
        let mut draft = path.as_os_str().to_owned();
        draft.push(format!(".{}", random_hex::<8>().map_err(|error| unusable(&error))?));
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&draft)
            .and_then(|mut file| writeln!(file, "{token}"))
            .and_then(|()| fs::hard_link(&draft, path));
        let removed = fs::remove_file(&draft);
        match written.and(removed) {
            Ok(()) => Ok(Self(token)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Self::read(path),
            Err(error) => Err(unusable(&error)),
        }
    }

    /// Whether the value of an `Authorization` header shows this token.
    pub(super) fn is_shown_by(&self, authorization: &[u8]) -> bool {
        // The scheme's case does not matter (RFC 9110, section 11.1).
        authorization.split_at_checked(7).is_some_and(|(scheme, shown)| {
            scheme.eq_ignore_ascii_case(b"Bearer ") && bool::from(shown.ct_eq(self.0.as_bytes()))
        })
    }

    /// The value of the header that shows it.
    pub(super) fn authorization(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

fn random_hex<const BYTES: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn unusable(path: &Path, reason: &str) -> AgentError {
    AgentError::Unavailable { reason: format!("the token file {}: {reason}", path.display()) }
}
