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

To print the snapshot of its registry, a program calls
  println!(\"{}\", serde_json::to_string_pretty(&registry.snapshot())?);

Exit code: 0 if there are no errors, 1 if there are errors, 2 if a file cannot be read; the other files are still checked.")]
pub(crate) struct Check {
    /// Sources, which form one program, and blueprints; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Look up names in this registry snapshot; without it, names are not looked up
    #[arg(long, value_name = "SNAPSHOT.json")]
    against: Option<PathBuf>,
    /// Treat the snapshot as that of the program that the files belong to: graphs in the files do not hide registered
    /// graphs with the same name
    #[arg(long, requires = "against")]
    own: bool,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Print one JSON object per line for each diagnostic to standard output
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
        let source_graphs: Vec<&str> = program.graph_names().collect();
        let resolver = if self.own { resolver.deny(ComponentKind::Graph, &source_graphs) } else { resolver };
        let blueprint_graphs = blueprints.iter().map(|(_, blueprint)| &*blueprint.graph);
        let other_graphs: Vec<&str> = blueprint_graphs.filter(|name| !source_graphs.contains(name)).collect();
        let (source_resolver, blueprint_resolver) = match self.against {
            // Graphs that are checked together can refer to each other.
            Some(_) if !incomplete => {
                let resolver = resolver.allow_graphs(other_graphs);
                (resolver.clone(), resolver.allow_graphs(source_graphs.iter().copied()))
            }
            // A file that could not be read may contain any graph.
            _ => {
                let resolver = resolver.unchecked(ComponentKind::Graph);
                (resolver.clone(), resolver)
            }
        };
        let blueprint_reports =
            blueprints.iter().map(|(file, blueprint)| blueprint_resolver.check_blueprint(blueprint).with_file(file));
        let reports: Vec<Report> = std::iter::once(source_resolver.check(&program))
            .chain(blueprint_reports)
            .filter(|report| !report.is_empty())
            .map(|report| if self.deny_warnings { report.deny_warnings() } else { report })
            .collect();
        let graphs = source_graphs.len() + blueprints.len();
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
            say("names of capabilities were not looked up; use `--against SNAPSHOT.json` to do so");
        }
        Ok(match errors {
            _ if incomplete => Verdict::Failed,
            0 => Verdict::Fine,
            _ => Verdict::Problems,
        })
    }
}
