//! The agent that runs in a process of its own: it answers each line that it reads with one.

use std::env;
use std::error::Error;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What makes this program the agent.
pub(crate) const ARGUMENT: &str = "--work";

/// The agent's side.
pub(crate) fn work() -> Result<(), Box<dyn Error>> {
    for line in io::stdin().lines() {
        println!("I looked into {:?}", line?);
    }
    Ok(())
}

/// Our side of it. It is killed when this is dropped.
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

    /// Its number at the operating system.
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
        // It may be dead already.
        let _ = self.kill();
    }
}
