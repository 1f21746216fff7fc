//! The daemon: accepting connections and shutting down.

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

/// The maximum number of calls that use the table at the same time. Further calls wait in a queue.
const MAX_CONCURRENT_CALLS: usize = 32;
/// The maximum number of those calls that may change it.
const MAX_CONCURRENT_CHANGES: usize = 16;

/// A daemon that listens but does not respond until it is started with [`run`](Self::run) or [`start`](Self::start).
pub struct Daemon {
    listener: Listener,
    endpoint: Endpoint,
    service: Service,
}

impl Daemon {
    /// Listens on a Unix socket that only its owner can use. A lock file, whose name is that of the socket followed by `.lock`,
    /// keeps other daemons from using the socket. Both files are removed when the daemon stops. The files of a daemon that was
    /// killed are replaced.
    ///
    /// # Errors
    /// [`Unavailable`](AgentError::Unavailable) if the socket is in use or cannot be opened, and for a TCP endpoint, which
    /// requires a token: see [`bind_tcp`](Self::bind_tcp).
    pub fn bind(table: Arc<dyn AgentTable>, endpoint: &Endpoint) -> Result<Self> {
        let Endpoint::Unix(path) = endpoint else {
            return Err(AgentError::Unavailable { reason: format!("{endpoint} requires a token") });
        };
        let listener = listener::unix(path)?;
        Ok(Self { listener, endpoint: endpoint.clone(), service: service(table, None, None) })
    }

    /// Listens on a TCP port for clients that send the token. Unless `any_address` is true, the address must be a loopback
    /// address.
    ///
    /// # Errors
    /// [`Unavailable`](AgentError::Unavailable) if the address is in use, cannot be bound, or is not a loopback address although
    /// `any_address` is false.
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
    /// println!("listening on {}", daemon.endpoint());
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

    /// Also accepts this value of the `Host` header, such as `agents.example:8437`. A daemon on a Unix socket accepts any value.
    #[must_use]
    pub fn with_host(mut self, host: &str) -> Self {
        if let Some(hosts) = &mut self.service.hosts {
            hosts.names.push(host.to_ascii_lowercase());
        }
        self
    }

    /// Returns the endpoint that the daemon listens on, with the actual port.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Serves until the process receives SIGTERM or SIGINT. It then stops accepting connections, finishes the accepted requests,
    /// and returns. `listening` is called once the signal handlers are installed.
    ///
    /// # Errors
    /// [`Internal`](AgentError::Internal) if the operating system cannot create a thread or a signal handler.
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

    /// Serves in background threads until the returned value is stopped or dropped.
    ///
    /// # Errors
    /// [`Internal`](AgentError::Internal) if the operating system cannot create a thread.
    pub fn start(self) -> Result<RunningDaemon> {
        let runtime = runtime()?;
        let endpoint = self.endpoint.clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let serve = move || {
            // Dropping the sender stops the daemon as well.
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

/// A daemon that runs in background threads. It stops when this is dropped.
#[derive(Debug)]
pub struct RunningDaemon {
    endpoint: Endpoint,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<()>>>,
}

impl RunningDaemon {
    /// Returns the endpoint that the daemon listens on.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Stops accepting connections, finishes the accepted requests, and returns.
    ///
    /// # Errors
    /// [`Internal`](AgentError::Internal) if the daemon failed to serve or panicked.
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
            eprintln!("the daemon at {} failed: {error}", self.endpoint);
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

/// A listener that accepts connections.
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
    let (regular, spare) =
        (Arc::new(Semaphore::new(limits.max_connections)), Arc::new(Semaphore::new(SPARE_CONNECTIONS)));
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let Ok(stream) = accepted else {
            // The process is out of file descriptors, or the client has already disconnected. The next attempt may succeed.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        // The process is out of file descriptors. The connection is closed so that the client does not wait.
        let Ok(client) = SockRef::from(&stream).try_clone() else { continue };
        if let Ok(permit) = Arc::clone(&regular).try_acquire_owned() {
            serve_connection(stream, client, service, Slot::Regular, permit, &graceful);
        } else if let Ok(permit) = Arc::clone(&spare).try_acquire_owned() {
            serve_connection(stream, client, service, Slot::Spare, permit, &graceful);
        }
    }
    // New connections are refused immediately instead of waiting until the accepted requests finish.
    drop(listener);
    // Requests that take longer are aborted when the runtime is dropped.
    let _ = tokio::time::timeout(limits.shutdown_timeout, graceful.shutdown()).await;
}

/// The number of additional connections that get status 503. Any further ones are closed without a response.
const SPARE_CONNECTIONS: usize = 64;

/// Whether a connection is within the limit.
#[derive(Clone, Copy)]
enum Slot {
    /// Within the limit.
    Regular,
    /// Beyond the limit: requests get status 503.
    Spare,
}

/// Serves a connection in a new task. `client` is another handle to the stream, used to detect a disconnected client.
fn serve_connection<S: AsyncRead + AsyncWrite + Send + 'static>(
    stream: S,
    client: Socket,
    service: &Arc<Service>,
    slot: Slot,
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
            match slot {
                Slot::Regular => service.reply(request, &client).await,
                Slot::Spare => service.reject(request).await,
            }
        }
    };
    // Connection errors are ignored: they affect only this client, which has received an error response where possible.
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
        .keep_alive(matches!(slot, Slot::Regular))
        // A client may close its sending side after the request and still read the response.
        .half_close(true)
        .serve_connection(TokioIo::new(stream), reply);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        let _ = connection.await;
        drop(permit);
    });
}
