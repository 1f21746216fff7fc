//! The errors of the table and their RPC codes.

use super::{NameRule, Pid, ProcessState};
use std::fmt;
use std::time::Duration;

/// The result of the table's operations.
pub type Result<T, E = AgentError> = std::result::Result<T, E>;

/// An error of a table operation. Its message begins with the error's [name](Self::name).
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The name is not registered.
    #[error("RegistryNotFound: no process is registered as {name:?}")]
    RegistryNotFound {
        /// The requested name.
        name: String,
    },
    /// The name is already registered.
    #[error("RegistryNameExists: {name:?} is already registered; unregister it first")]
    RegistryNameExists {
        /// The name in question.
        name: String,
    },
    /// The string is not a valid name.
    #[error("RegistryInvalidName: {name:?} is not a valid name: {rule}")]
    RegistryInvalidName {
        /// The string.
        name: String,
        /// The rule that it violates.
        rule: NameRule,
    },
    /// The process does not exist.
    #[error("UnknownPid: process {pid} does not exist")]
    UnknownPid {
        /// The requested pid.
        pid: Pid,
    },
    /// The process cannot move from its state to the target state.
    #[error("IllegalTransition: process {pid} is {from} and cannot become {to}; {}", may_become(*.from))]
    IllegalTransition {
        /// The process.
        pid: Pid,
        /// Its current state.
        from: ProcessState,
        /// The target state.
        to: ProcessState,
    },
    /// A value has the correct type but violates a rule.
    #[error("InvalidPayload: `{field}`: {reason}")]
    InvalidPayload {
        /// The field.
        field: String,
        /// How it violates the rule.
        reason: String,
    },
    /// The file is not a database that the table can use. It was not modified.
    #[error("SchemaMismatch: {path}: expected {expected}, found {found}")]
    SchemaMismatch {
        /// The file.
        path: String,
        /// What was expected.
        expected: String,
        /// What the file contains.
        found: String,
    },
    /// The request is not valid JSON.
    #[error("ParseError: {reason}")]
    ParseError {
        /// What the parser rejected, and where.
        reason: String,
    },
    /// The JSON is not a valid request.
    #[error("InvalidRequest: {reason}")]
    InvalidRequest {
        /// What is wrong with the request.
        reason: String,
    },
    /// The daemon has no such method.
    #[error("MethodNotFound: there is no method {method:?}")]
    MethodNotFound {
        /// The requested method.
        method: String,
    },
    /// A parameter is missing, unknown, or of the wrong type.
    #[error("InvalidParams: {reason}")]
    InvalidParams {
        /// The parameter, if the error is about a single one.
        field: Option<String>,
        /// What is wrong with it.
        reason: String,
    },
    /// The table stayed in use by other callers or programs until the timeout.
    #[error("Busy: the table was in use by others for {} s; try again", .waited.as_secs_f64())]
    Busy {
        /// How long the call waited.
        waited: Duration,
    },
    /// The table is unreachable, or denies access.
    #[error("Unavailable: {reason}")]
    Unavailable {
        /// Why.
        reason: String,
    },
    /// The request was sent but no response arrived, so the operation may or may not have taken place.
    #[error("NoAnswer: {reason}; the operation may or may not have taken place")]
    NoAnswer {
        /// Why.
        reason: String,
    },
    /// The storage failed, for example because the file is damaged or a row cannot be read.
    #[error("Storage: {reason}")]
    Storage {
        /// Why.
        reason: String,
    },
    /// A bug in this program, or an unexpected failure of the operating system.
    #[error("Internal: {reason}")]
    Internal {
        /// What happened.
        reason: String,
    },
}

/// Same as `Display`, so that a `main` that returns the error prints a readable message.
impl fmt::Debug for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn may_become(from: ProcessState) -> String {
    let next: Vec<&str> = from.next_states().iter().map(|state| state.key()).collect();
    if next.is_empty() { "that state is final".to_owned() } else { format!("it may become {}", next.join(" or ")) }
}

/// What an error says about the effect of the operation that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The table rejected the call. The same call would be rejected again.
    Rejected,
    /// The table was unreachable, unusable or busy, and nothing was changed. The call may succeed later.
    NotAttempted,
    /// The operation may or may not have taken place.
    Unknown,
}

/// The properties shared by all errors of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorInfo {
    /// The JSON-RPC error code.
    pub code: i32,
    /// The name that the error message begins with.
    pub name: &'static str,
    /// What the error says about the effect of the operation.
    pub certainty: Certainty,
}

const fn info(code: i32, name: &'static str, certainty: Certainty) -> ErrorInfo {
    ErrorInfo { code, name, certainty }
}

impl AgentError {
    /// Returns the code, name and certainty of this error.
    ///
    /// The codes of the kernel come from its design notes, those from -32700 to -32600 from JSON-RPC 2.0. The code of
    /// `Busy`, -32106, is specific to this project.
    ///
    /// ```
    /// use registry::agents::{AgentError, Certainty};
    ///
    /// let error = AgentError::RegistryNotFound { name: "/a".to_owned() };
    /// assert_eq!(error.info().code, -32151);
    /// assert_eq!(error.info().certainty, Certainty::Rejected);
    /// ```
    pub const fn info(&self) -> ErrorInfo {
        use Certainty::{NotAttempted, Rejected, Unknown};
        match self {
            Self::UnknownPid { .. } => info(-32102, "UnknownPid", Rejected),
            Self::IllegalTransition { .. } => info(-32103, "IllegalTransition", Rejected),
            Self::InvalidPayload { .. } => info(-32104, "InvalidPayload", Rejected),
            Self::SchemaMismatch { .. } => info(-32105, "SchemaMismatch", NotAttempted),
            Self::RegistryNotFound { .. } => info(-32151, "RegistryNotFound", Rejected),
            Self::RegistryNameExists { .. } => info(-32152, "RegistryNameExists", Rejected),
            Self::RegistryInvalidName { .. } => info(-32153, "RegistryInvalidName", Rejected),
            Self::ParseError { .. } => info(-32700, "ParseError", Rejected),
            Self::InvalidRequest { .. } => info(-32600, "InvalidRequest", Rejected),
            Self::MethodNotFound { .. } => info(-32601, "MethodNotFound", Rejected),
            Self::InvalidParams { .. } => info(-32602, "InvalidParams", Rejected),
            Self::Busy { .. } => info(-32106, "Busy", NotAttempted),
            Self::Unavailable { .. } => info(-32603, "Unavailable", NotAttempted),
            Self::NoAnswer { .. } => info(-32603, "NoAnswer", Unknown),
            Self::Storage { .. } => info(-32603, "Storage", Unknown),
            Self::Internal { .. } => info(-32603, "Internal", Unknown),
        }
    }

    /// Returns the JSON-RPC error code.
    pub const fn code(&self) -> i32 {
        self.info().code
    }

    /// Returns the error's name, such as `RegistryNotFound`.
    pub const fn name(&self) -> &'static str {
        self.info().name
    }

    /// Returns whether the table rejected the call, was unreachable, or may have performed the operation.
    pub const fn certainty(&self) -> Certainty {
        self.info().certainty
    }
}
