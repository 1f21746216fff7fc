//! What `include_rag!` costs `cargo check`: a generated crate that includes files of 200 lines against the same crate
//! without them.
//!
//! `cargo bench -p registry --bench include_rag_time [-- FILES…]`; without numbers, crates with 1 and with 20 files.

mod generated;

use generated::Generated;
use std::env;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

const RUNS: usize = 15;
const LINES: usize = 200;

fn main() {
    let counts: Vec<usize> = env::args().filter_map(|argument| argument.parse().ok()).collect();
    let counts = if counts.is_empty() { vec![1, 20] } else { counts };
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("include_rag_time");
    println!("`cargo check` of one crate, the best and the median of {RUNS} runs in turn");
    println!("{:>6}  {:>10}  {:>10}  {:>14}  {:>14}", "files", "with", "without", "a file, best", "a file, median");
    let without = Generated::lay(&root, "without", NAMES);
    without.warm_up();
    for count in counts {
        let with = Generated::lay(&root, &format!("with_{count}"), &including(count));
        for file in 0..count {
            with.write(&format!("graph_{file}.rag"), &graph(file));
        }
        with.warm_up();
        let runs: Vec<(Duration, Duration)> = (0..RUNS).map(|_| (with.check(), without.check())).collect();
        let (with, without) = (runs.iter().map(|run| run.0), runs.iter().map(|run| run.1));
        let (best, median) = ((sorted(with.clone())[0], sorted(without.clone())[0]), (middle(with), middle(without)));
        let files = f64::from(u32::try_from(count).expect("few files"));
        println!(
            "{count:>6}  {:>7.1} ms  {:>7.1} ms  {:>11.2} ms  {:>11.2} ms",
            best.0,
            best.1,
            (best.0 - best.1) / files,
            (median.0 - median.1) / files
        );
    }
}

/// Milliseconds, the shortest first.
fn sorted(times: impl Iterator<Item = Duration>) -> Vec<f64> {
    let mut times: Vec<f64> = times.map(|time| time.as_secs_f64() * 1_000.0).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn middle(times: impl Iterator<Item = Duration>) -> f64 {
    let times = sorted(times);
    times[times.len() / 2]
}

/// The names that the graphs use: what both crates declare.
const NAMES: &str = r#"
#![allow(dead_code, unused_imports)]
use registry::{Blueprint, declare, include_rag};
declare!(model "default");
declare!(model "fast");
declare!(tool "lookup_user");
declare!(tool "create_ticket");
declare!(tool "search");
declare!(agent "researcher");
declare!(router "by_topic");
declare!(reducer "append");
"#;

fn including(count: usize) -> String {
    let mut source = NAMES.to_owned();
    for file in 0..count {
        writeln!(source, "pub static GRAPH_{file}: Blueprint = include_rag!(\"graph_{file}.rag\");")
            .expect("a string takes all");
    }
    source
}

/// A graph of 200 lines: a chain of nodes of several kinds, as people write them.
fn graph(number: usize) -> String {
    let mut lines = vec![
        format!("graph graph_{number} {{"),
        "  metadata { description \"Generated.\" }".to_owned(),
        "  start node_0".to_owned(),
        "  channel messages append".to_owned(),
    ];
    for node in 0.. {
        let next = node + 1;
        let body: &[&str] = match node % 4 {
            0 => &[
                "kind agent",
                "model \"default\"",
                "system \"You are concise.\"",
                "tools [\"lookup_user\", \"search\"]",
            ],
            1 => &["kind tool_executor", "tools [\"create_ticket\"]", "timeout 30s", "retry { max_attempts 3 }"],
            2 => &["kind subagent", "agent \"researcher\"", "input \"state.question\""],
            _ => &["kind router", "model \"by_topic\""],
        };
        if lines.len() + body.len() + 7 + 3 > LINES {
            lines.push(format!("  node node_{node} {{ model \"fast\"  next END }}"));
            break;
        }
        lines.push(format!("  node node_{node} {{"));
        lines.extend(body.iter().map(|item| format!("    {item}")));
        if node % 4 == 3 {
            lines.extend([
                "    routes {".to_owned(),
                format!("      more -> node_{next}"),
                "      done -> END".to_owned(),
                "    }".to_owned(),
            ]);
        } else {
            lines.push(format!("    next node_{next}"));
        }
        lines.extend(["  }".to_owned(), String::new()]);
    }
    lines.resize(LINES - 1, "  // The rest.".to_owned());
    lines.push("}\n".to_owned());
    lines.join("\n")
}
