//! Where a daemon listens.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where a daemon listens, written `unix:PATH` or `tcp:HOST:PORT`.
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
    /// A Unix socket at this path.
    Unix(PathBuf),
    /// A TCP port.
    Tcp {
        /// An address or a name; an IPv6 address without brackets.
        host: String,
        /// The port. To listen at 0 means any that is free.
        port: u16,
    },
}

/// A text that is not an [`Endpoint`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a place to listen at; expected `unix:PATH` or `tcp:HOST:PORT`")]
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

/// A host and port as they stand in a URI and in the `Host` header.
pub(super) fn authority(host: &str, port: u16) -> String {
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}
