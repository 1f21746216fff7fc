//! `registry rag check FILES…`.

use super::documents::{self, Documents};
use super::report;
use crate::outcome::{Outcome, Verdict, counted, say};
use clap::Args;
use registry::ComponentKind;
use registry::rag::{Program, Report};
use std::io::{self, Write as _};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "\
Examples:
  registry rag check graphs/*.rag
  registry rag check graphs/*.rag --against snapshot.json --own --deny-warnings
  cat proposal.rag | registry rag check - --against snapshot.json --json

A program prints the snapshot of its registry with
  println!(\"{}\", serde_json::to_string_pretty(&registry.snapshot())?);

Exit code: 0 without errors, 1 with errors, 2 when a file could not be read; the others are checked all the same.")]
pub(crate) struct Check {
    /// Sources, which are one program, and blueprints; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Looks names up in this snapshot of a registry; without it they are not looked up
    #[arg(long, value_name = "SNAPSHOT.json")]
    against: Option<PathBuf>,
    /// Says that the snapshot is of the program that these files belong to: a graph of the files is the registered one of
    /// its name, and does not hide it
    #[arg(long, requires = "against")]
    own: bool,
    /// Makes every warning an error
    #[arg(long)]
    deny_warnings: bool,
    /// Prints one JSON object a line for each problem, to standard output
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(self) -> Outcome {
        let resolver = documents::resolver(self.against.as_deref())?;
        let Documents { sources, blueprints, incomplete } = Documents::read(&self.files);
        if incomplete && sources.is_empty() && blueprints.is_empty() {
            return Ok(Verdict::Failed);
        }
        let program = Program::parse(&sources);
        let of_sources: Vec<&str> = program.graph_names().collect();
        let resolver = if self.own { resolver.deny(ComponentKind::Graph, &of_sources) } else { resolver };
        let of_blueprints = blueprints.iter().map(|(_, blueprint)| &*blueprint.graph);
        let elsewhere: Vec<&str> = of_blueprints.filter(|name| !of_sources.contains(name)).collect();
        let (for_sources, for_blueprints) = match self.against {
            // What is checked together knows each other.
            Some(_) if !incomplete => {
                let resolver = resolver.allow_graphs(elsewhere);
                (resolver.clone(), resolver.allow_graphs(of_sources.iter().copied()))
            }
            // What could not be read may hold any graph.
            _ => {
                let resolver = resolver.unchecked(ComponentKind::Graph);
                (resolver.clone(), resolver)
            }
        };
        let of_blueprints =
            blueprints.iter().map(|(file, blueprint)| for_blueprints.check_blueprint(blueprint).with_file(file));
        let reports: Vec<Report> = std::iter::once(for_sources.check(&program))
            .chain(of_blueprints)
            .filter(|report| !report.is_empty())
            .map(|report| if self.deny_warnings { report.deny_warnings() } else { report })
            .collect();
        let graphs = of_sources.len() + blueprints.len();
        for (number, report) in reports.iter().enumerate() {
            if self.json {
                io::stdout().write_all(report.to_json_lines().as_bytes())?;
                continue;
            }
            if number > 0 {
                say("");
            }
            report::print(report);
        }
        let errors: usize = reports.iter().map(Report::errors).sum();
        if !self.json {
            let warnings: usize = reports.iter().map(Report::warnings).sum();
            let after = if errors + warnings > 0 { "\n" } else { "" };
            say(format!(
                "{after}{} checked: {}, {}",
                counted(graphs, "graph"),
                counted(errors, "error"),
                counted(warnings, "warning")
            ));
        }
        if self.against.is_none() {
            say("the names of capabilities were not looked up: `--against SNAPSHOT.json` does it");
        }
        Ok(match errors {
            _ if incomplete => Verdict::Failed,
            0 => Verdict::Fine,
            _ => Verdict::Problems,
        })
    }
}
