//! Connections while the system clock is set before 1970.
//!
//! The `Date` header cannot represent such a date. The header is optional, but hyper computes it for every connection, even if
//! told to omit it, and panics. This module therefore serves such connections without hyper: one request per connection, whose
//! head is parsed by the parser that hyper uses.

use super::http::{self, MAX_BODY_BYTES, MAX_HEAD_BYTES, Reply, text};
use http_body_util::{BodyExt as _, Collected, Either};
use hyper::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use hyper::{HeaderMap, Method, Request, StatusCode, Version};
use std::future::Future;
use std::io::{self, Write as _};
use std::time::{Duration, SystemTime};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::time::timeout;

/// The maximum number of headers of a request, as in hyper.
const MAX_HEADERS: usize = 100;

/// Returns true if the clock is set before 1970.
pub(super) fn is_needed() -> bool {
    SystemTime::now() < SystemTime::UNIX_EPOCH
}

/// Handles one request and closes the connection. `read_timeout` applies to the head, and again to the body.
pub(super) async fn serve_connection<S, F>(
    mut stream: S,
    read_timeout: Duration,
    reply: impl FnOnce(http::Request) -> F,
) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
    F: Future<Output = Reply>,
{
    let mut received = Vec::new();
    let request = async {
        let timed_out = |_| text(StatusCode::REQUEST_TIMEOUT, "timeout while reading the request\n");
        let head = timeout(read_timeout, read_head(&mut stream, &mut received)).await.map_err(timed_out)??;
        let length = body_length(head.headers())?;
        timeout(read_timeout, read_body(&mut stream, &mut received, length)).await.map_err(timed_out)??;
        Ok(head)
    };
    let (answer, has_body) = match request.await {
        Ok(head) => {
            let has_body = head.method() != Method::HEAD;
            (reply(head.map(|()| Either::Right(received.into()))).await, has_body)
        }
        Err(rejection) => (rejection, true),
    };
    write(&mut stream, answer, has_body).await
}

/// Reads until the head is complete, and leaves any bytes after it in `received`.
async fn read_head(stream: &mut (impl AsyncRead + Unpin), received: &mut Vec<u8>) -> Result<Request<()>, Reply> {
    loop {
        let head = parse_head(received)?;
        if head.as_ref().map_or(received.len(), |(_, length)| *length) > MAX_HEAD_BYTES {
            return Err(text(
                StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
                "the head is too large; the maximum is 16 KiB\n",
            ));
        }
        if let Some((head, length)) = head {
            received.drain(..length);
            return Ok(head);
        }
        read_some(stream, received).await?;
    }
}

/// Returns the head and its length in bytes, or `None` if it is incomplete.
fn parse_head(received: &[u8]) -> Result<Option<(Request<()>, usize)>, Reply> {
    let malformed = || text(StatusCode::BAD_REQUEST, "the head is not valid HTTP/1\n");
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(length) = parsed.parse(received).map_err(|_| malformed())? else {
        return Ok(None);
    };
    let version = if parsed.version == Some(0) { Version::HTTP_10 } else { Version::HTTP_11 };
    let mut head = Request::builder()
        .method(parsed.method.unwrap_or_default())
        .uri(parsed.path.unwrap_or_default())
        .version(version);
    for header in parsed.headers {
        head = head.header(header.name, header.value);
    }
    Ok(Some((head.body(()).map_err(|_| malformed())?, length)))
}

fn body_length(headers: &HeaderMap) -> Result<usize, Reply> {
    if headers.contains_key(TRANSFER_ENCODING) {
        let reason = "a body requires the header `Content-Length` while the daemon's clock is set before 1970\n";
        return Err(text(StatusCode::LENGTH_REQUIRED, reason));
    }
    let mut lengths = headers.get_all(CONTENT_LENGTH).iter();
    let length = match (lengths.next(), lengths.next()) {
        (None, _) => Some(0),
        (Some(length), None) => length.to_str().ok().and_then(|length| length.parse().ok()),
        _ => None,
    };
    match length {
        Some(length) if length > MAX_BODY_BYTES => {
            Err(text(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large; the maximum is 1 MiB\n"))
        }
        Some(length) => Ok(length),
        None => Err(text(StatusCode::BAD_REQUEST, "expected one header `Content-Length` with a number of bytes\n")),
    }
}

/// Reads the rest of the body into `received`, which contains its beginning.
async fn read_body(stream: &mut (impl AsyncRead + Unpin), received: &mut Vec<u8>, length: usize) -> Result<(), Reply> {
    while received.len() < length {
        read_some(stream, received).await?;
    }
    // Any further bytes would be the next request.
    received.truncate(length);
    Ok(())
}

async fn read_some(stream: &mut (impl AsyncRead + Unpin), received: &mut Vec<u8>) -> Result<(), Reply> {
    match stream.read_buf(received).await {
        Ok(0) | Err(_) => Err(text(StatusCode::BAD_REQUEST, "the request ended unexpectedly\n")),
        Ok(_) => Ok(()),
    }
}

async fn write(stream: &mut (impl AsyncWrite + Unpin), answer: Reply, has_body: bool) -> io::Result<()> {
    let (head, body) = answer.into_parts();
    let Ok(body) = body.collect().await.map(Collected::to_bytes);
    let mut bytes = Vec::new();
    write!(bytes, "HTTP/1.1 {}\r\n", head.status)?;
    for (name, value) in &head.headers {
        bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    if head.status != StatusCode::NO_CONTENT {
        write!(bytes, "content-length: {}\r\n", body.len())?;
    }
    bytes.extend(b"connection: close\r\n\r\n");
    if has_body {
        bytes.extend(body);
    }
    stream.write_all(&bytes).await?;
    stream.shutdown().await
}
