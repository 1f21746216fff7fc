//! Tables for people and JSON for programs, on standard output.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write as _};

/// Creates a table that adapts its width to the terminal. The columns in `numbers` are right-aligned.
pub(crate) fn table<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    numbers: &[usize],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic).set_header(header);
    for row in rows {
        table.add_row(row);
    }
    for &column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Prints a table or other text, followed by a line break.
pub(crate) fn print(text: impl Display) -> io::Result<()> {
    writeln!(io::stdout(), "{text}")
}

/// Prints indented JSON.
pub(crate) fn json(value: &impl Serialize) -> io::Result<()> {
    print(serde_json::to_string_pretty(value).map_err(io::Error::other)?)
}
