//! Tables for people and JSON for programs, on standard output.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use registry::catalog::Decimal;
use serde::Serialize;
use std::io::{self, IsTerminal, Write as _};

/// Tokens in the unit in which people compare prices.
const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);

/// Prints a table. `numbers` are the columns that are set to the right.
pub(super) fn table<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    numbers: &[usize],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_header(header);
    if io::stdout().is_terminal() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    for row in rows {
        table.add_row(row);
    }
    for &column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    writeln!(io::stdout(), "{table}")
}

/// Prints JSON on several lines.
pub(super) fn json(value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string_pretty(value).map_err(io::Error::other)?;
    writeln!(io::stdout(), "{text}")
}

/// A number of tokens, or a question mark.
pub(super) fn tokens(count: Option<u64>) -> String {
    count.map_or_else(unknown, |count| count.to_string())
}

/// A price per token as one per million tokens, or a question mark.
pub(super) fn per_million(price: Option<Decimal>) -> String {
    price.map_or_else(unknown, |price| price.checked_mul(MILLION).unwrap_or(price).normalize().to_string())
}

fn unknown() -> String {
    "?".to_owned()
}
