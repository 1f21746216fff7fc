//! HTTP as bytes on a socket, for requests that no library would send.

use registry::agents::rpc::Endpoint;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// A connection to a daemon, which waits ten seconds at most for anything.
#[derive(Debug)]
pub(crate) enum Wire {
    /// Over a Unix socket.
    Unix(UnixStream),
    /// Over TCP.
    Tcp(TcpStream),
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    /// The status code.
    pub(crate) status: u16,
    /// The head, with the status line.
    pub(crate) head: String,
    /// The body.
    pub(crate) body: String,
}

impl Wire {
    /// Connects.
    pub(crate) fn to(endpoint: &Endpoint) -> Self {
        let limit = Some(Duration::from_secs(10));
        match endpoint {
            Endpoint::Unix(path) => {
                let stream = UnixStream::connect(path).expect("the daemon listens");
                stream.set_read_timeout(limit).and_then(|()| stream.set_write_timeout(limit)).expect("it can be set");
                Self::Unix(stream)
            }
            Endpoint::Tcp { host, port } => {
                let stream = TcpStream::connect((host.as_str(), *port)).expect("the daemon listens");
                stream.set_read_timeout(limit).and_then(|()| stream.set_write_timeout(limit)).expect("it can be set");
                Self::Tcp(stream)
            }
        }
    }

    /// Sends these bytes.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        match self {
            Self::Unix(stream) => stream.write_all(bytes.as_ref()),
            Self::Tcp(stream) => stream.write_all(bytes.as_ref()),
        }
    }

    /// Sends a body to `/rpc`, with further header lines.
    pub(crate) fn post(&mut self, headers: &str, body: impl AsRef<[u8]>) -> Reply {
        let body = body.as_ref();
        let head = format!("POST /rpc HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
        self.send([head.as_bytes(), body].concat()).expect("the daemon takes it");
        self.reply().expect("the daemon answers")
    }

    /// The next answer; nothing when the daemon closed the connection first.
    pub(crate) fn reply(&mut self) -> Option<Reply> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            if self.read(&mut byte).expect("something comes in time") == 0 {
                assert!(head.is_empty(), "the answer was cut off: {:?}", String::from_utf8_lossy(&head));
                return None;
            }
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).expect("a head is ASCII");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("it begins with a status");
        let length =
            head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        let mut filled = 0;
        while filled < body.len() {
            let count = self.read(&mut body[filled..]).expect("something comes in time");
            assert!(count > 0, "the answer was cut off");
            filled += count;
        }
        Some(Reply { status, head, body: String::from_utf8(body).expect("a body is UTF-8") })
    }

    /// How many bytes came until the daemon closed the connection; nothing when it stays open.
    pub(crate) fn bytes_until_closed(&mut self) -> Option<usize> {
        let mut buffer = [0; 8 * 1024];
        let mut bytes = 0;
        loop {
            match self.read(&mut buffer) {
                Ok(0) => return Some(bytes),
                Ok(count) => bytes += count,
                Err(_) => return None,
            }
        }
    }

    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = match self {
            Self::Unix(stream) => stream.read(into),
            Self::Tcp(stream) => stream.read(into),
        };
        // A connection that is closed while bytes of ours are unread is reset.
        read.or_else(|error| if error.kind() == io::ErrorKind::ConnectionReset { Ok(0) } else { Err(error) })
    }
}
