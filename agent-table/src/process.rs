//! Processes, their states and the transitions between them.

use super::{AgentError, Metadata, Result, Unreadable};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The number of an agent process. It is not a process id of the operating system.
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
    /// Creates a pid from its number. It does not check whether the process exists.
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
    /// Ended. The process keeps its row, and its names until they are removed.
    Dead,
}

use ProcessState::{Dead, Ready, Running, Suspended, Waiting};

/// The legal transitions, as in the agent kernel: from a state to any of these.
const MOVES: [(ProcessState, &[ProcessState]); 5] = [
    (Ready, &[Running, Dead]),
    (Running, &[Waiting, Suspended, Dead]),
    (Waiting, &[Running, Suspended, Dead]),
    (Suspended, &[Ready, Dead]),
    (Dead, &[]),
];

impl ProcessState {
    /// All states, in the order of [`ProcessState`].
    pub const ALL: [Self; 5] = [Ready, Running, Waiting, Suspended, Dead];

    /// Returns the states that can follow this one.
    ///
    /// ```
    /// use registry::agents::ProcessState;
    ///
    /// assert_eq!(ProcessState::Suspended.next(), [ProcessState::Ready, ProcessState::Dead]);
    /// assert!(ProcessState::Dead.next().is_empty());
    /// ```
    pub fn next(self) -> &'static [Self] {
        MOVES.iter().find(|(from, _)| *from == self).map_or(&[], |(_, to)| to)
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
    /// [`AgentError::IllegalTransition`] unless `target` is one of [`next`](Self::next).
    pub(crate) fn check_move(self, pid: Pid, target: Self) -> Result<()> {
        if self.next().contains(&target) {
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

/// A text that is not a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a state; expected READY, RUNNING, WAITING, SUSPENDED or DEAD")]
pub struct UnknownState(String);

impl FromStr for ProcessState {
    type Err = UnknownState;

    /// Parses a state's key; case matters.
    fn from_str(key: &str) -> Result<Self, UnknownState> {
        Self::ALL.into_iter().find(|state| state.key() == key).ok_or_else(|| UnknownState(key.to_owned()))
    }
}

/// A process to create.
///
/// ```
/// use registry::agents::{NewProcess, Pid};
///
/// let process = NewProcess { parent_pid: Some(Pid::new(1)), ..NewProcess::new("alice", "research/surveyor") };
/// assert_eq!(process.metadata.as_str(), "{}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewProcess {
    /// Its display name. It need not be unique, and the table does not look it up.
    pub name: String,
    /// The template that it is created from, such as `research/surveyor`.
    pub template: String,
    /// Its parent process.
    pub parent_pid: Option<Pid>,
    /// Any data that belongs to it.
    pub metadata: Metadata,
}

impl NewProcess {
    /// Creates one without parent and metadata.
    pub fn new(name: impl Into<String>, template: impl Into<String>) -> Self {
        Self { name: name.into(), template: template.into(), parent_pid: None, metadata: Metadata::new() }
    }

    /// # Errors
    /// [`AgentError::InvalidPayload`] if the name or the template is empty or longer than [`LONGEST_TEXT`].
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

/// The maximum length of a process's name, of its template and of the reason of a transition, in bytes.
pub const LONGEST_TEXT: usize = 4096;

/// # Errors
/// [`AgentError::InvalidPayload`] if the text is longer than [`LONGEST_TEXT`].
pub(crate) fn check_length(field: &str, text: &str) -> Result<()> {
    if text.len() > LONGEST_TEXT {
        let reason = format!("it has {} bytes; the maximum is {LONGEST_TEXT}", text.len());
        return Err(AgentError::InvalidPayload { field: field.to_owned(), reason });
    }
    Ok(())
}

/// How a process can end. The agent kernel rejects any other value.
pub const EXIT_KINDS: [&str; 4] = ["completed", "cancelled", "failed", "crashed"];

/// # Errors
/// [`AgentError::InvalidPayload`] unless the word is one of [`EXIT_KINDS`].
pub(crate) fn check_exit_kind(word: &str) -> Result<()> {
    if EXIT_KINDS.contains(&word) {
        return Ok(());
    }
    let reason = format!("expected one of {}, found {word:?}", EXIT_KINDS.join(", "));
    Err(AgentError::InvalidPayload { field: "exit_kind".to_owned(), reason })
}

/// A process, with all columns of the agent kernel's database. Times are seconds since 1970-01-01T00:00:00 UTC.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// Its pid.
    pub pid: Pid,
    /// Its parent process.
    pub parent_pid: Option<Pid>,
    /// Its display name.
    pub name: String,
    /// The template that it was created from.
    pub template: String,
    /// Its state.
    pub state: ProcessState,
    /// The reason of its last transition, if one was given.
    pub state_reason: Option<String>,
    /// When it was created.
    pub created_at: f64,
    /// When its state last changed.
    pub updated_at: f64,
    /// When it first changed to `Running`.
    pub started_at: Option<f64>,
    /// When it changed to `Dead`.
    pub ended_at: Option<f64>,
    /// How it ended: one of [`EXIT_KINDS`], unless another program stored something else.
    pub exit_kind: Option<String>,
    /// Details of how it ended. Plain text, stored by another program, is the member `message`.
    pub exit_detail: Option<Metadata>,
    /// Any data that belongs to it.
    pub metadata: Metadata,
    /// A reference into the agent kernel's event log, which the table does not change.
    pub last_event_id: i64,
    /// The columns of this row with values, stored by another program, that cannot be read. The other fields are complete.
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

    /// Applies a transition, except for the state, which is already the new one.
    pub(crate) fn moved(&mut self, reason: Option<&str>, at: f64) {
        self.state_reason = reason.map(str::to_owned);
        self.updated_at = at;
        match self.state {
            Running => self.started_at = self.started_at.or(Some(at)),
            Dead => self.ended_at = Some(at),
            Ready | Waiting | Suspended => {}
        }
    }

    /// Applies a termination, except for the state, which is already [`Dead`].
    pub(crate) fn ended(&mut self, exit_kind: &str, exit_detail: Option<&Metadata>, at: f64) {
        self.moved(None, at);
        self.exit_kind = Some(exit_kind.to_owned());
        self.exit_detail = exit_detail.cloned();
    }
}

/// A transition of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    /// The process.
    pub pid: Pid,
    /// Its state before.
    pub prev_state: ProcessState,
    /// Its state now.
    pub state: ProcessState,
}
