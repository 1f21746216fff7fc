//! The HTTP layer: routing, limits and access control.

use super::envelope;
use super::token::Token;
use crate::AgentTable;
use crate::waiting::Call;
use http_body_util::{BodyExt as _, Either, Full, LengthLimitError, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, AUTHORIZATION, CONNECTION, CONTENT_ENCODING, CONTENT_TYPE, HOST, HeaderValue,
    TRANSFER_ENCODING, WWW_AUTHENTICATE,
};
use hyper::{Method, Response, StatusCode, Version};
use socket2::Socket;
use std::io::ErrorKind;
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinError;
use tokio::time::timeout;

/// The maximum size of a request body in bytes.
pub const MAX_BODY_BYTES: usize = 1024 * 1024;

/// The maximum size of a request's head in bytes.
pub(super) const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The resource limits of a daemon.
///
/// ```
/// use registry::agents::rpc::Limits;
/// use std::time::Duration;
///
/// let limits = Limits { read_timeout: Duration::from_secs(60), ..Limits::default() };
/// assert_eq!(limits.max_connections, 2_048);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of open connections. Further ones get status 503 and are closed.
    pub max_connections: usize,
    /// The maximum time for a client to send the head of a request, and again for the body. A connection without a request is
    /// closed after this time as well.
    pub read_timeout: Duration,
    /// The maximum time for which a client may leave a response unread.
    pub write_timeout: Duration,
    /// The maximum time for accepted requests to finish after the daemon was told to stop.
    pub shutdown_timeout: Duration,
}

impl Default for Limits {
    /// Returns limits of 2,048 connections and 10 seconds for each timeout.
    fn default() -> Self {
        let seconds = Duration::from_secs(10);
        Self { max_connections: 2_048, read_timeout: seconds, write_timeout: seconds, shutdown_timeout: seconds }
    }
}

/// The state shared by all connections.
pub(super) struct Service {
    pub(super) table: Arc<dyn AgentTable>,
    /// `None` for a Unix socket.
    pub(super) token: Option<Token>,
    /// The accepted values of `Host`. `None` for a Unix socket, which browsers cannot connect to.
    pub(super) hosts: Option<Hosts>,
    pub(super) limits: Limits,
    /// Permits to change the table. There are fewer permits than threads, so that queries never wait behind changes that wait
    /// for a writer.
    pub(super) changes: Arc<Semaphore>,
}

/// The accepted values of the `Host` header.
pub(super) struct Hosts {
    /// The accepted hosts, in lower case.
    pub(super) names: Vec<String>,
    /// Whether any literal IP address is accepted, because other machines may connect. This is safe against DNS rebinding: a
    /// browser sends the name that it resolved, not the address.
    pub(super) accepts_any_address: bool,
}

impl Hosts {
    fn accept(&self, host: &str) -> bool {
        self.names.iter().any(|name| host.eq_ignore_ascii_case(name))
            || (self.accepts_any_address && is_literal_address(host))
    }
}

/// Returns true if the host is an IP address, with or without a port.
fn is_literal_address(host: &str) -> bool {
    let in_brackets = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    host.parse::<SocketAddr>().is_ok()
        || host.parse::<Ipv4Addr>().is_ok()
        || in_brackets.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok())
}

pub(super) type Reply = Response<Full<Bytes>>;

/// A request whose body is either still being received or was read with the head.
pub(super) type Request = hyper::Request<Either<Incoming, Full<Bytes>>>;

