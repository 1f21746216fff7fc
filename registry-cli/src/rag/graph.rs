//! `registry rag graph FILES…`.

use super::documents::{Documents, chosen};
use super::report;
use crate::outcome::{Outcome, Verdict, write};
use clap::{Args, ValueEnum};
use layout::backends::svg::SVGWriter;
use layout::gv::{DotParser, GraphBuilder};
use registry::rag::{Blueprint, CapabilityResolver};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "\
Examples:
  registry rag graph graphs/support.rag
  registry rag graph graphs/support.rag --format svg -o support.svg
  registry rag graph graphs/desk.rag --graph triage --format dot | dot -Tpng -o triage.png

Exit code: 0 if the graph was drawn, 1 if the sources or the blueprint have errors, 2 on failure.")]
pub(crate) struct Graph {
    /// Sources, which form one program, or a blueprint; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The format of the diagram
    #[arg(long, value_enum, default_value = "mermaid")]
    format: Format,
    /// The graph to draw, if there are several
    #[arg(long = "graph", value_name = "NAME")]
    name: Option<String>,
    /// The file to write the diagram to [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A Mermaid flowchart, which many Markdown viewers render
    Mermaid,
    /// A Graphviz digraph
    Dot,
    /// An SVG image
    Svg,
}

impl Graph {
    pub(crate) fn run(self) -> Outcome {
        let resolver = CapabilityResolver::without_registry();
        let blueprints = match Documents::read(&self.files).compiled(&resolver) {
            Ok(blueprints) => blueprints,
            Err(verdict) => return Ok(verdict),
        };
        let blueprint = chosen(blueprints, self.name)?;
        let diagram = match self.format {
            Format::Mermaid => blueprint.to_mermaid(),
            Format::Dot => blueprint.to_dot(),
            Format::Svg => svg(&blueprint)?,
        };
        write(self.output.as_deref(), &diagram)?;
        // A blueprint may have errors if it was not written by the compiler. It is drawn anyway.
        let report = resolver.check_blueprint(&blueprint);
        if report.has_errors() {
            report::print(&report);
            return Ok(Verdict::Problems);
        }
        Ok(Verdict::Fine)
    }
}

fn svg(blueprint: &Blueprint) -> Result<String, String> {
    let parsed = DotParser::new(&blueprint.to_dot()).process()?;
    let mut builder = GraphBuilder::new();
    builder.visit_graph(&parsed);
    let mut writer = SVGWriter::new();
    builder.get().do_it(false, false, false, &mut writer);
    // Graphviz interprets entities in labels, but this parser does not, so they have been escaped twice.
    Ok(writer.finalize().replace("&amp;amp;", "&amp;") + "\n")
}
