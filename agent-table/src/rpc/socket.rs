//! The client's transport over Unix sockets and TCP.

use super::endpoint::Endpoint;
use socket2::{Domain, SockAddr, Socket, Type};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::ToSocketAddrs as _;
use std::time::Duration;
use ureq::Error;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, Transport};

/// Opens connections to one daemon.
#[derive(Debug)]
pub(super) struct Opener(pub(super) Endpoint);

/// No connection was opened, so nothing was sent.
#[derive(Debug, thiserror::Error)]
#[error("cannot connect to {endpoint}: {error}")]
pub(super) struct NotConnected {
    endpoint: Endpoint,
    error: io::Error,
}

impl Connector for Opener {
    type Out = Connection;

    fn connect(&self, details: &ConnectionDetails<'_>, _: Option<()>) -> Result<Option<Connection>, Error> {
        let limit = details.timeout.not_zero().map(|limit| *limit);
        let socket = self
            .open(limit)
            .map_err(|error| Error::Other(Box::new(NotConnected { endpoint: self.0.clone(), error })))?;
        let config = details.config;
        let buffers = LazyBuffers::new(config.input_buffer_size(), config.output_buffer_size());
        Ok(Some(Connection { socket, buffers }))
    }
}

impl Opener {
    fn open(&self, limit: Option<Duration>) -> io::Result<Socket> {
        let connect = |domain, address: &SockAddr| {
            let socket = Socket::new(domain, Type::STREAM, None)?;
            match limit {
                Some(limit) => socket.connect_timeout(address, limit)?,
                None => socket.connect(address)?,
            }
            Ok(socket)
        };
        match &self.0 {
            Endpoint::Unix(path) => connect(Domain::UNIX, &SockAddr::unix(path)?),
            Endpoint::Tcp { host, port } => {
                let mut last = io::Error::new(ErrorKind::NotFound, "the host name does not resolve to an address");
                for address in (host.as_str(), *port).to_socket_addrs()? {
                    match connect(Domain::for_address(address), &address.into()) {
                        Ok(socket) => {
                            socket.set_tcp_nodelay(true)?;
                            return Ok(socket);
                        }
                        Err(error) => last = error,
                    }
                }
                Err(last)
            }
        }
    }
}

#[derive(Debug)]
pub(super) struct Connection {
    socket: Socket,
    buffers: LazyBuffers,
}

impl Transport for Connection {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.socket.set_write_timeout(timeout.not_zero().map(|limit| *limit))?;
        let output = self.buffers.output().get(..amount).unwrap_or_default();
        (&self.socket).write_all(output).map_err(|error| with_timeout_reason(error, timeout))
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.socket.set_read_timeout(timeout.not_zero().map(|limit| *limit))?;
        let input = self.buffers.input_append_buf();
        let amount = loop {
            match (&self.socket).read(input) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result.map_err(|error| with_timeout_reason(error, timeout))?,
            }
        };
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }

    /// A daemon sends nothing between two requests, so readable data means that the connection was closed.
    fn is_open(&mut self) -> bool {
        let probe = || {
            self.socket.set_nonblocking(true)?;
            let read = (&self.socket).read(&mut [0]);
            self.socket.set_nonblocking(false)?;
            read
        };
        matches!(probe(), Err(error) if error.kind() == ErrorKind::WouldBlock)
    }
}

fn with_timeout_reason(error: io::Error, timeout: NextTimeout) -> Error {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => Error::Timeout(timeout.reason),
        _ => error.into(),
    }
}
