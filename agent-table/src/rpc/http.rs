//! What comes before a call: HTTP, its limits, and who may ask.

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

/// The longest body of a request, in bytes.
pub const MAX_BODY_BYTES: usize = 1024 * 1024;

/// The longest head of a request, in bytes.
pub(super) const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The resource limits of a daemon.
///
/// ```
/// use registry::agents::rpc::Limits;
/// use std::time::Duration;
///
/// let patient = Limits { read_timeout: Duration::from_secs(60), ..Limits::default() };
/// assert_eq!(patient.max_connections, 2_048);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open connections at one time; further ones are answered with status 503 and closed.
    pub max_connections: usize,
    /// How long a connection may take to send the head of its next request, and then again to send the body. One that sends
    /// nothing for so long is closed.
    pub read_timeout: Duration,
    /// How long a client may leave an answer unread.
    pub write_timeout: Duration,
    /// How long requests that were accepted may take to end after the daemon was told to stop.
    pub shutdown_timeout: Duration,
}

impl Default for Limits {
    /// 2,048 connections, 10 seconds for each of the rest.
    fn default() -> Self {
        let seconds = Duration::from_secs(10);
        Self { max_connections: 2_048, read_timeout: seconds, write_timeout: seconds, shutdown_timeout: seconds }
    }
}

/// What all connections share.
pub(super) struct Service {
    pub(super) table: Arc<dyn AgentTable>,
    /// Nothing over a Unix socket.
    pub(super) token: Option<Token>,
    /// The hosts that are served. Nothing over a Unix socket, which no browser can be tricked into talking to.
    pub(super) hosts: Option<Hosts>,
    pub(super) limits: Limits,
    /// The turns to change the table. They are fewer than the threads that work on it, so that those who only ask never wait
    /// for those who wait for a writer.
    pub(super) changes: Arc<Semaphore>,
}

/// Which hosts a client may call the daemon by.
pub(super) struct Hosts {
    /// The values of `Host` that are served, in lower case.
    pub(super) names: Vec<String>,
    /// Whether it listens at addresses that other machines can reach. It is then called by any address that leads to it; a
    /// browser cannot be tricked into that, since a name that resolves to the daemon's address stays a name in `Host`.
    pub(super) any_address: bool,
}

impl Hosts {
    fn serve(&self, host: &str) -> bool {
        self.names.iter().any(|name| host.eq_ignore_ascii_case(name)) || (self.any_address && is_literal_address(host))
    }
}

/// Whether a host is an address, with or without a port.
fn is_literal_address(host: &str) -> bool {
    let in_brackets = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    host.parse::<SocketAddr>().is_ok()
        || host.parse::<Ipv4Addr>().is_ok()
        || in_brackets.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok())
}

pub(super) type Reply = Response<Full<Bytes>>;

/// A request, whose body is on its way or was read with the head.
pub(super) type Request = hyper::Request<Either<Incoming, Full<Bytes>>>;

