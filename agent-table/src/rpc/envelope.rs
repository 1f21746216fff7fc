//! The calls, batches and responses of JSON-RPC 2.0.

use super::fault::Fault;
use super::methods::{self, Method};
use crate::{AgentError, AgentTable, Result};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The maximum number of calls in a batch.
const MAX_BATCH_CALLS: usize = 1_000;

/// A call whose members are not parsed yet, so that each mistake gets its own error. Serde rejects duplicate members.
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

/// Deserializes a member as present even if it is `null`, unlike a missing one.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

#[derive(Serialize)]
struct Response<'a> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Fault>,
    id: &'a RawValue,
}

/// Handles the body of a request, and returns the response as JSON, or `None` if the body contains only notifications.
///
/// An invalid body gets an error response as JSON-RPC 2.0 requires. The calls of a batch are handled in order.
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

/// The parsed body of a request.
pub(super) enum Request {
    One(Call),
    Batch(Vec<Call>),
    /// A body that is neither a call nor a batch.
    Invalid(AgentError),
}

impl Request {
    pub(super) fn read(body: &[u8]) -> Self {
        let body = match parse(body) {
            Ok(body) => body,
            Err(error) => return Self::Invalid(error),
        };
        if !body.get().starts_with('[') {
            return Self::One(Call::read(body));
        }
        let invalid = |reason: String| Self::Invalid(AgentError::InvalidRequest { reason });
        match serde_json::from_str::<Vec<&RawValue>>(body.get()) {
            Ok(calls) if calls.is_empty() => invalid("the batch is empty".to_owned()),
            Ok(calls) if calls.len() > MAX_BATCH_CALLS => {
                invalid(format!("the batch has {} calls; the maximum is {MAX_BATCH_CALLS}", calls.len()))
            }
            Ok(calls) => Self::Batch(calls.into_iter().map(Call::read).collect()),
            Err(error) => invalid(error.to_string()),
        }
    }

    /// Returns true if the request may change the table.
    pub(super) fn may_change(&self) -> bool {
        let changes = |call: &Call| matches!(call, Call::Valid { method, .. } if method.is_change());
        match self {
            Self::One(call) => changes(call),
            Self::Batch(calls) => calls.iter().any(changes),
            Self::Invalid(_) => false,
        }
    }

    /// Handles the request. Returns JSON, or `None` if it contains only notifications.
    pub(super) fn answer(&self, table: &dyn AgentTable) -> Option<String> {
        match self {
            Self::One(call) => call.answer(table),
            Self::Batch(calls) => {
                let responses: Vec<String> = calls.iter().filter_map(|call| call.answer(table)).collect();
                (!responses.is_empty()).then(|| format!("[{}]", responses.join(",")))
            }
            Self::Invalid(error) => Some(error_response(error, RawValue::NULL)),
        }
    }
}

fn parse(body: &[u8]) -> Result<&RawValue> {
    let text = std::str::from_utf8(body).map_err(|error| AgentError::ParseError { reason: error.to_string() })?;
    serde_json::from_str(text).map_err(|error| AgentError::ParseError { reason: error.to_string() })
}

/// A single call of a request.
pub(super) enum Call {
    /// A valid call of an existing method.
    Valid { method: &'static Method, params: Option<Box<RawValue>>, id: Option<Box<RawValue>> },
    /// An invalid call, with the id for the error response, or `None` for a notification.
    Invalid { error: AgentError, id: Option<Box<RawValue>> },
}

impl Call {
    fn read(request: &RawValue) -> Self {
        let null = || Some(RawValue::NULL.to_owned());
        let invalid =
            |reason: &str, id| Self::Invalid { error: AgentError::InvalidRequest { reason: reason.to_owned() }, id };
        if !request.get().starts_with('{') {
            return invalid("a call must be an object", null());
        }
        let Members { jsonrpc, method, params, id } = match serde_json::from_str(request.get()) {
            Ok(members) => members,
            Err(error) => return invalid(&error.to_string(), null()),
        };
        // The id is sent back verbatim, so it must be readable: numbers must be in the range of a double, and surrogates must be
        // paired.
        if !matches!(
            id.map(|id| serde_json::from_str::<Value>(id.get())),
            None | Some(Ok(Value::Null | Value::Number(_) | Value::String(_)))
        ) {
            return invalid("`id` must be a string, a number or null", null());
        }
        let id = id.map(ToOwned::to_owned);
        let text = |value: Option<&RawValue>| serde_json::from_str::<String>(value?.get()).ok();
        if text(jsonrpc).as_deref() != Some("2.0") {
            return invalid("`jsonrpc` must be \"2.0\"", id.or_else(null));
        }
        let Some(name) = text(method) else { return invalid("`method` must be a string", id.or_else(null)) };
        match methods::find(&name) {
            Some(method) => Self::Valid { method, params: params.map(ToOwned::to_owned), id },
            None => Self::Invalid { error: AgentError::MethodNotFound { method: name }, id },
        }
    }

    /// Handles the call and returns its response, or `None` for a notification.
    fn answer(&self, table: &dyn AgentTable) -> Option<String> {
        match self {
            Self::Valid { method, params, id } => {
                let result = method.perform(table, params.as_deref());
                let id = id.as_deref()?;
                Some(match result {
                    Ok(result) => render(&Response { jsonrpc: "2.0", result: Some(result), error: None, id }),
                    Err(error) => error_response(&error, id),
                })
            }
            Self::Invalid { error, id } => Some(error_response(error, id.as_deref()?)),
        }
    }
}

fn error_response(error: &AgentError, id: &RawValue) -> String {
    render(&Response { jsonrpc: "2.0", result: None, error: Some(error.into()), id })
}

fn render(response: &Response<'_>) -> String {
    // Strings, numbers and parsed JSON can always be serialized.
    serde_json::to_string(response).unwrap_or_else(|error| {
        format!(r#"{{"jsonrpc":"2.0","error":{{"code":-32603,"message":"Internal: {error}"}},"id":null}}"#)
    })
}
