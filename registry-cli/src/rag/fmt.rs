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

Sources with syntax errors are not changed.
Exit code: 0 on success, 1 if a source has syntax errors or, with `--check`, is not formatted, 2 if a file cannot be
read or written; the other files are still formatted.")]
pub(crate) struct Fmt {
    /// Sources to format in place; `-` formats standard input to standard output
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write nothing, but list the sources that are not formatted
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
