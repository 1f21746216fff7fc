//! The daemon: accepting connections, and stopping.

use super::endpoint::Endpoint;
use super::http::{Hosts, Limits, MAX_HEAD_BYTES, Service};
use super::listener::{self, Listener};
use super::token::Token;
use super::undated;
use crate::{AgentError, AgentTable, Result};
use http_body_util::Either;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use socket2::{SockRef, Socket};
use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::io;
use std::os::fd::AsFd;
use std::pin::pin;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio_io_timeout::TimeoutStream;

/// How many calls work on the table at one time. The others wait for their turn.
const MAX_CONCURRENT_CALLS: usize = 32;
/// How many of them may change it.
const MAX_CONCURRENT_CHANGES: usize = 16;

/// A daemon that listens already, and answers once it is started.
pub struct Daemon {
    listener: Listener,
    endpoint: Endpoint,
    service: Service,
}

impl Daemon {
    /// Listens at a Unix socket, whose file nobody but its owner may use. Beside it, a file of the same name with `.lock` behind
    /// it keeps other daemons away. Both are removed when the daemon ends; those of one that was killed are replaced.
    ///
    /// # Errors
    /// [`Unavailable`](AgentError::Unavailable) when the place is taken or cannot be used, and for a TCP endpoint, which
    /// needs a token: see [`bind_tcp`](Self::bind_tcp).
    pub fn bind(table: Arc<dyn AgentTable>, endpoint: &Endpoint) -> Result<Self> {
        let Endpoint::Unix(path) = endpoint else {
            return Err(AgentError::Unavailable { reason: format!("{endpoint} needs a token") });
        };
        let listener = listener::unix(path)?;
        Ok(Self { listener, endpoint: endpoint.clone(), service: service(table, None, None) })
    }

    /// Listens at a TCP port, for clients that show the token. Unless `any_address` is true, the address must be a loopback
    /// address.
    ///
    /// # Errors
    /// [`Unavailable`](AgentError::Unavailable) when the address is taken, cannot be used, or is none of this machine alone.
    ///
    /// ```
    /// use registry::agents::rpc::{Daemon, Token};
    /// use registry::agents::MemoryTable;
    /// use std::sync::Arc;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let directory = tempfile::tempdir()?;
    /// let token = Token::read_or_create(&directory.path().join("token"))?;
    /// let table = Arc::new(MemoryTable::new());
    /// assert!(Daemon::bind_tcp(table.clone(), "0.0.0.0", 0, token.clone(), false).is_err());
    /// let daemon = Daemon::bind_tcp(table, "127.0.0.1", 0, token, false)?;
    /// println!("listening at {}", daemon.endpoint());
    /// # Ok(())
    /// # }
    /// ```
    pub fn bind_tcp(
        table: Arc<dyn AgentTable>,
        host: &str,
        port: u16,
        token: Token,
        any_address: bool,
    ) -> Result<Self> {
        let (listener, address, hosts) = listener::tcp(host, port, any_address)?;
        let endpoint = Endpoint::Tcp { host: host.to_owned(), port: address.port() };
        Ok(Self { listener, endpoint, service: service(table, Some(token), Some(hosts)) })
    }

    /// Sets the resource limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.service.limits = limits;
        self
    }

    /// Serves clients that call it by this host and port as well, such as `agents.example:8437`. Over a Unix socket, every
    /// `Host` is served.
    #[must_use]
    pub fn with_host(mut self, host: &str) -> Self {
        if let Some(hosts) = &mut self.service.hosts {
            hosts.names.push(host.to_ascii_lowercase());
        }
        self
    }

    /// Where it listens, with the port that it was given.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Serves until the process gets SIGTERM or SIGINT; then it accepts nothing more, finishes what it accepted, and returns.
    /// `listening` is called as soon as either signal would be obeyed.
    ///
    /// # Errors
    /// [`Internal`](AgentError::Internal) when the operating system gives no thread or signal handler.
    pub fn run(self, listening: impl FnOnce(&Endpoint)) -> Result<()> {
        let runtime = runtime()?;
        let signals =
            runtime.block_on(async { Ok((signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?)) });
        let (mut terminate, mut interrupt) = signals.map_err(|error: io::Error| internal(&error))?;
        listening(&self.endpoint);
        let stop = async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        };
        self.serve(&runtime, stop)
    }

    /// Serves in threads of its own, until what this returns is stopped or dropped.
    ///
    /// # Errors
    /// [`Internal`](AgentError::Internal) when the operating system gives no thread.
    pub fn start(self) -> Result<RunningDaemon> {
        let runtime = runtime()?;
        let endpoint = self.endpoint.clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let serve = move || {
            // It is also stopped when the sender is dropped.
            self.serve(&runtime, async move { drop(stopped.await) })
        };
        let thread = thread::Builder::new().name("registry-daemon".to_owned()).spawn(serve);
        let thread = thread.map_err(|error| internal(&error))?;
        Ok(RunningDaemon { endpoint, stop: Some(stop), thread: Some(thread) })
    }

    fn serve(self, runtime: &Runtime, stop: impl Future<Output = ()>) -> Result<()> {
        let Self { listener, service, .. } = self;
        let service = Arc::new(service);
        let served = match listener {
            Listener::Unix(listener, _file) => runtime.block_on(async {
                accept(UnixListener::from_std(listener)?, &service, stop).await;
                Ok(())
            }),
            Listener::Tcp(listener) => runtime.block_on(async {
                accept(TcpListener::from_std(listener)?, &service, stop).await;
                Ok(())
            }),
        };
        served.map_err(|error: io::Error| internal(&error))
    }
}

