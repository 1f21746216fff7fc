//! Opening the place to listen.

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

/// How many connections may wait to be accepted.
const BACKLOG: i32 = 1024;

/// A place that is listened at.
pub(super) enum Listener {
    Unix(UnixListener, SocketFile),
    Tcp(TcpListener),
}

/// A Unix socket's file, which is removed when this is dropped, and the lock after it.
pub(super) struct SocketFile {
    path: PathBuf,
    _lock: Lock,
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // Whoever removed it already has done what is to be done.
        let _ = fs::remove_file(&self.path);
    }
}

/// A locked file beside a socket, which says that the socket is ours: it keeps two daemons that start at once from each
/// taking the other's socket for a stale one. It is removed when this is dropped.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Nothing when another has it.
    fn take(path: PathBuf) -> io::Result<Option<Self>> {
        loop {
            let file = File::options().create(true).truncate(false).write(true).mode(0o600).open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Who had it may have removed the file after it was opened here. Then this locks nothing that others look at.
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
        // Before the lock is given back, so that it is never the file of another that is removed.
        let _ = fs::remove_file(&self.path);
    }
}

/// Listens at a Unix socket. The file has mode 0600 before anybody can connect to it.
pub(super) fn unix(path: &Path) -> Result<Listener> {
    let unusable = |error: &io::Error| unavailable(&format!("unix:{}", path.display()), &error.to_string());
    let mut lock_path = path.as_os_str().to_owned();
    lock_path.push(".lock");
    let taken = || unavailable(&format!("unix:{}", path.display()), "another daemon serves it");
    let lock = Lock::take(lock_path.into()).map_err(|error| unusable(&error))?.ok_or_else(taken)?;
    match fs::symlink_metadata(path) {
        Ok(file) if !file.file_type().is_socket() => {
            return Err(unavailable(&format!("unix:{}", path.display()), "there is a file that is not a socket"));
        }
        // A socket that nobody listens at any more is what a daemon that was killed leaves behind.
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

/// Listens at a TCP port, and gives the values of `Host` that name it.
pub(super) fn tcp(host: &str, port: u16, any_address: bool) -> Result<(Listener, SocketAddr, Hosts)> {
    let place = format!("tcp:{}", authority(host, port));
    let unusable = |error: &io::Error| unavailable(&place, &error.to_string());
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(|error| unusable(&error))?.collect();
    if let Some(address) = addresses.iter().find(|address| !address.ip().is_loopback() && !any_address) {
        let reason = format!("{} is not a loopback address; say explicitly that others may connect", address.ip());
        return Err(unavailable(&place, &reason));
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
    Ok((Listener::Tcp(listener), address, Hosts { names: hosts, any_address }))
}

fn unavailable(place: &str, reason: &str) -> AgentError {
    AgentError::Unavailable { reason: format!("cannot listen at {place}: {reason}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn of_many_who_take_a_lock_and_give_it_back_never_two_have_it() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let path = directory.path().join("lock");
        let (holders, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..5_000 {
                        let Some(lock) = Lock::take(path.clone()).expect("it can be made") else { continue };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "another has it");
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
