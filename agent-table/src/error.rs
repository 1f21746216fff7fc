//! What the table refuses, what keeps it from answering, and the RPC code of each.

use super::{NameRule, Pid, ProcessState};
use std::fmt;
use std::time::Duration;

/// The result of the table's operations.
pub type Result<T, E = AgentError> = std::result::Result<T, E>;

/// Why an operation of the table did not happen. The text begins with the error's [name](Self::name).
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// No entry has the name.
    #[error("RegistryNotFound: no process is registered as {name:?}")]
    RegistryNotFound {
        /// The name that was looked for.
        name: String,
    },
    /// An entry has the name already.
    #[error("RegistryNameExists: {name:?} is registered already; unregister it first")]
    RegistryNameExists {
        /// The name that was to be registered.
        name: String,
    },
    /// The text cannot be a name.
    #[error("RegistryInvalidName: {name:?} cannot be a name: {rule}")]
    RegistryInvalidName {
        /// The text.
        name: String,
        /// The rule that it breaks.
        rule: NameRule,
    },
    /// There is no such process.
    #[error("UnknownPid: there is no process {pid}")]
    UnknownPid {
        /// The pid that was given.
        pid: Pid,
    },
    /// A process in its state cannot make this move.
    #[error("IllegalTransition: process {pid} is {from} and cannot become {to}; {}", may_become(*.from))]
    IllegalTransition {
        /// The process.
        pid: Pid,
        /// Its state.
        from: ProcessState,
        /// The state that it was to go to.
        to: ProcessState,
    },
    /// A value has the right type and breaks a rule.
    #[error("InvalidPayload: `{field}`: {reason}")]
    InvalidPayload {
        /// The field.
        field: String,
        /// The rule that it breaks.
        reason: String,
    },
    /// The file is not a database that this table can be kept in. It was left as it is.
    #[error("SchemaMismatch: {path}: expected {expected}, found {found}")]
    SchemaMismatch {
        /// The file.
        path: String,
        /// What can be used.
        expected: String,
        /// What is there.
        found: String,
    },
    /// What was sent is not JSON.
    #[error("ParseError: {reason}")]
    ParseError {
        /// Where it is not.
        reason: String,
    },
    /// What was sent is JSON, and no request.
    #[error("InvalidRequest: {reason}")]
    InvalidRequest {
        /// What is wrong with it.
        reason: String,
    },
    /// The daemon does not have the method.
    #[error("MethodNotFound: there is no method {method:?}")]
    MethodNotFound {
        /// The method that was asked for.
        method: String,
    },
    /// A parameter is missing, unknown, or of another type.
    #[error("InvalidParams: {reason}")]
    InvalidParams {
        /// The parameter, where it is about one.
        field: Option<String>,
        /// What is wrong with it.
        reason: String,
    },
    /// Another program kept the database busy for the whole time that the table waits.
    #[error("Busy: the table was in use by others for {} s", .waited.as_secs_f64())]
    Busy {
        /// How long it was waited for.
        waited: Duration,
    },
    /// The table could not be reached, or refuses this user.
    #[error("Unavailable: {reason}")]
    Unavailable {
        /// Why.
        reason: String,
    },
    /// The request was sent, and no answer came: the operation may have happened or not.
    #[error("NoAnswer: {reason}; whether the operation took place is not known")]
    NoAnswer {
        /// Why.
        reason: String,
    },
    /// The storage failed: a full disk, a damaged file, a row that another program wrote and that cannot be read.
    #[error("Storage: {reason}")]
    Storage {
        /// Why.
        reason: String,
    },
    /// A fault of this program.
    #[error("Internal: {reason}")]
    Internal {
        /// What happened.
        reason: String,
    },
}

/// Reads like `Display`, so that a `main` that returns the error prints what to do.
impl fmt::Debug for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn may_become(from: ProcessState) -> String {
    let next: Vec<&str> = from.next().iter().map(|state| state.key()).collect();
    if next.is_empty() { "nothing follows it".to_owned() } else { format!("it may become {}", next.join(" or ")) }
}

/// What an error says about the operation that it is the answer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The table rejected the call. The same call would be rejected again.
    Refused,
    /// The table was unreachable or busy, and nothing was changed. Try again.
    NotAsked,
    /// The operation may have happened or not.
    Unknown,
}

/// What a kind of error is called and counted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorRow {
    /// The code in JSON-RPC.
    pub code: i32,
    /// The name that the message begins with.
    pub name: &'static str,
    /// What it says about the operation.
    pub certainty: Certainty,
}

const fn row(code: i32, name: &'static str, certainty: Certainty) -> ErrorRow {
    ErrorRow { code, name, certainty }
}

impl AgentError {
    /// The row of this error in the table of all errors. The codes of the kernel are from its design notes, those from
    /// -32700 to -32600 from JSON-RPC 2.0. `Busy` has the code -32106, which is this project's own: ask again.
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

    /// The error's name, such as `RegistryNotFound`.
    pub const fn name(&self) -> &'static str {
        self.row().name
    }

    /// Whether the table rejected the call, or was unreachable.
    pub const fn certainty(&self) -> Certainty {
        self.row().certainty
    }
}
