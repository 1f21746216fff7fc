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

Exit code: 0 when it is drawn, 1 when the sources have errors or the blueprint that was drawn has, 2 for failures.")]
pub(crate) struct Graph {
    /// Sources, which are one program, or a blueprint; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The language of the picture
    #[arg(long, value_enum, default_value = "mermaid")]
    format: Format,
    /// The graph to draw, when there are several
    #[arg(long = "graph", value_name = "NAME")]
    name: Option<String>,
    /// Where to write the picture; standard output when absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A flowchart, as Markdown viewers draw it
    Mermaid,
    /// A digraph for Graphviz
    Dot,
    /// A finished picture for any browser
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
        let picture = match self.format {
            Format::Mermaid => blueprint.to_mermaid(),
            Format::Dot => blueprint.to_dot(),
            Format::Svg => svg(&blueprint)?,
        };
        write(self.output.as_deref(), &picture)?;
        // A blueprint that was read may be one that no compiler made: it is drawn as it is.
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
    // Graphviz reads entities in labels, this parser does not: what was escaped for the one is escaped twice now.
    Ok(writer.finalize().replace("&amp;amp;", "&amp;") + "\n")
}
