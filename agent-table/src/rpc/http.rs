//! What comes before a call: HTTP, its limits, and who may ask.

use super::envelope::{answer, may_change};
use super::token::Token;
use crate::{AgentTable, Filter};
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{ALLOW, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue, WWW_AUTHENTICATE};
use hyper::{Method, Request, Response, StatusCode};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The longest body of a request, in bytes.
pub const LONGEST_BODY: usize = 1024 * 1024;

/// The longest head of a request, in bytes.
pub(super) const LONGEST_HEAD: usize = 16 * 1024;

/// What a daemon bears.
///
/// ```
/// use registry::agents::rpc::Limits;
/// use std::time::Duration;
///
/// let patient = Limits { time_to_send: Duration::from_secs(60), ..Limits::default() };
/// assert_eq!(patient.connections, 2_048);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open connections at one time; further ones are answered with status 503 and closed.
    pub connections: usize,
    /// How long a connection may take to send the head of its next request, and then again to send the body. One that sends
    /// nothing for so long is closed.
    pub time_to_send: Duration,
    /// How long a client may leave an answer unread.
    pub time_to_read: Duration,
    /// How long requests that were accepted may take to end after the daemon was told to stop.
    pub time_to_stop: Duration,
}

impl Default for Limits {
    /// 2,048 connections, 10 seconds for each of the rest.
    fn default() -> Self {
        let seconds = Duration::from_secs(10);
        Self { connections: 2_048, time_to_send: seconds, time_to_read: seconds, time_to_stop: seconds }
    }
}

/// What all connections share.
pub(super) struct Service {
    pub(super) table: Arc<dyn AgentTable>,
    /// Nothing over a Unix socket.
    pub(super) token: Option<Token>,
    /// The values of `Host` that are served, in lower case. Nothing over a Unix socket, which no browser can be tricked into
    /// talking to.
    pub(super) hosts: Option<Vec<String>>,
    pub(super) limits: Limits,
    /// The turns to change the table. They are fewer than the threads that work on it, so that those who only ask never wait
    /// for those who wait for a writer.
    pub(super) changes: Arc<Semaphore>,
}

type Reply = Response<Full<Bytes>>;

impl Service {
    pub(super) async fn reply(self: Arc<Self>, request: Request<Incoming>) -> Result<Reply, Infallible> {
        Ok(self.reply_or_refuse(request).await.unwrap_or_else(|refusal| refusal))
    }

    /// What a connection is told that is one too many. The request is read first: a client that is cut off while it writes
    /// does not see the answer.
    pub(super) async fn refuse(self: Arc<Self>, request: Request<Incoming>) -> Result<Reply, Infallible> {
        let read = self.body(request).await;
        Ok(read.map_or_else(|refusal| refusal, |_| text(StatusCode::SERVICE_UNAVAILABLE, "too many connections\n")))
    }

    async fn reply_or_refuse(self: Arc<Self>, request: Request<Incoming>) -> Result<Reply, Reply> {
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
        let body = self.body(request).await?;
        let turn = if may_change(&body) { Arc::clone(&self.changes).acquire_owned().await.ok() } else { None };
        let answered = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            answer(self.table.as_ref(), &body)
        })
        .await;
        match answered {
            Ok(Some(json)) => Ok(with_type(StatusCode::OK, json, "application/json")),
            Ok(None) => Ok(text(StatusCode::NO_CONTENT, "")),
            Err(_) => {
                Err(text(StatusCode::INTERNAL_SERVER_ERROR, "the daemon failed to answer; this is a fault of it\n"))
            }
        }
    }

    /// A page of another site that resolves its own name to this address sends that name.
    fn refuse_host(&self, request: &Request<Incoming>) -> Option<Reply> {
        let hosts = self.hosts.as_ref()?;
        let mut given = request.headers().get_all(HOST).iter();
        let (Some(host), None) = (given.next(), given.next()) else {
            return Some(text(StatusCode::BAD_REQUEST, "a request has one header `Host`\n"));
        };
        let served = hosts.iter().any(|served| host.as_bytes().eq_ignore_ascii_case(served.as_bytes()));
        (!served).then(|| text(StatusCode::FORBIDDEN, "this host is not served here\n"))
    }

    fn refuse_token(&self, request: &Request<Incoming>) -> Option<Reply> {
        let token = self.token.as_ref()?;
        if request.headers().get(AUTHORIZATION).is_some_and(|shown| token.is_shown_by(shown.as_bytes())) {
            return None;
        }
        let mut refusal = text(StatusCode::UNAUTHORIZED, "send the daemon's token: `Authorization: Bearer TOKEN`\n");
        refusal.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        Some(refusal)
    }

    async fn body(&self, request: Request<Incoming>) -> Result<Bytes, Reply> {
        let too_long = || text(StatusCode::PAYLOAD_TOO_LARGE, "a body has at most 1 MiB\n");
        if request.body().size_hint().lower() > LONGEST_BODY as u64 {
            return Err(too_long());
        }
        match timeout(self.limits.time_to_send, Limited::new(request.into_body(), LONGEST_BODY).collect()).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
            Ok(Err(_)) => Err(text(StatusCode::BAD_REQUEST, "the body ended too early\n")),
            Err(_) => Err(text(StatusCode::REQUEST_TIMEOUT, "the body took too long\n")),
        }
    }

    async fn health(self: Arc<Self>) -> Result<Reply, Reply> {
        let nothing = Filter { prefix: Some("/healthz"), limit: 0, ..Filter::default() };
        match tokio::task::spawn_blocking(move || self.table.list(&nothing)).await {
            Ok(Ok(_)) => Ok(text(StatusCode::OK, "ok\n")),
            Ok(Err(error)) => Err(text(StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n"))),
            Err(_) => Err(text(StatusCode::SERVICE_UNAVAILABLE, "the table failed\n")),
        }
    }
}

fn not_allowed(allowed: &'static str) -> Reply {
    let mut refusal = text(StatusCode::METHOD_NOT_ALLOWED, format!("allowed here: {allowed}\n"));
    refusal.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    refusal
}

fn text(status: StatusCode, body: impl Into<Bytes>) -> Reply {
    with_type(status, body, "text/plain; charset=utf-8")
}

fn with_type(status: StatusCode, body: impl Into<Bytes>, media_type: &'static str) -> Reply {
    let mut reply = Response::new(Full::new(body.into()));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    reply
}
