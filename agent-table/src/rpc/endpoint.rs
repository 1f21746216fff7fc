//! The addresses of daemons.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The address of a daemon, written as `unix:PATH` or `tcp:HOST:PORT`.
///
/// ```
/// use registry::agents::rpc::Endpoint;
///
/// let tcp: Endpoint = "tcp:127.0.0.1:8437".parse().unwrap();
/// assert_eq!(tcp, Endpoint::Tcp { host: "127.0.0.1".to_owned(), port: 8437 });
/// let six: Endpoint = "tcp:[::1]:8437".parse().unwrap();
/// assert_eq!(six.to_string(), "tcp:[::1]:8437");
/// assert!("127.0.0.1:8437".parse::<Endpoint>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// The path of a Unix socket.
    Unix(PathBuf),
    /// A TCP address.
    Tcp {
        /// An IP address or a host name. An IPv6 address has no brackets.
        host: String,
        /// The port. A daemon that listens on port 0 gets any free port.
        port: u16,
    },
}

/// An error for text that is not an [`Endpoint`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an endpoint; expected `unix:PATH` or `tcp:HOST:PORT`")]
pub struct EndpointError(String);

impl FromStr for Endpoint {
    type Err = EndpointError;

    fn from_str(text: &str) -> Result<Self, EndpointError> {
        let error = || EndpointError(text.to_owned());
        match text.split_once(':') {
            Some(("unix", path)) if !path.is_empty() => Ok(Self::Unix(path.into())),
            Some(("tcp", address)) => {
                let (host, port) = address.rsplit_once(':').ok_or_else(error)?;
                let bracketed = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
                let host = bracketed.unwrap_or(host);
                if host.is_empty() || (bracketed.is_none() && host.contains(':')) {
                    return Err(error());
                }
                Ok(Self::Tcp { host: host.to_owned(), port: port.parse().map_err(|_| error())? })
            }
            _ => Err(error()),
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
            Self::Tcp { host, port } => write!(f, "tcp:{}", authority(host, *port)),
        }
    }
}

/// Formats a host and port for a URI and the `Host` header.
pub(super) fn authority(host: &str, port: u16) -> String {
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}