impl Service {
    pub(super) async fn reply(self: Arc<Self>, request: Request, client: &Socket) -> Reply {
        // What is left of a body that was not read must not be taken for another request.
        let has_body = !request.body().is_end_stream();
        let reads_body = request.uri().path() == "/rpc";
        let replied = self.reply_or_refuse(request, client).await;
        let is_unread = has_body && (replied.is_err() || !reads_body);
        let mut reply = replied.unwrap_or_else(|refusal| refusal);
        if is_unread {
            reply.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        reply
    }

    /// What a connection is told that is one too many. The request is read first: a client that is cut off while it writes
    /// does not see the answer.
    pub(super) async fn refuse(&self, request: Request) -> Reply {
        let read = self.body(request).await;
        read.map_or_else(|refusal| refusal, |_| text(StatusCode::SERVICE_UNAVAILABLE, "too many connections\n"))
    }

    async fn reply_or_refuse(self: Arc<Self>, request: Request, client: &Socket) -> Result<Reply, Reply> {
        if let Some(refusal) = self.refuse_host(&request) {
            return Err(refusal);
        }
        match (request.uri().path(), request.method()) {
            ("/rpc", &Method::POST) => {}
            ("/healthz", &Method::GET | &Method::HEAD) => return self.health().await,
            ("/rpc", _) => return Err(not_allowed("POST")),
            ("/healthz", _) => return Err(not_allowed("GET, HEAD")),
            _ => return Err(text(StatusCode::NOT_FOUND, "there are /rpc and /healthz\n")),
        }
        if let Some(refusal) = self.refuse_token(&request) {
            return Err(refusal);
        }
        if let Some(refusal) = refuse_encoding(&request) {
            return Err(refusal);
        }
        let request = envelope::Request::read(&self.body(request).await?);
        match self.answer(request, client).await {
            Ok(Some(json)) => Ok(with_type(StatusCode::OK, json, "application/json")),
            Ok(None) => Ok(text(StatusCode::NO_CONTENT, "")),
            Err(_) => {
                Err(text(StatusCode::INTERNAL_SERVER_ERROR, "the daemon failed to answer; this is a fault of it\n"))
            }
        }
    }

    /// The answer to a request. One that may change the table waits for its turn, and is not done when its client has gone
    /// before that.
    async fn answer(self: Arc<Self>, request: envelope::Request, client: &Socket) -> Result<Option<String>, JoinError> {
        let call = Call::from_client();
        if !request.may_change() {
            return tokio::task::spawn_blocking(move || call.run(|| request.answer(self.table.as_ref()))).await;
        }
        let work = async {
            let turn = Arc::clone(&self.changes).acquire_owned().await.ok();
            let call = call.clone();
            let answer = move || {
                let _turn = turn;
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

    /// A page of another site that resolves its own name to this address sends that name. Only HTTP/1.0, which no browser
    /// speaks, can do without.
    fn refuse_host(&self, request: &Request) -> Option<Reply> {
        let hosts = self.hosts.as_ref()?;
        let mut given = request.headers().get_all(HOST).iter();
        let served = match (given.next(), given.next()) {
            (Some(host), None) => host.to_str().is_ok_and(|host| hosts.serve(host)),
            (None, None) if request.version() == Version::HTTP_10 => true,
            _ => return Some(text(StatusCode::BAD_REQUEST, "a request has one header `Host`\n")),
        };
        let authority = request.uri().authority();
        let served = served && authority.is_none_or(|authority| hosts.serve(authority.as_str()));
        (!served).then(|| text(StatusCode::FORBIDDEN, "this host is not served here\n"))
    }

    fn refuse_token(&self, request: &Request) -> Option<Reply> {
        let mut shown = request.headers().get_all(AUTHORIZATION).iter();
        let (shown, another) = (shown.next(), shown.next());
        if another.is_some() {
            return Some(text(StatusCode::BAD_REQUEST, "a request has at most one header `Authorization`\n"));
        }
        let token = self.token.as_ref()?;
        if shown.is_some_and(|shown| token.is_shown_by(shown.as_bytes())) {
            return None;
        }
        let mut refusal = text(StatusCode::UNAUTHORIZED, "send the daemon's token: `Authorization: Bearer TOKEN`\n");
        refusal.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        Some(refusal)
    }

    async fn body(&self, request: Request) -> Result<Bytes, Reply> {
        let too_long = || text(StatusCode::PAYLOAD_TOO_LARGE, "a body has at most 1 MiB\n");
        if request.body().size_hint().lower() > MAX_BODY_BYTES as u64 {
            return Err(too_long());
        }
        match timeout(self.limits.read_timeout, Limited::new(request.into_body(), MAX_BODY_BYTES).collect()).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
            Ok(Err(_)) => Err(text(StatusCode::BAD_REQUEST, "the body ended too early\n")),
            Err(_) => Err(text(StatusCode::REQUEST_TIMEOUT, "the body took too long\n")),
        }
    }

    async fn health(self: Arc<Self>) -> Result<Reply, Reply> {
        match tokio::task::spawn_blocking(move || self.table.health()).await {
            Ok(Ok(())) => Ok(text(StatusCode::OK, "ok\n")),
            Ok(Err(error)) => Err(text(StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n"))),
            Err(_) => Err(text(StatusCode::SERVICE_UNAVAILABLE, "the table failed\n")),
        }
    }
}

/// How often a call that is not answered yet looks whether its client is still there.
const DISCONNECT_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Whether a client has closed its side of the connection.
fn is_disconnected(client: &Socket) -> bool {
    match client.peek(&mut [MaybeUninit::uninit()]) {
        Ok(bytes) => bytes == 0,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

/// A body is read as it is.
fn refuse_encoding(request: &Request) -> Option<Reply> {
    let is_plain = |coding: &HeaderValue| coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity");
    let is_chunked = |coding: &HeaderValue| coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked");
    let is_encoded = !request.headers().get_all(CONTENT_ENCODING).iter().all(is_plain)
        || !request.headers().get_all(TRANSFER_ENCODING).iter().all(is_chunked);
    is_encoded.then(|| {
        let mut refusal = text(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a body is not encoded, and at most `chunked`\n");
        refusal.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        refusal
    })
}

fn not_allowed(allowed: &'static str) -> Reply {
    let mut refusal = text(StatusCode::METHOD_NOT_ALLOWED, format!("allowed here: {allowed}\n"));
    refusal.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    refusal
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
