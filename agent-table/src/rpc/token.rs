//! The bearer token of TCP clients.

use crate::{AgentError, Result};
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;
use subtle::ConstantTimeEq as _;

/// A bearer token. Comparisons take constant time, and the `Debug` output does not contain the token.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Reads the token from a file, without surrounding whitespace.
    ///
    /// # Errors
    /// [`Unavailable`](AgentError::Unavailable) if the file cannot be read, is empty, contains anything other than printable
    /// ASCII without spaces, or is accessible to users other than its owner.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).map_err(|error| unusable(path, &error.to_string()))?;
        let mode = fs::metadata(path).map_err(|error| unusable(path, &error.to_string()))?.permissions().mode();
        if mode & 0o077 != 0 {
            let reason = format!("it is accessible to other users (mode {:03o}); run `chmod 600` on it", mode & 0o777);
            return Err(unusable(path, &reason));
        }
        let token = text.trim();
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(unusable(path, "expected a token: printable ASCII without spaces"));
        }
        Ok(Self(token.to_owned()))
    }

    /// Reads the token from a file. If the file does not exist, creates it with mode 0600 and a new token of 256 random bits.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), and [`Unavailable`](AgentError::Unavailable) if the file cannot be created.
    pub fn read_or_create(path: &Path) -> Result<Self> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Self::create(path),
            _ => Self::read(path),
        }
    }

    /// Creates the file atomically: even with concurrent daemons or a full disk, it never exists without its whole content.
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

    /// Returns true if the value of an `Authorization` header contains this token.
    pub(super) fn matches(&self, authorization: &[u8]) -> bool {
        // The scheme is case-insensitive (RFC 9110, section 11.1).
        authorization.split_at_checked(7).is_some_and(|(scheme, token)| {
            scheme.eq_ignore_ascii_case(b"Bearer ") && bool::from(token.ct_eq(self.0.as_bytes()))
        })
    }

    /// Returns the value of an `Authorization` header with this token.
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
    AgentError::Unavailable { reason: format!("token file {}: {reason}", path.display()) }
}
