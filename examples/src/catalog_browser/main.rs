//! Filters the model catalog and prints the result as a table.
//!
//! `cargo run -p examples --bin catalog_browser -- --provider openai --needs vision,tool_calling --max-input-price 1`

use clap::Parser;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use registry::catalog::{Capability, Decimal, Mode, ModelCatalog, ModelCatalogEntry, ModelFilter};
use std::process::ExitCode;

/// The number of tokens that prices usually refer to.
const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);

/// Show models of the catalog, cheapest input first. Models must match all filters.
#[derive(Parser)]
#[command(version, after_help = "Prices are list prices in USD per million tokens.")]
struct Arguments {
    /// Show only models of this provider, such as openai or bedrock
    #[arg(short, long)]
    provider: Option<String>,
    /// Show only models with this mode, such as chat or embedding
    #[arg(short, long)]
    mode: Option<Mode>,
    /// Show only models with all of these capabilities, separated by commas: vision, reasoning, …
    #[arg(short, long, value_delimiter = ',')]
    needs: Vec<Capability>,
    /// Show only models with a context of at least this many tokens
    #[arg(short = 'c', long, value_name = "TOKENS")]
    min_context: Option<u64>,
    /// Show only models whose input costs at most this much per million tokens
    #[arg(short = 'i', long, value_name = "USD")]
    max_input_price: Option<Decimal>,
    /// Show only models whose output costs at most this much per million tokens
    #[arg(short = 'o', long, value_name = "USD")]
    max_output_price: Option<Decimal>,
    /// Show only models with this text in their id or an alias
    #[arg(short = 's', long, value_name = "TEXT")]
    search: Option<String>,
    /// The maximum number of models to show; 0 shows all
    #[arg(short, long, default_value_t = 25)]
    limit: usize,
}

impl Arguments {
    fn filter(self) -> ModelFilter {
        // A price with too many digits for the division is used unchanged.
        let per_token = |price: Decimal| price.checked_div(MILLION).unwrap_or(price);
        ModelFilter {
            provider: self.provider,
            mode: self.mode,
            capabilities: self.needs.into_iter().collect(),
            min_context: self.min_context,
            max_input_price: self.max_input_price.map(per_token),
            max_output_price: self.max_output_price.map(per_token),
            name: self.search,
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let catalog = ModelCatalog::seed();
    let limit = arguments.limit;
    let mut found: Vec<ModelCatalogEntry<'_>> = catalog.search(&arguments.filter()).collect();
    if found.is_empty() {
        eprintln!("no model of {} matches these filters", catalog.snapshot_id());
        return ExitCode::FAILURE;
    }
    // Models without a price come last, because an unknown price does not mean free.
    found.sort_by_key(|model| (model.pricing.input().is_none(), model.pricing.input(), model.pricing.output()));
    let shown = if limit == 0 { found.len() } else { limit.min(found.len()) };

    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(["provider", "model", "mode", "context", "output", "$/M in", "$/M out", "capabilities"]);
    for model in found.iter().take(shown) {
        table.add_row([
            model.provider.to_string(),
            model.model_id.to_string(),
            model.mode.map_or_else(|| "?".to_owned(), |mode| mode.to_string()),
            tokens(model.window()),
            tokens(model.max_output_tokens),
            price(model.pricing.input()),
            price(model.pricing.output()),
            model.capabilities.set().to_string(),
        ]);
    }
    for column in 3..7 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    println!("{table}");
    println!("{shown} of {} models; prices of {}", found.len(), catalog.snapshot_id());
    ExitCode::SUCCESS
}

/// Formats a number of tokens, in thousands from ten thousand upwards.
fn tokens(count: Option<u64>) -> String {
    match count {
        None => "?".to_owned(),
        Some(count) if count >= 10_000 => format!("{}k", count / 1_000),
        Some(count) => count.to_string(),
    }
}

/// Formats a price per token as a price per million tokens.
fn price(per_token: Option<Decimal>) -> String {
    per_token.map_or_else(|| "?".to_owned(), |price| (price * MILLION).normalize().to_string())
}
