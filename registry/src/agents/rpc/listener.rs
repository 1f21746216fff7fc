//! Opening the place to listen.

use super::endpoint::authority;
use crate::agents::{AgentError, Result};
use socket2::{Domain, SockAddr, Socket, Type};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs as _};
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// How many connections may wait to be accepted.
const BACKLOG: i32 = 1024;

/// A place that is listened at.
pub(super) enum Listener {
    Unix(UnixListener, SocketFile),
    Tcp(TcpListener),
}

/// A Unix socket's file, which is removed when this is dropped. The lock beside it says that it is ours: it keeps two
/// daemons that start at once from each taking the other's socket for a stale one.
pub(super) struct SocketFile {
    path: PathBuf,
    _lock: File,
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // Whoever removed it already has done what is to be done.
        let _ = fs::remove_file(&self.path);
    }
}

/// Listens at a Unix socket. The file has mode 0600 before anybody can connect to it.
pub(super) fn unix(path: &Path) -> Result<Listener> {
    let unusable = |error: &io::Error| unavailable(&format!("unix:{}", path.display()), &error.to_string());
    let mut lock_path = path.as_os_str().to_owned();
    lock_path.push(".lock");
    let lock =
        File::options().create(true).truncate(false).write(true).open(&lock_path).map_err(|error| unusable(&error))?;
    let taken = || unavailable(&format!("unix:{}", path.display()), "another daemon serves it");
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(taken()),
        Err(TryLockError::Error(error)) => return Err(unusable(&error)),
    }
    match fs::symlink_metadata(path) {
        Ok(file) if !file.file_type().is_socket() => {
            return Err(unavailable(&format!("unix:{}", path.display()), "there is a file that is no socket"));
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
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
        socket.listen(BACKLOG)?;
        socket.set_nonblocking(true)?;
        Ok(UnixListener::from(socket))
    };
    let listener = listen().map_err(|error: io::Error| unusable(&error))?;
    Ok(Listener::Unix(listener, SocketFile { path: path.to_owned(), _lock: lock }))
}

/// Listens at a TCP port, and gives the values of `Host` that name it.
pub(super) fn tcp(host: &str, port: u16, any_address: bool) -> Result<(Listener, SocketAddr, Vec<String>)> {
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
    Ok((Listener::Tcp(listener), address, hosts))
}

fn unavailable(place: &str, reason: &str) -> AgentError {
    AgentError::Unavailable { reason: format!("cannot listen at {place}: {reason}") }
}
