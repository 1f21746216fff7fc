//! Runs the graphs in `examples/graphs` with a small host and scripted models that need no network and no API key.
//!
//! - `cargo run -p examples --bin graph_walk` runs all graphs, `… -- support "Why was user 7 charged twice?"` runs one.
//! - `… -- --snapshot` prints the registry as JSON, for `registry rag check examples/graphs/*.rag --against FILE`.

mod capabilities;
mod graphs;
mod walk;

use clap::Parser;
use registry::harness::ChatMessage;
use registry::{CapabilityRegistry, ComponentKind};
use std::error::Error;
use std::process::ExitCode;
use walk::Walk;

/// Run a graph of this example.
#[derive(Parser)]
struct Arguments {
    /// The graph to run [default: all graphs]
    graph: Option<String>,
    /// The question to answer
    #[arg(default_value = "Why was user 7 charged twice?")]
    question: String,
    /// Print the snapshot of the registry as JSON instead
    #[arg(long, conflicts_with_all = ["graph", "question"])]
    snapshot: bool,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let Arguments { graph, question, snapshot } = arguments;
    let registry = CapabilityRegistry::<()>::collect()?;
    // This also checks that everything the graphs refer to is registered, and that they do not run each other in a
    // cycle.
    registry.verify()?;
    if snapshot {
        println!("{}", serde_json::to_string_pretty(&registry.snapshot())?);
        return Ok(());
    }
    let all = registry.names(ComponentKind::Graph);
    let names = graph.as_deref().map_or(all, |name| vec![name]);
    for name in names {
        let graph = registry.resolve(ComponentKind::Graph, name)?;
        let graph = registry.graph_blueprint(graph.id.as_str()).ok_or("a registered graph has a blueprint")?;
        println!("{name}");
        let answer = Walk::new(&registry).run(graph, vec![ChatMessage::user(&*question)])?;
        println!("  = {}\n", answer.last().map_or("", |message| &message.content));
    }
    Ok(())
}
