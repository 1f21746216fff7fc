//! A client for the table that a daemon serves.

use super::endpoint::{Endpoint, authority};
use super::fault::Fault;
use super::http::MAX_BODY_BYTES;
use super::methods::{self, name};
use super::socket::{NotConnected, Opener};
use super::token::Token;
use crate::{AgentError, AgentTable, Claimed, Filter, Metadata, NewProcess, Page, Pid, Process, ProcessFilter};
use crate::{ProcessState, RegistryEntry, Result, TableInfo, Transition};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use ureq::http::StatusCode;
use ureq::unversioned::resolver::DefaultResolver;
use ureq::{Agent, Error};

/// The default timeout of a call. It is longer than a daemon waits for a busy file.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(15);
/// The maximum size of a response in bytes.
const MAX_RESPONSE_BYTES: u64 = 256 * 1024 * 1024;

/// A client for the table that a daemon serves. Threads can share a client. It keeps connections open, and reconnects when
/// the daemon is restarted.
///
/// - A query without a response is sent a second time within the timeout, and then fails with
///   [`Unavailable`](AgentError::Unavailable).
/// - A change without a response is not sent again. It fails with [`NoAnswer`](AgentError::NoAnswer), and may or may not have
///   taken place.
/// - A call for which no connection can be opened fails with [`Unavailable`](AgentError::Unavailable), and has not taken place.
/// - A call of more than 1 MiB, which a daemon would reject, fails with [`InvalidRequest`](AgentError::InvalidRequest).
pub struct RpcClient {
    agent: Agent,
    timeout: Duration,
    endpoint: Endpoint,
    uri: String,
    authorization: Option<String>,
    calls: AtomicU64,
}

#[derive(Serialize)]
struct Call<'a, P> {
    jsonrpc: &'static str,
    method: &'a str,
    params: P,
    id: u64,
}

#[derive(Deserialize)]
struct Response {
    result: Option<Box<RawValue>>,
    error: Option<Fault>,
    id: Option<u64>,
}

impl RpcClient {
    /// Returns a client for the daemon at an endpoint, with a timeout of 15 seconds for each call. This does not connect yet.
    pub fn new(endpoint: Endpoint) -> Self {
        Self::with_timeout(endpoint, DEFAULT_TIMEOUT)
    }

    /// Returns a client like [`new`](Self::new), with another timeout.
    pub fn with_timeout(endpoint: Endpoint, timeout: Duration) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_idle_connections(64)
            .max_idle_connections_per_host(64)
            // The daemon closes idle connections later than this.
            .max_idle_age(Duration::from_secs(5))
            .proxy(None)
            .build();
        let uri = match &endpoint {
            Endpoint::Unix(_) => "http://localhost/rpc".to_owned(),
            Endpoint::Tcp { host, port } => format!("http://{}/rpc", authority(host, *port)),
        };
        let agent = Agent::with_parts(config, Opener(endpoint.clone()), DefaultResolver::default());
        Self { agent, timeout, endpoint, uri, authorization: None, calls: AtomicU64::new(0) }
    }

    /// Sends this token with each call, which a daemon over TCP requires.
    #[must_use]
    pub fn with_token(mut self, token: &Token) -> Self {
        self.authorization = Some(token.authorization());
        self
    }

    fn call<T: DeserializeOwned>(&self, method: &str, params: impl Serialize) -> Result<T> {
        let is_query = methods::find(method).is_some_and(|method| !method.is_change());
        self.exchange(method, params, is_query).map_err(|error| match error {
            // A query changes nothing.
            AgentError::NoAnswer { reason } if is_query => AgentError::Unavailable { reason },
            error => error,
        })
    }

    fn exchange<T: DeserializeOwned>(&self, method: &str, params: impl Serialize, is_query: bool) -> Result<T> {
        let id = self.calls.fetch_add(1, Ordering::Relaxed);
        let call = serde_json::to_vec(&Call { jsonrpc: "2.0", method, params, id })
            .map_err(|error| AgentError::Internal { reason: error.to_string() })?;
        if call.len() > MAX_BODY_BYTES {
            let reason = format!("the call has {} bytes; the maximum is {MAX_BODY_BYTES}", call.len());
            return Err(AgentError::InvalidRequest { reason });
        }
        let body = if is_query { self.query(&call) } else { self.send(&call, self.timeout) }?;
        let response: Response = serde_json::from_slice(&body).map_err(|error| self.no_answer(&error))?;
        match response {
            Response { error: Some(fault), .. } => Err(fault.into()),
            Response { result: Some(result), id: Some(answered), .. } if answered == id => {
                serde_json::from_str(result.get()).map_err(|error| self.no_answer(&error))
            }
            _ => Err(self.no_answer(&"the response belongs to another call")),
        }
    }

    /// Sends a query, and sends it again if there is no response and time remains.
    fn query(&self, call: &[u8]) -> Result<Vec<u8>> {
        let began = Instant::now();
        match self.send(call, self.timeout) {
            Err(AgentError::NoAnswer { reason }) => match self.timeout.saturating_sub(began.elapsed()) {
                Duration::ZERO => Err(AgentError::NoAnswer { reason }),
                remaining => self.send(call, remaining),
            },
            result => result,
        }
    }

    fn send(&self, call: &[u8], timeout: Duration) -> Result<Vec<u8>> {
        let request = self.agent.post(&self.uri).config().timeout_global(Some(timeout)).build();
        let mut request = request.header("content-type", "application/json");
        if let Some(authorization) = &self.authorization {
            request = request.header("authorization", authorization);
        }
        let mut response = request.send(call).map_err(|error| self.failed(&error))?;
        let status = response.status();
        let body = response.body_mut().with_config().limit(MAX_RESPONSE_BYTES).read_to_vec();
        let body = body.map_err(|error| self.no_answer(&error))?;
        if status == StatusCode::OK {
            return Ok(body);
        }
        // The daemon rejected the HTTP request before it read the call.
        let message = String::from_utf8_lossy(&body);
        let reason = format!("{} responded with status {status}: {}", self.endpoint, message.trim_end());
        if status.is_client_error() || status == StatusCode::SERVICE_UNAVAILABLE {
            Err(AgentError::Unavailable { reason })
        } else {
            Err(AgentError::NoAnswer { reason })
        }
    }

    fn failed(&self, error: &Error) -> AgentError {
        match error {
            Error::Other(inner) if inner.is::<NotConnected>() => AgentError::Unavailable { reason: inner.to_string() },
            _ => self.no_answer(error),
        }
    }

    fn no_answer(&self, error: &dyn fmt::Display) -> AgentError {
        AgentError::NoAnswer { reason: format!("no valid response from {}: {error}", self.endpoint) }
    }
}

