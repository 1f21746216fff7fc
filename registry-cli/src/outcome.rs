//! How a command ends: exit code 0 when all is well, 1 when it found problems, 2 when it was called wrongly or failed.

use crate::replace::replace;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// What a command comes to. An error is one that kept it from doing its work.
pub(crate) type Outcome = Result<Verdict, Box<dyn Error>>;

/// Whether what was looked at is well; the worst comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Nothing to remark.
    Fine,
    /// The command did its work, and what it looked at has problems, which it has printed.
    Problems,
    /// A part of what was asked could not be done, which the command has said, and it has done the rest.
    Failed,
}

/// The exit code of an outcome; an error is printed to standard error. A reader that closed the pipe is no error.
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

/// Says what could not be done. What was read, and is repeated here, has no power over the terminal.
pub(crate) fn failed(error: impl Display) {
    let shown = |c: char| if c.is_control() && c != '\n' { c.escape_default().collect() } else { String::from(c) };
    say(format_args!("error: {}", error.to_string().chars().map(shown).collect::<String>()));
}

/// Tells a person something beside the result, on standard error. Where nobody listens there is nobody to tell, and the
/// exit code stays what it is.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// `1 error`, `2 errors`: how the last line of a command counts.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Writes a result to a file, or to standard output when there is none.
pub(crate) fn write(file: Option<&Path>, text: &str) -> Result<(), Box<dyn Error>> {
    match file {
        Some(file) => replace(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()).into()),
        None => Ok(io::stdout().write_all(text.as_bytes())?),
    }
}
