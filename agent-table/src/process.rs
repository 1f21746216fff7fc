//! Processes, their states, and the moves between them.

use super::{AgentError, Metadata, Result, Unreadable};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The number of an agent process of the kernel; not of a process of the operating system.
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
    /// The pid with this number. Whether there is such a process, the table knows.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// Its number.
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

/// What a process is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ProcessState {
    /// Created, or resumed, and not yet running.
    Ready,
    /// At work.
    Running,
    /// Waiting for something: a tool, a message, a person.
    Waiting,
    /// Put aside until it is resumed.
    Suspended,
    /// Ended. Its row and its names stay until they are removed.
    Dead,
}

use ProcessState::{Dead, Ready, Running, Suspended, Waiting};

/// The legal moves of a process, as the kernel has them: from a state, to any of these.
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

    /// The states that a process may go to from this one.
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

    /// The state's name in the database and in RPC: `READY`, `RUNNING`, `WAITING`, `SUSPENDED` or `DEAD`.
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

    /// From the state's key, exactly.
    fn from_str(key: &str) -> Result<Self, UnknownState> {
        Self::ALL.into_iter().find(|state| state.key() == key).ok_or_else(|| UnknownState(key.to_owned()))
    }
}

/// What a process is to be created with.
///
/// ```
/// use registry::agents::{NewProcess, Pid};
///
/// let process = NewProcess { parent_pid: Some(Pid::new(1)), ..NewProcess::new("alice", "research/surveyor") };
/// assert_eq!(process.metadata.as_str(), "{}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewProcess {
    /// What it is called. It need not be unique, and is not what the table finds it by.
    pub name: String,
    /// What it was made from, such as `research/surveyor`.
    pub template: String,
    /// The process that created it.
    pub parent_pid: Option<Pid>,
    /// What an operator wants to keep beside it.
    pub metadata: Metadata,
}

impl NewProcess {
    /// One without parent and metadata.
    pub fn new(name: impl Into<String>, template: impl Into<String>) -> Self {
        Self { name: name.into(), template: template.into(), parent_pid: None, metadata: Metadata::new() }
    }

    /// # Errors
    /// [`AgentError::InvalidPayload`] when the name or the template is empty, or longer than [`LONGEST_TEXT`].
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

/// The maximum length of a process's name, its template, and the reason of a move, in bytes.
pub const LONGEST_TEXT: usize = 4096;

/// # Errors
/// [`AgentError::InvalidPayload`] when the text is longer than [`LONGEST_TEXT`].
pub(crate) fn check_length(field: &str, text: &str) -> Result<()> {
    if text.len() > LONGEST_TEXT {
        let reason = format!("it has {} bytes; the maximum is {LONGEST_TEXT}", text.len());
        return Err(AgentError::InvalidPayload { field: field.to_owned(), reason });
    }
    Ok(())
}

/// How a process can end. The kernel rejects any other word.
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

/// A process, with all that the kernel's database has of it. Points in time are seconds since 1970-01-01T00:00:00 UTC.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// Its number.
    pub pid: Pid,
    /// The process that created it.
    pub parent_pid: Option<Pid>,
    /// What it is called.
    pub name: String,
    /// What it was made from.
    pub template: String,
    /// What it is doing.
    pub state: ProcessState,
    /// The reason that was given for its last move.
    pub state_reason: Option<String>,
    /// When it was created.
    pub created_at: f64,
    /// When it last moved.
    pub updated_at: f64,
    /// When it first ran.
    pub started_at: Option<f64>,
    /// When it died.
    pub ended_at: Option<f64>,
    /// How it died: one of [`EXIT_KINDS`], unless another program stored something else.
    pub exit_kind: Option<String>,
    /// More about how it died. What a program stored as plain text is the member `message`.
    pub exit_detail: Option<Metadata>,
    /// What an operator keeps beside it.
    pub metadata: Metadata,
    /// The kernel's event log knows what this is; the table leaves it alone.
    pub last_event_id: i64,
    /// What another program stored in this row and this one cannot read. The fields have the rest.
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

    /// What a move changes beside the state, which is the new one already.
    pub(crate) fn moved(&mut self, reason: Option<&str>, at: f64) {
        self.state_reason = reason.map(str::to_owned);
        self.updated_at = at;
        match self.state {
            Running => self.started_at = self.started_at.or(Some(at)),
            Dead => self.ended_at = Some(at),
            Ready | Waiting | Suspended => {}
        }
    }

    /// What terminating it changes beside the state, which is [`Dead`] already.
    pub(crate) fn ended(&mut self, exit_kind: &str, exit_detail: Option<&Metadata>, at: f64) {
        self.moved(None, at);
        self.exit_kind = Some(exit_kind.to_owned());
        self.exit_detail = exit_detail.cloned();
    }
}

/// A move that a process made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    /// The process.
    pub pid: Pid,
    /// What it did before.
    pub prev_state: ProcessState,
    /// What it does now.
    pub state: ProcessState,
}
