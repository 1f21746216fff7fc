//! What the commands print.

use crate::output;
use comfy_table::Table;
use registry::agents::{Process, RegistryEntry};
use serde::Serialize;
use std::error::Error;

/// What a command comes to.
pub(super) type Done = Result<(), Box<dyn Error>>;

/// Prints a line of JSON, or text.
pub(super) fn print(json: bool, value: &impl Serialize, text: impl FnOnce() -> String) -> Done {
    let printed = if json { output::json(value) } else { output::print(text()) };
    Ok(printed?)
}

pub(super) fn entries(entries: &[RegistryEntry]) -> Table {
    let rows = entries.iter().map(|entry| {
        let metadata = if entry.metadata.as_str() == "{}" { "" } else { entry.metadata.as_str() };
        let tags: Vec<String> = entry.tags.iter().map(|tag| printable(tag)).collect();
        [printable(&entry.name), entry.pid.to_string(), tags.join(", "), printable(metadata), time(entry.registered_at)]
    });
    output::table(["name", "pid", "tags", "metadata", "registered (UTC)"], &[], rows)
}

pub(super) fn processes(processes: &[Process]) -> Table {
    let rows = processes.iter().map(|process| {
        let exit = [process.exit_kind.as_deref(), process.exit_detail.as_deref()];
        let exit: Vec<String> = exit.into_iter().flatten().map(printable).collect();
        [
            process.pid.to_string(),
            process.parent_pid.map_or_else(String::new, |pid| pid.to_string()),
            printable(&process.name),
            printable(&process.template),
            process.state.to_string(),
            time(process.updated_at),
            exit.join(": "),
        ]
    });
    output::table(["pid", "parent", "name", "template", "state", "since (UTC)", "exit"], &[], rows)
}

/// How much of a list is on its page.
pub(super) fn footer(shown: usize, total: u64) -> String {
    format!("{shown} of {total}")
}

/// A text from another program, which shall not steer the terminal.
fn printable(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

fn time(seconds: f64) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "a time beyond an i64's seconds is shown as a number")]
    let whole = seconds.floor() as i64;
    let time = chrono::DateTime::from_timestamp(whole, 0);
    time.map_or_else(|| seconds.to_string(), |time| time.format("%Y-%m-%d %H:%M:%S").to_string())
}
