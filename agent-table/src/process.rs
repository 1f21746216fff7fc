//! Processes, their states, and the transitions between them.

use super::{AgentError, Metadata, Result, Unreadable};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The id of an agent process of the kernel. It is not a process id of the operating system.
///
/// ```
/// use registry::agents::Pid;
///
/// assert_eq!(Pid::new(7).to_string(), "7");
/// assert_eq!(serde_json::to_string(&Pid::new(7)).unwrap(), "7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pid(i64);

impl Pid {
    /// Returns the pid with this number. The process need not exist.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// Returns the number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Pid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Pid {
    type Err = std::num::ParseIntError;

    fn from_str(number: &str) -> Result<Self, Self::Err> {
        number.parse().map(Self)
    }
}

/// The state of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ProcessState {
    /// Created or resumed, but not yet running.
    Ready,
    /// Running.
    Running,
    /// Waiting, for example for a tool, a message or a person.
    Waiting,
    /// Suspended until it is resumed.
    Suspended,
    /// Ended. Its row is kept, and its names stay until they are unregistered.
    Dead,
}

use ProcessState::{Dead, Ready, Running, Suspended, Waiting};

/// The transitions that the kernel allows: each state, with the states that may follow it.
const TRANSITIONS: [(ProcessState, &[ProcessState]); 5] = [
    (Ready, &[Running, Dead]),
    (Running, &[Waiting, Suspended, Dead]),
    (Waiting, &[Running, Suspended, Dead]),
    (Suspended, &[Ready, Dead]),
    (Dead, &[]),
];

impl ProcessState {
    /// All states, in declaration order.
    pub const ALL: [Self; 5] = [Ready, Running, Waiting, Suspended, Dead];

    /// Returns the states that a process may move to from this one.
    ///
    /// ```
    /// use registry::agents::ProcessState;
    ///
    /// assert_eq!(ProcessState::Suspended.next_states(), [ProcessState::Ready, ProcessState::Dead]);
    /// assert!(ProcessState::Dead.next_states().is_empty());
    /// ```
    pub fn next_states(self) -> &'static [Self] {
        TRANSITIONS.iter().find(|(from, _)| *from == self).map_or(&[], |(_, to)| to)
    }

    /// Returns the state's name in the database and in RPC: `READY`, `RUNNING`, `WAITING`, `SUSPENDED` or `DEAD`.
    pub const fn key(self) -> &'static str {
        match self {
            Ready => "READY",
            Running => "RUNNING",
            Waiting => "WAITING",
            Suspended => "SUSPENDED",
            Dead => "DEAD",
        }
    }

    /// # Errors
    /// [`AgentError::IllegalTransition`] unless `target` is one of [`next_states`](Self::next_states).
    pub(crate) fn check_transition(self, pid: Pid, target: Self) -> Result<()> {
        if self.next_states().contains(&target) {
            return Ok(());
        }
        Err(AgentError::IllegalTransition { pid, from: self, to: target })
    }
}

impl fmt::Display for ProcessState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// An error for text that is not a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a state; expected READY, RUNNING, WAITING, SUSPENDED or DEAD")]
pub struct UnknownState(String);

impl FromStr for ProcessState {
    type Err = UnknownState;

    /// Parses a state from exactly its key.
    fn from_str(key: &str) -> Result<Self, UnknownState> {
        Self::ALL.into_iter().find(|state| state.key() == key).ok_or_else(|| UnknownState(key.to_owned()))
    }
}

/// The properties of a process to create.
///
/// ```
/// use registry::agents::{NewProcess, Pid};
///
/// let process = NewProcess { parent_pid: Some(Pid::new(1)), ..NewProcess::new("alice", "research/surveyor") };
/// assert_eq!(process.metadata.as_str(), "{}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewProcess {
    /// The display name. It need not be unique, and is not a name that the table resolves.
    pub name: String,
    /// The template that the process is created from, such as `research/surveyor`.
    pub template: String,
    /// The process that creates this one.
    pub parent_pid: Option<Pid>,
    /// Arbitrary data that belongs to the process.
    pub metadata: Metadata,
}

impl NewProcess {
    /// Describes a process without a parent or metadata.
    pub fn new(name: impl Into<String>, template: impl Into<String>) -> Self {
        Self { name: name.into(), template: template.into(), parent_pid: None, metadata: Metadata::new() }
    }

