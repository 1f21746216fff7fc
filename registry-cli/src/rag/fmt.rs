//! `registry rag fmt FILES…`.

use super::documents::{is_standard_input, shown, text};
use super::report;
use crate::outcome::{Outcome, Verdict, failed};
use crate::replace::replace;
use clap::Args;
use registry::rag::{self, Source};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "\
Examples:
  registry rag fmt graphs/*.rag
  registry rag fmt --check graphs/*.rag
  registry rag fmt - < draft.rag

A source with syntax errors is left alone.
Exit code: 0 when all is well, 1 for such a source and for `--check` with one that is not formatted, 2 when a file
could not be read or written; the others are formatted all the same.")]
pub(crate) struct Fmt {
    /// Sources, which are written anew; `-` formats standard input to standard output
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Writes nothing, and names the sources that are not formatted
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(crate) fn run(self) -> Outcome {
        let mut verdict = Verdict::Fine;
        for path in &self.files {
            verdict = verdict.max(self.one(path)?);
        }
        Ok(verdict)
    }

    fn one(&self, path: &Path) -> Outcome {
        let text = match text(path) {
            Ok(text) => text,
            Err(error) => {
                failed(error);
                return Ok(Verdict::Failed);
            }
        };
        let source = Source::file(shown(path), text);
        let formatted = match rag::format(&source) {
            Ok(formatted) => formatted,
            Err(report) => {
                report::print(&report);
                return Ok(Verdict::Problems);
            }
        };
        let is_formatted = formatted == source.text();
        if self.check && !is_formatted {
            writeln!(io::stdout(), "{}", source.name())?;
            return Ok(Verdict::Problems);
        }
        if !self.check && is_standard_input(path) {
            io::stdout().write_all(formatted.as_bytes())?;
        } else if !self.check
            && !is_formatted
            && let Err(error) = replace(path, &formatted)
        {
            failed(format_args!("cannot write {}: {error}", path.display()));
            return Ok(Verdict::Failed);
        }
        Ok(Verdict::Fine)
    }
}
