//! `registry completions SHELL`.

use crate::Cli;
use crate::outcome::{Outcome, Verdict};
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use std::io::{self, Write as _};

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell to print completions for.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "registry", &mut script);
        io::stdout().write_all(&script)?;
        Ok(Verdict::Fine)
    }
}
