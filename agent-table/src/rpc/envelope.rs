//! Calls, batches and answers, as JSON-RPC 2.0 has them.

use super::fault::Fault;
use super::methods::{self, Kind};
use crate::{AgentError, AgentTable, Result};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The most calls of a batch.
const MOST_CALLS: usize = 1_000;

/// A call. Whatever a request may get wrong is still raw here, so that each fault gets its own answer; serde finds members
/// that stand in it twice.
#[derive(Deserialize)]
struct Call<'a> {
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
    let body = match parse(body) {
        Ok(body) => body,
        Err(error) => return Some(refuse(&error, RawValue::NULL)),
    };
    if !body.get().starts_with('[') {
        return answer_one(table, body);
    }
    let refuse = |reason: String| Some(refuse(&AgentError::InvalidRequest { reason }, RawValue::NULL));
    match serde_json::from_str::<Vec<&RawValue>>(body.get()) {
        Ok(calls) if calls.is_empty() => refuse("the batch has no calls".to_owned()),
        Ok(calls) if calls.len() > MOST_CALLS => {
            refuse(format!("the batch has {} calls, and {MOST_CALLS} are the most", calls.len()))
        }
        Ok(calls) => {
            let answers: Vec<String> = calls.into_iter().filter_map(|call| answer_one(table, call)).collect();
            (!answers.is_empty()).then(|| format!("[{}]", answers.join(",")))
        }
        Err(error) => refuse(error.to_string()),
    }
}

/// Whether the answer to this body may change the table. A batch may.
pub(super) fn may_change(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Call<'a> {
        #[serde(borrow)]
        method: Cow<'a, str>,
    }

    body.trim_ascii_start().starts_with(b"[")
        || serde_json::from_slice::<Call<'_>>(body).is_ok_and(|call| methods::kind(&call.method) == Some(Kind::Change))
}

fn parse(body: &[u8]) -> Result<&RawValue> {
    let text = std::str::from_utf8(body).map_err(|error| AgentError::ParseError { reason: error.to_string() })?;
    serde_json::from_str(text).map_err(|error| AgentError::ParseError { reason: error.to_string() })
}

fn answer_one(table: &dyn AgentTable, request: &RawValue) -> Option<String> {
    let call = match read(request) {
        Ok(call) => call,
        Err((error, id)) => return Some(refuse(&error, id)),
    };
    let result = methods::perform(table, &call.method, call.params);
    // A notification is done, and not answered.
    let id = call.id?;
    Some(match result {
        Ok(result) => render(&Answer { jsonrpc: "2.0", result: Some(result), error: None, id }),
        Err(error) => refuse(&error, id),
    })
}

/// A call whose envelope is right.
struct Valid<'a> {
    method: String,
    params: Option<&'a RawValue>,
    id: Option<&'a RawValue>,
}

/// The call, or what is wrong with it and the id to say so to: `null` where it cannot be known.
fn read(request: &RawValue) -> Result<Valid<'_>, (AgentError, &RawValue)> {
    let invalid = |reason: &str| AgentError::InvalidRequest { reason: reason.to_owned() };
    if !request.get().starts_with('{') {
        return Err((invalid("a call is an object"), RawValue::NULL));
    }
    let call: Call<'_> =
        serde_json::from_str(request.get()).map_err(|error| (invalid(&error.to_string()), RawValue::NULL))?;
    // It is sent back as it came, so it must be one that can be read: no number beyond a double's, no half of a surrogate pair.
    let id = call.id.map(|id| serde_json::from_str::<Value>(id.get()));
    if !matches!(id, None | Some(Ok(Value::Null | Value::Number(_) | Value::String(_)))) {
        return Err((invalid("`id` is a string, a number or null"), RawValue::NULL));
    }
    let id = call.id.unwrap_or(RawValue::NULL);
    let version = call.jsonrpc.and_then(|version| serde_json::from_str::<String>(version.get()).ok());
    if version.as_deref() != Some("2.0") {
        return Err((invalid("`jsonrpc` is \"2.0\""), id));
    }
    let method = call.method.and_then(|method| serde_json::from_str::<String>(method.get()).ok());
    let Some(method) = method else { return Err((invalid("`method` is a string"), id)) };
    Ok(Valid { method, params: call.params, id: call.id })
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
