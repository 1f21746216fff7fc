//! Calls, batches and answers, as JSON-RPC 2.0 has them.

use super::fault::Fault;
use super::methods::{self, Method};
use crate::{AgentError, AgentTable, Result};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The most calls of a batch.
const MAX_BATCH_CALLS: usize = 1_000;

/// A call. Whatever a request may get wrong is still raw here, so that each fault gets its own answer; serde finds members
/// that stand in it twice.
#[derive(Deserialize)]
struct Members<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
}

/// A member that is `null` is there, other than one that is missing.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

#[derive(Serialize)]
struct Answer<'a> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Fault>,
    id: &'a RawValue,
}

/// The answer to the body of a request: JSON, or nothing when it has only notifications. Whatever the body is, it is
/// answered as JSON-RPC 2.0 says; the calls of a batch are done one after the other.
///
/// ```
/// use registry::agents::MemoryTable;
/// use registry::agents::rpc::answer;
///
/// let table = MemoryTable::new();
/// let call = br#"{"jsonrpc": "2.0", "method": "kernel.registry.lookup", "params": {"name": "/a"}, "id": 1}"#;
/// assert!(answer(&table, call).unwrap().contains(r#""code":-32151,"message":"RegistryNotFound: "#));
/// assert_eq!(answer(&table, br#"{"jsonrpc": "2.0", "method": "kernel.info"}"#), None);
/// ```
pub fn answer(table: &dyn AgentTable, body: &[u8]) -> Option<String> {
    Request::read(body).answer(table)
}

/// What the body of a request asks for.
pub(super) enum Request {
    One(Call),
    Batch(Vec<Call>),
    /// Nothing that can be done.
    Wrong(AgentError),
}

impl Request {
    pub(super) fn read(body: &[u8]) -> Self {
        let body = match parse(body) {
            Ok(body) => body,
            Err(error) => return Self::Wrong(error),
        };
        if !body.get().starts_with('[') {
            return Self::One(Call::read(body));
        }
        let wrong = |reason: String| Self::Wrong(AgentError::InvalidRequest { reason });
        match serde_json::from_str::<Vec<&RawValue>>(body.get()) {
            Ok(calls) if calls.is_empty() => wrong("the batch has no calls".to_owned()),
            Ok(calls) if calls.len() > MAX_BATCH_CALLS => {
                wrong(format!("the batch has {} calls, and {MAX_BATCH_CALLS} are the most", calls.len()))
            }
            Ok(calls) => Self::Batch(calls.into_iter().map(Call::read).collect()),
            Err(error) => wrong(error.to_string()),
        }
    }

    /// Whether what it asks for may change the table.
    pub(super) fn may_change(&self) -> bool {
        let changes = |call: &Call| matches!(call, Call::Valid { method, .. } if method.is_change());
        match self {
            Self::One(call) => changes(call),
            Self::Batch(calls) => calls.iter().any(changes),
            Self::Wrong(_) => false,
        }
    }

    /// Does what it asks for. Returns JSON, or nothing when it has only notifications.
    pub(super) fn answer(&self, table: &dyn AgentTable) -> Option<String> {
        match self {
            Self::One(call) => call.answer(table),
            Self::Batch(calls) => {
                let answers: Vec<String> = calls.iter().filter_map(|call| call.answer(table)).collect();
                (!answers.is_empty()).then(|| format!("[{}]", answers.join(",")))
            }
            Self::Wrong(error) => Some(refuse(error, RawValue::NULL)),
        }
    }
}

fn parse(body: &[u8]) -> Result<&RawValue> {
    let text = std::str::from_utf8(body).map_err(|error| AgentError::ParseError { reason: error.to_string() })?;
    serde_json::from_str(text).map_err(|error| AgentError::ParseError { reason: error.to_string() })
}

/// A call of a request.
pub(super) enum Call {
    /// One whose envelope is right, of a method that is there.
    Valid { method: &'static Method, params: Option<Box<RawValue>>, id: Option<Box<RawValue>> },
    /// What is wrong with it, and the id to say so to: nothing for a notification.
    Wrong { error: AgentError, id: Option<Box<RawValue>> },
}

impl Call {
    fn read(request: &RawValue) -> Self {
        let null = || Some(RawValue::NULL.to_owned());
        let wrong =
            |reason: &str, id| Self::Wrong { error: AgentError::InvalidRequest { reason: reason.to_owned() }, id };
        if !request.get().starts_with('{') {
            return wrong("a call is an object", null());
        }
        let Members { jsonrpc, method, params, id } = match serde_json::from_str(request.get()) {
            Ok(members) => members,
            Err(error) => return wrong(&error.to_string(), null()),
        };
        // It is sent back as it came, so it must be one that can be read: no number beyond a double's, no half of a
        // surrogate pair.
        if !matches!(
            id.map(|id| serde_json::from_str::<Value>(id.get())),
            None | Some(Ok(Value::Null | Value::Number(_) | Value::String(_)))
        ) {
            return wrong("`id` is a string, a number or null", null());
        }
        let id = id.map(ToOwned::to_owned);
        let text = |value: Option<&RawValue>| serde_json::from_str::<String>(value?.get()).ok();
        if text(jsonrpc).as_deref() != Some("2.0") {
            return wrong("`jsonrpc` is \"2.0\"", id.or_else(null));
        }
        let Some(name) = text(method) else { return wrong("`method` is a string", id.or_else(null)) };
        match methods::find(&name) {
            Some(method) => Self::Valid { method, params: params.map(ToOwned::to_owned), id },
            None => Self::Wrong { error: AgentError::MethodNotFound { method: name }, id },
        }
    }

    /// The answer, once it is done. A notification is done, and not answered.
    fn answer(&self, table: &dyn AgentTable) -> Option<String> {
        match self {
            Self::Valid { method, params, id } => {
                let result = method.perform(table, params.as_deref());
                let id = id.as_deref()?;
                Some(match result {
                    Ok(result) => render(&Answer { jsonrpc: "2.0", result: Some(result), error: None, id }),
                    Err(error) => refuse(&error, id),
                })
            }
            Self::Wrong { error, id } => Some(refuse(error, id.as_deref()?)),
        }
    }
}

fn refuse(error: &AgentError, id: &RawValue) -> String {
    render(&Answer { jsonrpc: "2.0", result: None, error: Some(error.into()), id })
}

fn render(answer: &Answer<'_>) -> String {
    // Strings, numbers and JSON that was parsed: there is nothing in it that could not be written.
    serde_json::to_string(answer).unwrap_or_else(|error| {
        format!(r#"{{"jsonrpc":"2.0","error":{{"code":-32603,"message":"Internal: {error}"}},"id":null}}"#)
    })
}
