//! The agent that runs in its own process. It answers each line of input with one line.

use std::env;
use std::error::Error;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The argument that makes this program run as the agent.
pub(crate) const ARGUMENT: &str = "--work";

/// Runs the agent.
pub(crate) fn work() -> Result<(), Box<dyn Error>> {
    for line in io::stdin().lines() {
        println!("I looked into {:?}", line?);
    }
    Ok(())
}

/// A handle to the agent process, which is killed on drop.
pub(crate) struct Worker {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Worker {
    pub(crate) fn start() -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(env::current_exe()?);
        let mut child = command.arg(ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the worker has no pipes".into());
        };
        Ok(Self { child, questions, answers: BufReader::new(answers) })
    }

    /// Returns its process id in the operating system.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn ask(&mut self, question: &str) -> io::Result<String> {
        writeln!(self.questions, "{question}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        Ok(answer.trim_end().to_owned())
    }

    pub(crate) fn kill(&mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may already be dead.
        let _ = self.kill();
    }
}