impl fmt::Debug for Daemon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Daemon").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}

/// A daemon in threads of its own. It stops when this is dropped.
#[derive(Debug)]
pub struct RunningDaemon {
    endpoint: Endpoint,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<()>>>,
}

impl RunningDaemon {
    /// Where it listens.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Accepts nothing more, finishes what was accepted, and returns.
    ///
    /// # Errors
    /// What kept it from serving.
    pub fn stop(mut self) -> Result<()> {
        self.end()
    }

    fn end(&mut self) -> Result<()> {
        drop(self.stop.take());
        let ended = self.thread.take().map(JoinHandle::join);
        ended
            .unwrap_or(Ok(Ok(())))
            .unwrap_or_else(|_| Err(AgentError::Internal { reason: "the daemon panicked".to_owned() }))
    }
}

impl Drop for RunningDaemon {
    fn drop(&mut self) {
        if let Err(error) = self.end() {
            eprintln!("the daemon at {} did not serve: {error}", self.endpoint);
        }
    }
}

fn service(table: Arc<dyn AgentTable>, token: Option<Token>, hosts: Option<Hosts>) -> Service {
    let changes = Arc::new(Semaphore::new(MAX_CONCURRENT_CHANGES));
    Service { table, token, hosts, limits: Limits::default(), changes }
}

fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(MAX_CONCURRENT_CALLS)
        .thread_name("registry-daemon")
        .build()
        .map_err(|error| internal(&error))
}

fn internal(error: &io::Error) -> AgentError {
    AgentError::Internal { reason: error.to_string() }
}

/// Something that connections come from.
trait Accept {
    type Stream: AsyncRead + AsyncWrite + AsFd + Send + 'static;

    async fn accept(&self) -> io::Result<Self::Stream>;
}

impl Accept for UnixListener {
    type Stream = UnixStream;

    async fn accept(&self) -> io::Result<UnixStream> {
        self.accept().await.map(|(stream, _)| stream)
    }
}

impl Accept for TcpListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<TcpStream> {
        let (stream, _) = self.accept().await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

async fn accept<L: Accept>(listener: L, service: &Arc<Service>, stop: impl Future<Output = ()>) {
    let limits = service.limits;
    let (places, spare) =
        (Arc::new(Semaphore::new(limits.max_connections)), Arc::new(Semaphore::new(SPARE_CONNECTIONS)));
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let Ok(stream) = accepted else {
            // Out of file descriptors, or the client has gone already. The next attempt may succeed.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        // Out of file descriptors; the client is closed rather than kept waiting.
        let Ok(client) = SockRef::from(&stream).try_clone() else { continue };
        if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
            serve_connection(stream, client, service, Place::Regular, place, &graceful);
        } else if let Ok(place) = Arc::clone(&spare).try_acquire_owned() {
            serve_connection(stream, client, service, Place::Spare, place, &graceful);
        }
    }
    // Who comes now is refused at once, rather than kept waiting for what others asked.
    drop(listener);
    // Those who take longer are cut off when the runtime ends.
    let _ = tokio::time::timeout(limits.shutdown_timeout, graceful.shutdown()).await;
}

/// A connection beyond these is closed without a word.
const SPARE_CONNECTIONS: usize = 64;

/// Where a connection is served.
#[derive(Clone, Copy)]
enum Place {
    /// One of those that the limits allow.
    Regular,
    /// One that is only told that there is no other.
    Spare,
}

/// `client` is another handle of the stream, which tells whether the client is still there.
fn serve_connection<S: AsyncRead + AsyncWrite + Send + 'static>(
    stream: S,
    client: Socket,
    service: &Arc<Service>,
    place: Place,
    permit: OwnedSemaphorePermit,
    graceful: &GracefulShutdown,
) {
    let service = Arc::clone(service);
    let limits = service.limits;
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.write_timeout));
    let stream = Box::pin(stream);
    let client = Arc::new(client);
    let reply = move |request| {
        let (service, client) = (Arc::clone(&service), Arc::clone(&client));
        async move {
            match place {
                Place::Regular => service.reply(request, &client).await,
                Place::Spare => service.refuse(request).await,
            }
        }
    };
    // What a client does wrong on the way concerns nobody else, and it has been told as far as that is possible.
    if undated::is_needed() {
        tokio::spawn(async move {
            let _ = undated::serve_connection(stream, limits.read_timeout, reply).await;
            drop(permit);
        });
        return;
    }
    let reply = service_fn(move |request: Request<Incoming>| {
        let replied = reply(request.map(Either::Left));
        async { Ok::<_, Infallible>(replied.await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.read_timeout)
        .max_header_size(MAX_HEAD_BYTES)
        .keep_alive(matches!(place, Place::Regular))
        // Who has sent everything may say so, and still wants the answer.
        .half_close(true)
        .serve_connection(TokioIo::new(stream), reply);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        let _ = connection.await;
        drop(permit);
    });
}
