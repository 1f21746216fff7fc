//! The cost of `include_rag!` in `cargo check`: a generated crate that includes files of 200 lines compared with the same
//! crate without them.
//!
//! `cargo bench -p named-capabilities --bench include_rag_time [-- FILES…]`; without numbers, crates with 1 and with 20 files.

mod generated;

use generated::Generated;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

/// The number of files to check in total. Runs with and without the files alternate, and there are many of them, because the
/// cost of a file is small compared with the variation between runs.
const TOTAL_FILES: u32 = 300;
const MAX_RUNS: u32 = 60;
const LINES: usize = 200;

fn main() {
    let counts: Vec<u32> = env::args().filter_map(|argument| argument.parse().ok()).collect();
    let counts = if counts.is_empty() { vec![1, 20] } else { counts };
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("include_rag_time");
    println!("`cargo check` of one crate with files and without, alternating; milliseconds per file of {LINES} lines");
    println!(
        "{:>6}  {:<22}  {:>6}  {:>10}  {:>12}  {:>14}",
        "files", "", "runs", "best time", "median time", "processor time"
    );
    let without = Generated::create(&root, "without", NAMES);
    without.warm_up();
    for count in counts {
        let with = Generated::create(&root, &format!("with_{count}"), &including(count));
        for file in 0..count {
            with.write(&format!("graph_{file}.rag"), &graph(file));
        }
        with.warm_up();
        compare(count, "the whole crate", &with, &without, |generated, _| generated.check());
        with.check_again(MAX_RUNS);
        without.check_again(MAX_RUNS);
        compare(count, "after an edit in it", &with, &without, Generated::check_again);
    }
}

fn compare(count: u32, what: &str, with: &Generated, without: &Generated, check: impl Fn(&Generated, u32) -> Duration) {
    let (mut times, mut processor) = ((Vec::new(), Vec::new()), (0.0, 0.0));
    let runs = (TOTAL_FILES / count).clamp(1, MAX_RUNS);
    for run in 0..runs {
        let before = processor_time();
        times.0.push(check(with, run));
        let between = processor_time();
        times.1.push(check(without, run));
        processor.0 += between - before;
        processor.1 += processor_time() - between;
    }
    let (with, without) = (milliseconds(&times.0), milliseconds(&times.1));
    let best = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    // Each run is compared with the adjacent one, so that temporary load on the machine affects both.
    let mut differences: Vec<f64> = with.iter().zip(&without).map(|(with, without)| with - without).collect();
    differences.sort_by(f64::total_cmp);
    let per_file = |difference: f64| difference / f64::from(count);
    println!(
        "{count:>6}  {what:<22}  {runs:>6}  {:>10.2}  {:>12.2}  {:>14.2}",
        per_file(best(&with) - best(&without)),
        per_file(differences[differences.len() / 2]),
        per_file(processor.0 - processor.1) / f64::from(runs)
    );
}

/// Returns the processor time of child processes in milliseconds, which is more accurate than the elapsed time on a busy
/// machine. Returns NaN if the system does not provide it.
fn processor_time() -> f64 {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name of the program in parentheses, the 14th and 15th fields are the time of children.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(13).take(2);
    let ticks: Vec<f64> = fields.filter_map(|ticks| ticks.parse().ok()).collect();
    if ticks.len() == 2 { (ticks[0] + ticks[1]) * 1_000.0 / TICKS_PER_SECOND } else { f64::NAN }
}

fn milliseconds(times: &[Duration]) -> Vec<f64> {
    times.iter().map(|time| time.as_secs_f64() * 1_000.0).collect()
}

/// The names that the graphs use, which both crates declare.
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

fn including(count: u32) -> String {
    let mut source = NAMES.to_owned();
    for file in 0..count {
        writeln!(source, "pub static GRAPH_{file}: Blueprint = include_rag!(\"graph_{file}.rag\");")
            .expect("writing to a string succeeds");
    }
    source
}

/// Returns a graph of 200 lines: a chain of typical nodes of several kinds.
fn graph(number: u32) -> String {
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
