//! How a command ends: exit code 0 for success, 1 if it found problems, 2 if it was called incorrectly or failed.

use crate::replace::replace;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// The result of a command. An error means that it could not do its work.
pub(crate) type Outcome = Result<Verdict, Box<dyn Error>>;

/// What the command found, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// No problems.
    Fine,
    /// The command did its work, and found and printed problems.
    Problems,
    /// The command could not do a part of its work and has printed why; it has done the rest.
    Failed,
}

/// Returns the exit code of an outcome, and prints an error to standard error. A closed pipe is not an error.
pub(crate) fn report(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Problems) => ExitCode::from(1),
        Ok(Verdict::Failed) => ExitCode::from(2),
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            failed(error);
            ExitCode::from(2)
        }
    }
}

/// Prints an error to standard error. Control characters are escaped, since the message may quote input.
pub(crate) fn failed(error: impl Display) {
    let shown = |c: char| if c.is_control() && c != '\n' { c.escape_default().collect() } else { String::from(c) };
    say(format_args!("error: {}", error.to_string().chars().map(shown).collect::<String>()));
}

/// Prints a message that is not part of the result to standard error. Failing to print it does not change the exit code.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Formats a count with its noun: `1 error`, `2 errors`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Writes a result to a file, or to standard output if there is none.
pub(crate) fn write(file: Option<&Path>, text: &str) -> Result<(), Box<dyn Error>> {
    match file {
        Some(file) => replace(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()).into()),
        None => Ok(io::stdout().write_all(text.as_bytes())?),
    }
}
