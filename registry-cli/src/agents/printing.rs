//! The output of the commands.

use crate::output;
use comfy_table::Table;
use registry::agents::{Metadata, Process, RegistryEntry, Unreadable};
use serde::Serialize;
use std::error::Error;

/// The result of a command.
pub(super) type Done = Result<(), Box<dyn Error>>;

/// Prints a value as JSON or as text.
pub(super) fn print(json: bool, value: &impl Serialize, text: impl FnOnce() -> String) -> Done {
    let printed = if json { output::json(value) } else { output::print(text()) };
    Ok(printed?)
}

pub(super) fn entries(entries: &[RegistryEntry]) -> String {
    let rows = entries.iter().map(|entry| {
        let metadata = if entry.metadata.as_str() == "{}" { "" } else { entry.metadata.as_str() };
        let tags: Vec<String> = entry.tags.iter().map(|tag| printable(tag)).collect();
        [printable(&entry.name), entry.pid.to_string(), tags.join(", "), printable(metadata), time(entry.registered_at)]
    });
    let table = output::table(["name", "pid", "tags", "metadata", "registered (UTC)"], &[], rows);
    with_unreadable(&table, entries.iter().map(|entry| (format!("{:?}", entry.name), entry.unreadable.as_slice())))
}

pub(super) fn processes(processes: &[Process]) -> String {
    let rows = processes.iter().map(|process| {
        let exit = [process.exit_kind.clone(), process.exit_detail.as_ref().map(detail)];
        let exit: Vec<String> = exit.iter().flatten().map(|text| printable(text)).collect();
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
    let table = output::table(["pid", "parent", "name", "template", "state", "since (UTC)", "exit"], &[], rows);
    with_unreadable(
        &table,
        processes.iter().map(|process| (format!("process {}", process.pid), process.unreadable.as_slice())),
    )
}

/// Returns the message of an exit detail without other members, or the whole detail.
fn detail(detail: &Metadata) -> String {
    let members = detail.to_map();
    let message = members.get("message").and_then(|message| message.as_str()).filter(|_| members.len() == 1);
    message.unwrap_or(detail.as_str()).to_owned()
}

/// Appends to a table the values in its rows that cannot be read.
fn with_unreadable<'a>(table: &Table, rows: impl Iterator<Item = (String, &'a [Unreadable])>) -> String {
    let marks = rows.flat_map(|(row, unreadable)| {
        unreadable.iter().map(move |Unreadable { column, found, reason }| {
            format!(
                "\nunreadable: {column} of {}: {}: {found}",
                printable(&row),
                printable(reason),
                found = printable(found)
            )
        })
    });
    marks.fold(table.to_string(), |text, mark| text + &mark)
}

/// Formats how many entries of a list are shown.
pub(super) fn footer(shown: usize, total: u64) -> String {
    format!("{shown} of {total}")
}

/// Escapes control characters in text from another program.
fn printable(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

fn time(seconds: f64) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "a time that does not fit into an i64 is shown as a number")]
    let whole = seconds.floor() as i64;
    let time = chrono::DateTime::from_timestamp(whole, 0);
    time.map_or_else(|| seconds.to_string(), |time| time.format("%Y-%m-%d %H:%M:%S").to_string())
}
