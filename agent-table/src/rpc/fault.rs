//! Conversion between errors and their form in JSON-RPC.

use crate::{AgentError, NameRule, Pid, ProcessState, check_name};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::time::Duration;

/// The member `error` of a response.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Fault {
    code: i32,
    message: String,
    #[serde(default, deserialize_with = "data_or_none")]
    data: Data,
}

/// Ignores data that cannot be parsed, because other daemons may send something else; the code and message are still useful.
fn data_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Data, D::Error> {
    let json = Box::<RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(json.get()).unwrap_or_default())
}

/// The details of an error, one member for each field of an [`AgentError`].
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Data {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pid: Option<Pid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<ProcessState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<ProcessState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// In seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    waited: Option<f64>,
}

impl From<&AgentError> for Fault {
    fn from(error: &AgentError) -> Self {
        let data = match error {
            AgentError::RegistryNotFound { name }
            | AgentError::RegistryNameExists { name }
            | AgentError::RegistryInvalidName { name, .. } => Data { name: Some(name.clone()), ..Data::default() },
            AgentError::UnknownPid { pid } => Data { pid: Some(*pid), ..Data::default() },
            AgentError::IllegalTransition { pid, from, to } => {
                Data { pid: Some(*pid), from: Some(*from), to: Some(*to), ..Data::default() }
            }
            AgentError::InvalidPayload { field, reason } => {
                Data { field: Some(field.clone()), reason: Some(reason.clone()), ..Data::default() }
            }
            AgentError::InvalidParams { field, reason } => {
                Data { field: field.clone(), reason: Some(reason.clone()), ..Data::default() }
            }
            AgentError::SchemaMismatch { path, expected, found } => Data {
                path: Some(path.clone()),
                expected: Some(expected.clone()),
                found: Some(found.clone()),
                ..Data::default()
            },
            AgentError::MethodNotFound { method } => Data { method: Some(method.clone()), ..Data::default() },
            AgentError::Busy { waited } => Data { waited: Some(waited.as_secs_f64()), ..Data::default() },
            AgentError::ParseError { reason }
            | AgentError::InvalidRequest { reason }
            | AgentError::Unavailable { reason }
            | AgentError::NoAnswer { reason }
            | AgentError::Storage { reason }
            | AgentError::Internal { reason } => Data { reason: Some(reason.clone()), ..Data::default() },
        };
        Self { code: error.code(), message: error.to_string(), data }
    }
}

impl From<Fault> for AgentError {
    /// Restores the daemon's error. An error that this version does not know becomes `Internal`, with the daemon's message.
    fn from(fault: Fault) -> Self {
        let Fault { code, message, data } = fault;
        let unknown = || Self::Internal { reason: format!("the daemon responded with error code {code}: {message}") };
        let reason = data.reason.clone().unwrap_or_default();
        let error = match message.split(':').next().unwrap_or_default() {
            "RegistryNotFound" => data.name.map(|name| Self::RegistryNotFound { name }),
            "RegistryNameExists" => data.name.map(|name| Self::RegistryNameExists { name }),
            "RegistryInvalidName" => data.name.map(|name| match check_name(&name) {
                Err(error) => error,
                // The daemon has stricter rules than this version.
                Ok(()) => Self::RegistryInvalidName { rule: NameRule::TooLong(name.len()), name },
            }),
            "UnknownPid" => data.pid.map(|pid| Self::UnknownPid { pid }),
            "IllegalTransition" => match (data.pid, data.from, data.to) {
                (Some(pid), Some(from), Some(to)) => Some(Self::IllegalTransition { pid, from, to }),
                _ => None,
            },
            "InvalidPayload" => data.field.map(|field| Self::InvalidPayload { field, reason }),
            "SchemaMismatch" => match (data.path, data.expected, data.found) {
                (Some(path), Some(expected), Some(found)) => Some(Self::SchemaMismatch { path, expected, found }),
                _ => None,
            },
            "ParseError" => Some(Self::ParseError { reason }),
            "InvalidRequest" => Some(Self::InvalidRequest { reason }),
            "MethodNotFound" => data.method.map(|method| Self::MethodNotFound { method }),
            "InvalidParams" => Some(Self::InvalidParams { field: data.field, reason }),
            "Busy" => data
                .waited
                .and_then(|waited| Duration::try_from_secs_f64(waited).ok())
                .map(|waited| Self::Busy { waited }),
            "Unavailable" => Some(Self::Unavailable { reason }),
            "NoAnswer" => Some(Self::NoAnswer { reason }),
            "Storage" => Some(Self::Storage { reason }),
            "Internal" => Some(Self::Internal { reason }),
            _ => None,
        };
        error.unwrap_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_survives_the_wire() {
        let name = || "/a".to_owned();
        let reason = || "because".to_owned();
        let errors = [
            AgentError::RegistryNotFound { name: name() },
            AgentError::RegistryNameExists { name: name() },
            check_name("caf\u{e9}").expect_err("it is not ASCII"),
            AgentError::UnknownPid { pid: Pid::new(7) },
            AgentError::IllegalTransition { pid: Pid::new(7), from: ProcessState::Dead, to: ProcessState::Ready },
            AgentError::InvalidPayload { field: "tags".to_owned(), reason: reason() },
            AgentError::SchemaMismatch {
                path: "/k.db".to_owned(),
                expected: "this".to_owned(),
                found: "that".to_owned(),
            },
            AgentError::ParseError { reason: reason() },
            AgentError::InvalidRequest { reason: reason() },
            AgentError::MethodNotFound { method: "kernel.x".to_owned() },
            AgentError::InvalidParams { field: Some("pid".to_owned()), reason: reason() },
            AgentError::InvalidParams { field: None, reason: reason() },
            AgentError::Busy { waited: Duration::from_millis(1_500) },
            AgentError::Unavailable { reason: reason() },
            AgentError::NoAnswer { reason: reason() },
            AgentError::Storage { reason: reason() },
            AgentError::Internal { reason: reason() },
        ];
        for error in errors {
            let json = serde_json::to_string(&Fault::from(&error)).expect("it is JSON");
            assert!(json.starts_with(&format!(r#"{{"code":{},"message":"{}: "#, error.code(), error.name())), "{json}");
            let fault: Fault = serde_json::from_str(&json).expect("it is a fault");
            assert_eq!(format!("{:?}", AgentError::from(fault)), format!("{error:?}"));
        }
    }

    #[test]
    fn an_unknown_error_keeps_its_message() {
        // JSON-RPC lets the server choose the form of `data`.
        for data in ["", r#","data":null"#, r#","data":"x""#, r#","data":[1]"#, r#","data":{"pid":"x"}"#] {
            let fault = format!(r#"{{"code":-32000,"message":"Quota: spent"{data}}}"#);
            let fault: Fault = serde_json::from_str(&fault).expect("it is a fault");
            let error = AgentError::from(fault);
            assert_eq!(error.to_string(), "Internal: the daemon responded with error code -32000: Quota: spent");
        }
    }
}
