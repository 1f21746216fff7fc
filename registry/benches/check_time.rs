//! The cost of declarations in `cargo check`: a generated crate with `#[capability]` compared with the same crate with
//! equivalent `inventory::submit!` calls.
//!
//! `cargo bench -p named-capabilities --bench check_time [-- COUNT…]`; without counts, 2,000 and 10,000 declarations.

mod generated;

use generated::Generated;
use std::env;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

const RUNS: usize = 5;

fn main() {
    let counts: Vec<usize> = env::args().filter_map(|argument| argument.parse().ok()).collect();
    let counts = if counts.is_empty() { vec![2_000, 10_000] } else { counts };
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check_time");
    println!("`cargo check` of one crate, the best of {RUNS} runs");
    println!("{:>12}  {:>10}  {:>10}  {:>6}", "declarations", "capability", "bare", "ratio");
    for count in counts {
        let annotated = Generated::create(&root, &format!("annotated_{count}"), &annotated(count));
        let bare = Generated::create(&root, &format!("bare_{count}"), &bare(count));
        annotated.warm_up();
        bare.warm_up();
        // The runs alternate, so that noise affects both.
        let runs: Vec<(Duration, Duration)> = (0..RUNS).map(|_| (annotated.check(), bare.check())).collect();
        let best = |times: &mut dyn Iterator<Item = Duration>| times.min().unwrap_or_default().as_secs_f64();
        let (annotated, bare) = (best(&mut runs.iter().map(|run| run.0)), best(&mut runs.iter().map(|run| run.1)));
        println!("{count:>12}  {annotated:>8.2} s  {bare:>8.2} s  {:>6.2}", annotated / bare);
    }
}

/// The common beginning of both crates: the tool that every constructor returns.
const SHARED: &str = r"
#![allow(dead_code)]
use registry::harness::{HarnessError, Tool, async_trait};
use registry::__private::inventory;
pub struct Lookup(&'static str);
#[async_trait]
impl Tool for Lookup {
    fn name(&self) -> &str { self.0 }
    async fn call(&self, _: &(), arguments: serde_json::Value) -> Result<serde_json::Value, HarnessError> { Ok(arguments) }
}
";

fn annotated(count: usize) -> String {
    let mut source = SHARED.replace("use registry::__private::inventory;", "use registry::capability;");
    for i in 0..count {
        writeln!(
            source,
            "/// Looks something up, number {i}.\n\
             #[capability(tool = \"lookup_{i}\", tags(\"crm\", \"read\"))]\n\
             fn lookup_{i}() -> Lookup {{ Lookup(\"lookup_{i}\") }}"
        )
        .expect("writing to a string succeeds");
    }
    source
}

fn bare(count: usize) -> String {
    let mut source = format!(
        "{SHARED}{}",
        r"
use std::any::{Any, TypeId};
use std::sync::Arc;
pub enum Kind { Tool }
pub struct Registration {
    pub kind: Kind,
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub tags: &'static [&'static str],
    pub description: &'static str,
    pub module_path: &'static str,
    pub file: &'static str,
    pub line: u32,
    pub column: u32,
    pub handle: fn() -> TypeId,
    pub fill: fn(&mut dyn Any),
}
inventory::collect!(Registration);
fn put(slot: &mut dyn Any, tool: impl Tool + 'static) {
    let slot: &mut Option<Arc<dyn Tool>> = slot.downcast_mut().unwrap();
    *slot = Some(Arc::new(tool));
}
"
    );
    for i in 0..count {
        writeln!(
            source,
            "fn lookup_{i}() -> Lookup {{ Lookup(\"lookup_{i}\") }}\n\
             inventory::submit! {{ Registration {{\n\
                 kind: Kind::Tool,\n\
                 name: \"lookup_{i}\",\n\
                 aliases: &[],\n\
                 tags: &[\"crm\", \"read\"],\n\
                 description: \"Looks something up, number {i}.\",\n\
                 module_path: module_path!(),\n\
                 file: file!(),\n\
                 line: line!(),\n\
                 column: column!(),\n\
                 handle: TypeId::of::<Arc<dyn Tool>>,\n\
                 fill: |slot| put(slot, lookup_{i}()),\n\
             }} }}"
        )
        .expect("writing to a string succeeds");
    }
    source
}
