//! The table of a daemon, used from another program.

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

/// How long an answer is waited for when nobody says: longer than a daemon waits for a busy file.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(15);
/// The longest answer, in bytes.
const MAX_RESPONSE_BYTES: u64 = 256 * 1024 * 1024;

/// The table that a daemon serves. Threads may share one; it keeps connections open, and opens new ones when the daemon
/// was started anew.
///
/// A question that got no answer is asked once more within the time that an answer is waited for, and is then
/// [`Unavailable`](AgentError::Unavailable). A change is not: it is [`NoAnswer`](AgentError::NoAnswer), and may have
/// taken place; where no connection could be made, it is [`Unavailable`](AgentError::Unavailable), and has not. A call of more
/// than a mebibyte, which no daemon would read, is [`InvalidRequest`](AgentError::InvalidRequest).
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
struct Answer {
    result: Option<Box<RawValue>>,
    error: Option<Fault>,
    id: Option<u64>,
}

impl RpcClient {
    /// The table of the daemon at an endpoint, waiting fifteen seconds at most for each answer. Nothing is sent yet.
    pub fn new(endpoint: Endpoint) -> Self {
        Self::with_timeout(endpoint, DEFAULT_TIMEOUT)
    }

    /// Like [`new`](Self::new), waiting so long at most.
    pub fn with_timeout(endpoint: Endpoint, timeout: Duration) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_idle_connections(64)
            .max_idle_connections_per_host(64)
            // Sooner than the daemon closes it.
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

    /// Shows this token with each call, as a daemon over TCP demands.
    #[must_use]
    pub fn with_token(mut self, token: &Token) -> Self {
        self.authorization = Some(token.authorization());
        self
    }

    fn call<T: DeserializeOwned>(&self, method: &str, params: impl Serialize) -> Result<T> {
        let is_query = methods::find(method).is_some_and(|method| !method.is_change());
        self.exchange(method, params, is_query).map_err(|error| match error {
            // A question changes nothing.
            AgentError::NoAnswer { reason } if is_query => AgentError::Unavailable { reason },
            error => error,
        })
    }

    fn exchange<T: DeserializeOwned>(&self, method: &str, params: impl Serialize, is_query: bool) -> Result<T> {
        let id = self.calls.fetch_add(1, Ordering::Relaxed);
        let call = serde_json::to_vec(&Call { jsonrpc: "2.0", method, params, id })
            .map_err(|error| AgentError::Internal { reason: error.to_string() })?;
        if call.len() > MAX_BODY_BYTES {
            let reason = format!("a call of {} bytes; {MAX_BODY_BYTES} are the most", call.len());
            return Err(AgentError::InvalidRequest { reason });
        }
        let answer = if is_query { self.ask(&call) } else { self.send(&call, self.timeout) }?;
        let answer: Answer = serde_json::from_slice(&answer).map_err(|error| self.unanswered(&error))?;
        match answer {
            Answer { error: Some(fault), .. } => Err(fault.into()),
            Answer { result: Some(result), id: Some(answered), .. } if answered == id => {
                serde_json::from_str(result.get()).map_err(|error| self.unanswered(&error))
            }
            _ => Err(self.unanswered(&"the answer is to another call")),
        }
    }

    /// Sends a question, and once more where no answer came and there is time left.
    fn ask(&self, call: &[u8]) -> Result<Vec<u8>> {
        let began = Instant::now();
        match self.send(call, self.timeout) {
            Err(AgentError::NoAnswer { reason }) => match self.timeout.saturating_sub(began.elapsed()) {
                Duration::ZERO => Err(AgentError::NoAnswer { reason }),
                left => self.send(call, left),
            },
            answer => answer,
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
        let body = body.map_err(|error| self.unanswered(&error))?;
        if status == StatusCode::OK {
            return Ok(body);
        }
        // The daemon refused before it looked at the call.
        let words = String::from_utf8_lossy(&body);
        let reason = format!("{} answered with status {status}: {}", self.endpoint, words.trim_end());
        if status.is_client_error() || status == StatusCode::SERVICE_UNAVAILABLE {
            Err(AgentError::Unavailable { reason })
        } else {
            Err(AgentError::NoAnswer { reason })
        }
    }

    fn failed(&self, error: &Error) -> AgentError {
        match error {
            Error::Other(inner) if inner.is::<NotConnected>() => AgentError::Unavailable { reason: inner.to_string() },
            _ => self.unanswered(error),
        }
    }

    fn unanswered(&self, error: &dyn fmt::Display) -> AgentError {
        AgentError::NoAnswer { reason: format!("no answer from {}: {error}", self.endpoint) }
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
        struct Answer {
            registered: bool,
            entry: RegistryEntry,
        }

        let params = Registration { name, pid, tags, metadata };
        let Answer { registered, entry } = self.call(name::REGISTER_OR_LOOKUP, params)?;
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
        struct Answer {
            agents: Vec<Process>,
            total: u64,
        }

        let ProcessFilter { state, parent_pid, limit, offset } = *filter;
        let Answer { agents, total } = self.call(name::PROCESSES, Params { state, parent_pid, limit, offset })?;
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
        struct Answer {
            storage: String,
            schema_version: Option<i64>,
        }

        let Answer { storage, schema_version } = self.call(name::INFO, serde_json::Map::new())?;
        Ok(TableInfo { storage, schema_version })
    }
}
