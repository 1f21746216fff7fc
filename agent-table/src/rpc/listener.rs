//! Opens the socket that a daemon listens on.

use super::endpoint::authority;
use super::http::Hosts;
use crate::{AgentError, Result};
use socket2::{Domain, SockAddr, Socket, Type};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs as _};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// The maximum number of connections that wait to be accepted.
const BACKLOG: i32 = 1024;

/// A listening socket.
pub(super) enum Listener {
    Unix(UnixListener, SocketFile),
    Tcp(TcpListener),
}

/// The file of a Unix socket. When this is dropped, the file is removed first and then the lock.
pub(super) struct SocketFile {
    path: PathBuf,
    _lock: Lock,
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // An error is harmless: the file may have been removed already.
        let _ = fs::remove_file(&self.path);
    }
}

/// A lock file next to a socket. It prevents two daemons that start at the same time from treating each other's socket as
/// stale. The file is removed when this is dropped.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Returns `None` if another process holds the lock.
    fn acquire(path: PathBuf) -> io::Result<Option<Self>> {
        loop {
            let file = File::options().create(true).truncate(false).write(true).mode(0o600).open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The previous holder may have removed the file after it was opened here, and others would lock a new file.
            let locked = file.metadata()?;
            match fs::metadata(&path) {
                Ok(there) if (there.dev(), there.ino()) == (locked.dev(), locked.ino()) => {
                    return Ok(Some(Self { path, _file: file }));
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is removed before the lock is released, so that it cannot be another process's file.
        let _ = fs::remove_file(&self.path);
    }
}

/// Listens on a Unix socket. The file has mode 0600 before clients can connect to it.
pub(super) fn unix(path: &Path) -> Result<Listener> {
    let unusable = |error: &io::Error| unavailable(&format!("unix:{}", path.display()), &error.to_string());
    let mut lock_path = path.as_os_str().to_owned();
    lock_path.push(".lock");
    let taken = || unavailable(&format!("unix:{}", path.display()), "another daemon is using it");
    let lock = Lock::acquire(lock_path.into()).map_err(|error| unusable(&error))?.ok_or_else(taken)?;
    match fs::symlink_metadata(path) {
        Ok(file) if !file.file_type().is_socket() => {
            return Err(unavailable(&format!("unix:{}", path.display()), "the path exists and is not a socket"));
        }
        // A socket that refuses connections is stale: a daemon that was killed left it behind.
        Ok(_) => match UnixStream::connect(path) {
            Ok(_) => return Err(taken()),
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                fs::remove_file(path).map_err(|error| unusable(&error))?;
            }
            Err(error) => return Err(unusable(&error)),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(unusable(&error)),
    }
    let listen = || {
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
        socket.bind(&SockAddr::unix(path)?)?;
        let file = SocketFile { path: path.to_owned(), _lock: lock };
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
        socket.listen(BACKLOG)?;
        socket.set_nonblocking(true)?;
        Ok(Listener::Unix(UnixListener::from(socket), file))
    };
    listen().map_err(|error: io::Error| unusable(&error))
}

/// Listens on a TCP port. Also returns the address and the values of `Host` to accept.
pub(super) fn tcp(host: &str, port: u16, any_address: bool) -> Result<(Listener, SocketAddr, Hosts)> {
    let endpoint = format!("tcp:{}", authority(host, port));
    let unusable = |error: &io::Error| unavailable(&endpoint, &error.to_string());
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(|error| unusable(&error))?.collect();
    if let Some(address) = addresses.iter().find(|address| !address.ip().is_loopback() && !any_address) {
        let reason = format!("{} is not a loopback address; allow other addresses explicitly", address.ip());
        return Err(unavailable(&endpoint, &reason));
    }
    let listener = TcpListener::bind(addresses.as_slice()).map_err(|error| unusable(&error))?;
    listener.set_nonblocking(true).map_err(|error| unusable(&error))?;
    let address = listener.local_addr().map_err(|error| unusable(&error))?;
    let mut hosts = vec![authority(host, address.port()).to_ascii_lowercase(), address.to_string()];
    if address.ip().is_loopback() {
        hosts.push(authority("localhost", address.port()));
    }
    if address.port() == 80 {
        hosts.extend(hosts.clone().iter().filter_map(|host| host.strip_suffix(":80").map(str::to_owned)));
    }
    Ok((Listener::Tcp(listener), address, Hosts { names: hosts, accepts_any_address: any_address }))
}

fn unavailable(endpoint: &str, reason: &str) -> AgentError {
    AgentError::Unavailable { reason: format!("cannot listen on {endpoint}: {reason}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn a_lock_has_at_most_one_holder_at_a_time() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let path = directory.path().join("lock");
        let (holders, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..5_000 {
                        let Some(lock) = Lock::acquire(path.clone()).expect("the lock file can be created") else {
                            continue;
                        };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "the lock has two holders");
                        taken.fetch_add(1, Ordering::SeqCst);
                        thread::yield_now();
                        holders.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert!(taken.into_inner() > 100);
        assert!(!path.exists());
    }
}