impl Service {
    pub(super) async fn reply(self: Arc<Self>, request: Request, client: &Socket) -> Reply {
        // The rest of an unread body must not be interpreted as another request.
        let has_body = !request.body().is_end_stream();
        let reads_body = request.uri().path() == "/rpc";
        let replied = self.reply_or_reject(request, client).await;
        let is_unread = has_body && (replied.is_err() || !reads_body);
        let mut reply = replied.unwrap_or_else(|rejection| rejection);
        if is_unread {
            reply.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        reply
    }

    /// Rejects a request on a connection beyond the limit. The request is read first, because a client that is disconnected
    /// while it is sending does not see the response.
    pub(super) async fn reject(&self, request: Request) -> Reply {
        let read = self.body(request).await;
        read.map_or_else(|rejection| rejection, |_| text(StatusCode::SERVICE_UNAVAILABLE, "too many connections\n"))
    }

    async fn reply_or_reject(self: Arc<Self>, request: Request, client: &Socket) -> Result<Reply, Reply> {
        if let Some(rejection) = self.reject_host(&request) {
            return Err(rejection);
        }
        match (request.uri().path(), request.method()) {
            ("/rpc", &Method::POST) => {}
            ("/healthz", &Method::GET | &Method::HEAD) => return self.health().await,
            ("/rpc", _) => return Err(not_allowed("POST")),
            ("/healthz", _) => return Err(not_allowed("GET, HEAD")),
            _ => return Err(text(StatusCode::NOT_FOUND, "unknown path; expected /rpc or /healthz\n")),
        }
        if let Some(rejection) = self.reject_token(&request) {
            return Err(rejection);
        }
        if let Some(rejection) = reject_encoding(&request) {
            return Err(rejection);
        }
        let request = envelope::Request::read(&self.body(request).await?);
        match self.answer(request, client).await {
            Ok(Some(json)) => Ok(with_type(StatusCode::OK, json, "application/json")),
            Ok(None) => Ok(text(StatusCode::NO_CONTENT, "")),
            Err(_) => Err(text(
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal error: the daemon failed to handle the request\n",
            )),
        }
    }

    /// Handles a request. A change waits for a permit, and is skipped if its client disconnects before the change begins.
    async fn answer(self: Arc<Self>, request: envelope::Request, client: &Socket) -> Result<Option<String>, JoinError> {
        let call = Call::from_client();
        if !request.may_change() {
            return tokio::task::spawn_blocking(move || call.run(|| request.answer(self.table.as_ref()))).await;
        }
        let work = async {
            let permit = Arc::clone(&self.changes).acquire_owned().await.ok();
            let call = call.clone();
            let answer = move || {
                let _permit = permit;
                if call.is_abandoned() { None } else { call.run(|| request.answer(self.table.as_ref())) }
            };
            tokio::task::spawn_blocking(answer).await
        };
        let mut work = pin!(work);
        loop {
            match timeout(DISCONNECT_POLL_INTERVAL, &mut work).await {
                Ok(answered) => return answered,
                Err(_) if is_disconnected(client) => {
                    call.abandon();
                    return work.await;
                }
                Err(_) => {}
            }
        }
    }

    /// Rejects requests for other hosts. This prevents DNS rebinding, in which a website makes its own name resolve to this
    /// address: the browser then sends that name. The header is optional only in HTTP/1.0, which browsers do not use.
    fn reject_host(&self, request: &Request) -> Option<Reply> {
        let hosts = self.hosts.as_ref()?;
        let mut given = request.headers().get_all(HOST).iter();
        let is_accepted = match (given.next(), given.next()) {
            (Some(host), None) => host.to_str().is_ok_and(|host| hosts.accept(host)),
            (None, None) if request.version() == Version::HTTP_10 => true,
            _ => return Some(text(StatusCode::BAD_REQUEST, "expected exactly one header `Host`\n")),
        };
        let authority = request.uri().authority();
        let is_accepted = is_accepted && authority.is_none_or(|authority| hosts.accept(authority.as_str()));
        (!is_accepted)
            .then(|| text(StatusCode::FORBIDDEN, "unknown host; use the address that the daemon listens on\n"))
    }

    fn reject_token(&self, request: &Request) -> Option<Reply> {
        let mut headers = request.headers().get_all(AUTHORIZATION).iter();
        let (shown, another) = (headers.next(), headers.next());
        if another.is_some() {
            return Some(text(StatusCode::BAD_REQUEST, "expected at most one header `Authorization`\n"));
        }
        let token = self.token.as_ref()?;
        if shown.is_some_and(|shown| token.matches(shown.as_bytes())) {
            return None;
        }
        let mut rejection = text(StatusCode::UNAUTHORIZED, "send the daemon's token: `Authorization: Bearer TOKEN`\n");
        rejection.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        Some(rejection)
    }

    async fn body(&self, request: Request) -> Result<Bytes, Reply> {
        let too_long = || text(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large; the maximum is 1 MiB\n");
        if request.body().size_hint().lower() > MAX_BODY_BYTES as u64 {
            return Err(too_long());
        }
        match timeout(self.limits.read_timeout, Limited::new(request.into_body(), MAX_BODY_BYTES).collect()).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
            Ok(Err(_)) => Err(text(StatusCode::BAD_REQUEST, "the body is incomplete or malformed\n")),
            Err(_) => Err(text(StatusCode::REQUEST_TIMEOUT, "timeout while reading the body\n")),
        }
    }

    async fn health(self: Arc<Self>) -> Result<Reply, Reply> {
        match tokio::task::spawn_blocking(move || self.table.health()).await {
            Ok(Ok(())) => Ok(text(StatusCode::OK, "ok\n")),
            Ok(Err(error)) => Err(text(StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n"))),
            Err(_) => Err(text(StatusCode::SERVICE_UNAVAILABLE, "internal error: the check of the table failed\n")),
        }
    }
}

/// How often a pending change checks whether its client is still connected.
const DISCONNECT_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Returns true if the client has closed its side of the connection.
fn is_disconnected(client: &Socket) -> bool {
    match client.peek(&mut [MaybeUninit::uninit()]) {
        Ok(bytes) => bytes == 0,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

/// Rejects encoded bodies, which are not decoded.
fn reject_encoding(request: &Request) -> Option<Reply> {
    let is_plain = |coding: &HeaderValue| coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity");
    let is_chunked = |coding: &HeaderValue| coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked");
    let is_encoded = !request.headers().get_all(CONTENT_ENCODING).iter().all(is_plain)
        || !request.headers().get_all(TRANSFER_ENCODING).iter().all(is_chunked);
    is_encoded.then(|| {
        let mut rejection = text(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "encoded bodies are not supported; only the transfer encoding `chunked` is\n",
        );
        rejection.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        rejection
    })
}

fn not_allowed(allowed: &'static str) -> Reply {
    let mut rejection = text(StatusCode::METHOD_NOT_ALLOWED, format!("method not allowed; expected {allowed}\n"));
    rejection.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    rejection
}

pub(super) fn text(status: StatusCode, body: impl Into<Bytes>) -> Reply {
    with_type(status, body, "text/plain; charset=utf-8")
}

fn with_type(status: StatusCode, body: impl Into<Bytes>, media_type: &'static str) -> Reply {
    let mut reply = Response::new(Full::new(body.into()));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    reply
}
