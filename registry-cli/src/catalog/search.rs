//! `registry catalog search`.

use super::cells;
use crate::outcome::{Outcome, Verdict};
use crate::output;
use clap::Args;
use registry::catalog::{Capability, Decimal, Mode, ModelCatalog, ModelCatalogEntry, ModelFilter};

/// The exponent of a million as a power of ten.
const MILLION_EXPONENT: u32 = 6;

#[derive(Args)]
pub(super) struct Search {
    /// Only models with this text in the id or an alias
    name: Option<String>,
    /// Only models of this provider
    #[arg(short, long)]
    provider: Option<String>,
    /// Only models of this mode, such as chat or embedding
    #[arg(short, long)]
    mode: Option<Mode>,
    /// Only models with all of these capabilities, separated by commas: vision, reasoning, …
    #[arg(short, long, value_delimiter = ',')]
    needs: Vec<Capability>,
    /// Only models with a context window of at least this many tokens
    #[arg(short = 'c', long, value_name = "TOKENS")]
    min_context: Option<u64>,
    /// Only models with at most this list price per million input tokens
    #[arg(long, value_name = "USD")]
    max_input_price: Option<Decimal>,
    /// Only models with at most this list price per million output tokens
    #[arg(long, value_name = "USD")]
    max_output_price: Option<Decimal>,
}

impl Search {
    pub(super) fn run(self, catalog: &ModelCatalog, json: bool) -> Outcome {
        let filter = ModelFilter {
            provider: self.provider,
            mode: self.mode,
            capabilities: self.needs.into_iter().collect(),
            min_context: self.min_context,
            max_input_price: self.max_input_price.map(per_token).transpose()?,
            max_output_price: self.max_output_price.map(per_token).transpose()?,
            name: self.name,
        };
        let models: Vec<ModelCatalogEntry<'_>> = catalog.search(&filter).collect();
        if json {
            output::json(&models)?;
        } else {
            output::print(output::table(
                ["provider", "model", "mode", "context", "output", "$/M in", "$/M out"],
                &[3, 4, 5, 6],
                models.iter().map(|model| {
                    [
                        model.provider.to_string(),
                        model.model_id.to_string(),
                        model.mode.map(|mode| mode.to_string()).unwrap_or_default(),
                        cells::tokens(model.window()),
                        cells::tokens(model.max_output_tokens),
                        cells::per_million(model.pricing.input()),
                        cells::per_million(model.pricing.output()),
                    ]
                }),
            ))?;
        }
        Ok(if models.is_empty() { Verdict::Problems } else { Verdict::Fine })
    }
}

/// Converts a price per million tokens to a price per token.
fn per_token(price: Decimal) -> Result<Decimal, String> {
    Decimal::try_from_i128_with_scale(price.mantissa(), price.scale() + MILLION_EXPONENT)
        .map_err(|_| format!("{price} has too many decimal places"))
}