    /// # Errors
    /// [`AgentError::InvalidPayload`] if the name or the template is empty or longer than [`MAX_TEXT_BYTES`].
    pub(crate) fn check(&self) -> Result<()> {
        for (field, text) in [("name", &self.name), ("template", &self.template)] {
            if text.is_empty() {
                return Err(AgentError::InvalidPayload { field: field.to_owned(), reason: "it is empty".to_owned() });
            }
            check_length(field, text)?;
        }
        Ok(())
    }
}

/// The maximum length of a process's name, of its template, and of the reason for a transition, in bytes.
pub const MAX_TEXT_BYTES: usize = 4096;

/// # Errors
/// [`AgentError::InvalidPayload`] if the text is longer than [`MAX_TEXT_BYTES`].
pub(crate) fn check_length(field: &str, text: &str) -> Result<()> {
    if text.len() > MAX_TEXT_BYTES {
        let reason = format!("it has {} bytes; the maximum is {MAX_TEXT_BYTES}", text.len());
        return Err(AgentError::InvalidPayload { field: field.to_owned(), reason });
    }
    Ok(())
}

/// The ways in which a process can end. The kernel rejects any other value.
pub const EXIT_KINDS: [&str; 4] = ["completed", "cancelled", "failed", "crashed"];

/// # Errors
/// [`AgentError::InvalidPayload`] unless the value is one of [`EXIT_KINDS`].
pub(crate) fn check_exit_kind(kind: &str) -> Result<()> {
    if EXIT_KINDS.contains(&kind) {
        return Ok(());
    }
    let reason = format!("expected one of {}, found {kind:?}", EXIT_KINDS.join(", "));
    Err(AgentError::InvalidPayload { field: "exit_kind".to_owned(), reason })
}

/// A process, with all columns of the kernel's database. Timestamps are in seconds since 1970-01-01T00:00:00 UTC.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// The id of the process.
    pub pid: Pid,
    /// Its parent process.
    pub parent_pid: Option<Pid>,
    /// The display name.
    pub name: String,
    /// The template that it was created from.
    pub template: String,
    /// The current state.
    pub state: ProcessState,
    /// The reason given for the last transition.
    pub state_reason: Option<String>,
    /// When it was created.
    pub created_at: f64,
    /// When its state last changed.
    pub updated_at: f64,
    /// When it first became [`Running`](ProcessState::Running).
    pub started_at: Option<f64>,
    /// When it became [`Dead`](ProcessState::Dead).
    pub ended_at: Option<f64>,
    /// How it ended: one of [`EXIT_KINDS`], unless another program stored something else.
    pub exit_kind: Option<String>,
    /// Details on how it ended. Text that another program stored is returned as the member `message`.
    pub exit_detail: Option<Metadata>,
    /// Arbitrary data that belongs to the process.
    pub metadata: Metadata,
    /// A value used by the kernel's event log. The table never changes it.
    pub last_event_id: i64,
    /// Values in this row that another program wrote and that cannot be read. The other fields hold everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<Unreadable>,
}

impl Process {
    pub(crate) fn created(pid: Pid, new: &NewProcess, at: f64) -> Self {
        Self {
            pid,
            parent_pid: new.parent_pid,
            name: new.name.clone(),
            template: new.template.clone(),
            state: Ready,
            state_reason: None,
            created_at: at,
            updated_at: at,
            started_at: None,
            ended_at: None,
            exit_kind: None,
            exit_detail: None,
            metadata: new.metadata.clone(),
            last_event_id: 0,
            unreadable: Vec::new(),
        }
    }

    /// Updates the fields that depend on a transition. The state must already be the new one.
    pub(crate) fn record_transition(&mut self, reason: Option<&str>, at: f64) {
        self.state_reason = reason.map(str::to_owned);
        self.updated_at = at;
        match self.state {
            Running => self.started_at = self.started_at.or(Some(at)),
            Dead => self.ended_at = Some(at),
            Ready | Waiting | Suspended => {}
        }
    }

    /// Updates the fields that depend on termination. The state must already be [`Dead`].
    pub(crate) fn record_exit(&mut self, exit_kind: &str, exit_detail: Option<&Metadata>, at: f64) {
        self.record_transition(None, at);
        self.exit_kind = Some(exit_kind.to_owned());
        self.exit_detail = exit_detail.cloned();
    }
}

/// A state transition of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    /// The process.
    pub pid: Pid,
    /// The previous state.
    pub prev_state: ProcessState,
    /// The new state.
    pub state: ProcessState,
}
