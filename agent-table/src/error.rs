//! The errors of the table and their RPC codes.

use super::{NameRule, Pid, ProcessState};
use std::fmt;
use std::time::Duration;

/// The result of the table's operations.
pub type Result<T, E = AgentError> = std::result::Result<T, E>;

/// The error of an operation. Its text starts with the error's [name](Self::name).
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The name is not registered.
    #[error("RegistryNotFound: no process is registered as {name:?}")]
    RegistryNotFound {
        /// The name.
        name: String,
    },
    /// The name is already registered.
    #[error("RegistryNameExists: {name:?} is already registered; unregister it first")]
    RegistryNameExists {
        /// The name.
        name: String,
    },
    /// The text is not a valid name.
    #[error("RegistryInvalidName: {name:?} is not a valid name: {rule}")]
    RegistryInvalidName {
        /// The text.
        name: String,
        /// The rule that it violates.
        rule: NameRule,
    },
    /// The process does not exist.
    #[error("UnknownPid: process {pid} does not exist")]
    UnknownPid {
        /// The pid.
        pid: Pid,
    },
    /// The process cannot move to this state from its current one.
    #[error("IllegalTransition: process {pid} is {from} and cannot become {to}; {}", may_become(*.from))]
    IllegalTransition {
        /// The process.
        pid: Pid,
        /// Its current state.
        from: ProcessState,
        /// The requested state.
        to: ProcessState,
    },
    /// A value has the right type but violates a rule.
    #[error("InvalidPayload: `{field}`: {reason}")]
    InvalidPayload {
        /// The field.
        field: String,
        /// The rule that it violates.
        reason: String,
    },
    /// The file is not a database that the table can use. It was not changed.
    #[error("SchemaMismatch: {path}: expected {expected}, found {found}")]
    SchemaMismatch {
        /// The file.
        path: String,
        /// What the table can use.
        expected: String,
        /// What the file contains.
        found: String,
    },
    /// The request is not JSON.
    #[error("ParseError: {reason}")]
    ParseError {
        /// Why, with the position.
        reason: String,
    },
    /// The request is JSON, but not a JSON-RPC request.
    #[error("InvalidRequest: {reason}")]
    InvalidRequest {
        /// What is wrong with it.
        reason: String,
    },
    /// The daemon has no such method.
    #[error("MethodNotFound: there is no method {method:?}")]
    MethodNotFound {
        /// The method.
        method: String,
    },
    /// A parameter is missing, unknown, or of the wrong type.
    #[error("InvalidParams: {reason}")]
    InvalidParams {
        /// The parameter, if the error is about one.
        field: Option<String>,
        /// What is wrong with it.
        reason: String,
    },
    /// Other users kept the database locked until the call timed out.
    #[error("Busy: others kept the table locked for {} s", .waited.as_secs_f64())]
    Busy {
        /// How long the call waited.
        waited: Duration,
    },
    /// The table is unreachable, or does not accept this user.
    #[error("Unavailable: {reason}")]
    Unavailable {
        /// Why.
        reason: String,
    },
    /// The request was sent, but there was no answer: the operation may or may not have taken place.
    #[error("NoAnswer: {reason}; the operation may or may not have taken place")]
    NoAnswer {
        /// Why.
        reason: String,
    },
    /// The storage failed, for example because the disk is full or the file is damaged.
    #[error("Storage: {reason}")]
    Storage {
        /// Why.
        reason: String,
    },
    /// A bug or a failure of this program itself.
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
    let next: Vec<&str> = from.next().iter().map(|state| state.key()).collect();
    if next.is_empty() { "no state follows it".to_owned() } else { format!("it may become {}", next.join(" or ")) }
}

/// Whether the operation of an error took place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The table rejected the call, and would reject it again.
    Refused,
    /// The table was unreachable or busy, and nothing was changed. Try again.
    NotAsked,
    /// The operation may or may not have taken place.
    Unknown,
}

/// The properties of a kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorRow {
    /// The code in JSON-RPC.
    pub code: i32,
    /// The name that the message starts with.
    pub name: &'static str,
    /// Whether the operation took place.
    pub certainty: Certainty,
}

const fn row(code: i32, name: &'static str, certainty: Certainty) -> ErrorRow {
    ErrorRow { code, name, certainty }
}

impl AgentError {
    /// Returns the row of this error in the table of all errors. Codes from -32700 to -32600 are defined by JSON-RPC 2.0, and
    /// the others by the design notes of the agent kernel, except that of `Busy`, -32106, which is specific to this project.
    ///
    /// ```
    /// use registry::agents::{AgentError, Certainty};
    ///
    /// let error = AgentError::RegistryNotFound { name: "/a".to_owned() };
    /// assert_eq!(error.row().code, -32151);
    /// assert_eq!(error.row().certainty, Certainty::Refused);
    /// ```
    pub const fn row(&self) -> ErrorRow {
        use Certainty::{NotAsked, Refused, Unknown};
        match self {
            Self::UnknownPid { .. } => row(-32102, "UnknownPid", Refused),
            Self::IllegalTransition { .. } => row(-32103, "IllegalTransition", Refused),
            Self::InvalidPayload { .. } => row(-32104, "InvalidPayload", Refused),
            Self::SchemaMismatch { .. } => row(-32105, "SchemaMismatch", NotAsked),
            Self::RegistryNotFound { .. } => row(-32151, "RegistryNotFound", Refused),
            Self::RegistryNameExists { .. } => row(-32152, "RegistryNameExists", Refused),
            Self::RegistryInvalidName { .. } => row(-32153, "RegistryInvalidName", Refused),
            Self::ParseError { .. } => row(-32700, "ParseError", Refused),
            Self::InvalidRequest { .. } => row(-32600, "InvalidRequest", Refused),
            Self::MethodNotFound { .. } => row(-32601, "MethodNotFound", Refused),
            Self::InvalidParams { .. } => row(-32602, "InvalidParams", Refused),
            Self::Busy { .. } => row(-32106, "Busy", NotAsked),
            Self::Unavailable { .. } => row(-32603, "Unavailable", NotAsked),
            Self::NoAnswer { .. } => row(-32603, "NoAnswer", Unknown),
            Self::Storage { .. } => row(-32603, "Storage", Unknown),
            Self::Internal { .. } => row(-32603, "Internal", Unknown),
        }
    }

    /// The code in JSON-RPC.
    pub const fn code(&self) -> i32 {
        self.row().code
    }

    /// Returns the error's name, such as `RegistryNotFound`.
    pub const fn name(&self) -> &'static str {
        self.row().name
    }

    /// Returns whether the table rejected the call or was unreachable.
    pub const fn certainty(&self) -> Certainty {
        self.row().certainty
    }
}