impl fmt::Debug for RpcClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RpcClient").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}

#[derive(Serialize)]
struct Registration<'a> {
    name: &'a str,
    pid: Pid,
    tags: &'a [&'a str],
    metadata: &'a Metadata,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct Held<'a> {
    name: &'a str,
    pid: Pid,
}

#[derive(Serialize, Deserialize)]
struct OfPid {
    pid: Pid,
}

#[derive(Deserialize)]
struct Removed {
    removed: u64,
}

impl AgentTable for RpcClient {
    fn register(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<()> {
        self.call(name::REGISTER, Registration { name, pid, tags, metadata }).map(|OfPid { .. }| ())
    }

    fn register_or_lookup(&self, name: &str, pid: Pid, tags: &[&str], metadata: &Metadata) -> Result<Claimed> {
        #[derive(Deserialize)]
        struct Response {
            registered: bool,
            entry: RegistryEntry,
        }

        let params = Registration { name, pid, tags, metadata };
        let Response { registered, entry } = self.call(name::REGISTER_OR_LOOKUP, params)?;
        Ok(if registered { Claimed::Registered(entry) } else { Claimed::Existing(entry) })
    }

    fn unregister(&self, name: &str) -> Result<u64> {
        self.call(name::UNREGISTER, Named { name }).map(|Removed { removed }| removed)
    }

    fn unregister_if(&self, name: &str, pid: Pid) -> Result<u64> {
        self.call(name::UNREGISTER_IF, Held { name, pid }).map(|Removed { removed }| removed)
    }

    fn unregister_pid(&self, pid: Pid) -> Result<u64> {
        self.call(name::UNREGISTER_PID, OfPid { pid }).map(|Removed { removed }| removed)
    }

    fn lookup(&self, name: &str) -> Result<RegistryEntry> {
        self.call(name::LOOKUP, Named { name })
    }

    fn list(&self, filter: &Filter<'_>) -> Result<Page<RegistryEntry>> {
        #[derive(Serialize)]
        struct Params<'a> {
            prefix: Option<&'a str>,
            tag: Option<&'a str>,
            limit: u64,
            offset: u64,
        }

        let Filter { prefix, tag, limit, offset } = *filter;
        self.call(name::LIST, Params { prefix, tag, limit, offset })
    }

    fn create(&self, process: &NewProcess) -> Result<Pid> {
        #[derive(Serialize)]
        struct Params<'a> {
            name: &'a str,
            template: &'a str,
            parent_pid: Option<Pid>,
            metadata: &'a Metadata,
        }

        let NewProcess { name, template, parent_pid, metadata } = process;
        let params = Params { name, template, parent_pid: *parent_pid, metadata };
        self.call(name::CREATE, params).map(|OfPid { pid }| pid)
    }

    fn get(&self, pid: Pid) -> Result<Process> {
        self.call(name::GET, OfPid { pid })
    }

    fn processes(&self, filter: &ProcessFilter) -> Result<Page<Process>> {
        #[derive(Serialize)]
        struct Params {
            state: Option<ProcessState>,
            parent_pid: Option<Pid>,
            limit: u64,
            offset: u64,
        }

        #[derive(Deserialize)]
        struct Response {
            agents: Vec<Process>,
            total: u64,
        }

        let ProcessFilter { state, parent_pid, limit, offset } = *filter;
        let Response { agents, total } = self.call(name::PROCESSES, Params { state, parent_pid, limit, offset })?;
        Ok(Page { entries: agents, total })
    }

    fn transition(&self, pid: Pid, target: ProcessState, reason: Option<&str>) -> Result<Transition> {
        #[derive(Serialize)]
        struct Params<'a> {
            pid: Pid,
            target_state: ProcessState,
            reason: Option<&'a str>,
        }

        self.call(name::TRANSITION, Params { pid, target_state: target, reason })
    }

    fn terminate(&self, pid: Pid, exit_kind: &str, exit_detail: Option<&Metadata>) -> Result<Transition> {
        #[derive(Serialize)]
        struct Params<'a> {
            pid: Pid,
            exit_kind: &'a str,
            exit_detail: Option<&'a Metadata>,
        }

        self.call(name::TERMINATE, Params { pid, exit_kind, exit_detail })
    }

    fn info(&self) -> Result<TableInfo> {
        #[derive(Deserialize)]
        struct Response {
            storage: String,
            schema_version: Option<i64>,
        }

        let Response { storage, schema_version } = self.call(name::INFO, serde_json::Map::new())?;
        Ok(TableInfo { storage, schema_version })
    }
}
