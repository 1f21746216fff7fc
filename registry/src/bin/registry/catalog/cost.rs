//! `registry catalog cost`.

use super::{batch, find, output};
use crate::outcome::{Outcome, Verdict, say};
use chrono::{DateTime, Utc};
use clap::Args;
use registry::catalog::{Cost, ModelCatalog, ModelCatalogEntry, PricedAt, ServiceTier, TierChoice, Usage};
use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct CostArguments {
    /// `provider/id`, or an id or alias alone
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    model: Option<String>,
    #[command(flatten)]
    call: Call,
    /// Read calls as JSON lines from this file, or from standard input for `-`, and write each back with its cost
    #[arg(long, value_name = "FILE", conflicts_with = "Call")]
    batch: Option<PathBuf>,
}

/// One call. Totals include their parts.
#[derive(Args)]
pub(super) struct Call {
    /// All tokens of input; 0 when only the output is given
    #[arg(long, value_name = "TOKENS", allow_negative_numbers = true)]
    input: Option<u64>,
    /// All tokens of output; 0 when only the input is given
    #[arg(long, value_name = "TOKENS", allow_negative_numbers = true)]
    output: Option<u64>,
    /// Of the input: read from the cache
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    cache_read: u64,
    /// Of the input: written to the cache for the shortest lifetime
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    cache_write: u64,
    /// Of the input: written to the cache for an hour
    #[arg(long = "cache-write-1h", value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    cache_write_1h: u64,
    /// Of the output: reasoning
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    reasoning: u64,
    /// Of the input: audio
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    audio_input: u64,
    /// Of the output: audio
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    audio_output: u64,
    /// The service tier
    #[arg(long, default_value_t = ServiceTier::Standard)]
    tier: ServiceTier,
    /// Use the standard tier for a model that has not the one asked for
    #[arg(long)]
    or_standard: bool,
    /// The moment of the call, as 2026-11-27T02:00:00Z; list prices when absent
    #[arg(long, value_name = "TIME", value_parser = moment, allow_hyphen_values = true)]
    at: Option<DateTime<Utc>>,
}

/// A moment of RFC 3339, which says how far its clock is from UTC.
pub(super) fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    let moment = DateTime::parse_from_rfc3339(text).map(|moment| moment.to_utc());
    moment.map_err(|error| {
        format!("`{text}` is no moment such as 2026-11-27T02:00:00Z or 2026-11-27T10:00:00+08:00: {error}")
    })
}

impl Call {
    /// A call of no tokens costs nothing, which is no answer to somebody who forgot to say how many there are.
    pub(super) fn is_counted(&self) -> Result<(), Box<dyn Error>> {
        match (self.input, self.output) {
            (None, None) => Err("how many tokens? say --input TOKENS, --output TOKENS or both".into()),
            _ => Ok(()),
        }
    }

    pub(super) fn cost(&self, model: &ModelCatalogEntry<'_>) -> Result<Cost, registry::catalog::CostError> {
        let usage = Usage {
            cache_read_tokens: self.cache_read,
            cache_write_tokens: self.cache_write,
            cache_write_1h_tokens: self.cache_write_1h,
            reasoning_tokens: self.reasoning,
            audio_input_tokens: self.audio_input,
            audio_output_tokens: self.audio_output,
            ..Usage::new(self.input.unwrap_or(0), self.output.unwrap_or(0))
        };
        let tier = TierChoice { tier: self.tier, or_standard: self.or_standard };
        match self.at {
            Some(when) => model.cost_at(&usage, tier, when),
            None => model.cost(&usage, tier),
        }
    }
}

impl CostArguments {
    pub(super) fn run(self, catalog: &ModelCatalog, json: bool) -> Outcome {
        if let Some(path) = self.batch {
            return batch::run(catalog, &path);
        }
        self.call.is_counted()?;
        let model = find(catalog, self.model.as_deref().unwrap_or_default())?;
        let cost = match self.call.cost(&model) {
            Ok(cost) => cost,
            Err(error) => {
                say(format_args!("error: {error}"));
                return Ok(Verdict::Problems);
            }
        };
        if json {
            output::json(&cost)?;
            return Ok(Verdict::Fine);
        }
        output::table(
            ["component", "tokens", "$/M", "rate", "USD"],
            &[1, 2, 4],
            cost.items.iter().map(|item| {
                let (rate, mut terms) = (item.rate, Vec::new());
                if rate.component != item.component {
                    terms.push(format!("as {}", rate.component));
                }
                terms.push(rate.tier.to_string());
                if rate.above > 0 {
                    terms.push(format!("above {}", rate.above));
                }
                terms.extend(rate.from.map(|from| format!("from {from}")));
                terms.extend(rate.window.map(|window| window.to_string()));
                [
                    item.component.to_string(),
                    item.tokens.to_string(),
                    output::per_million(Some(rate.price)),
                    terms.join(", "),
                    item.cost.normalize().to_string(),
                ]
            }),
        )?;
        let when = match cost.priced_at {
            PricedAt::ListPrice => "at list prices".to_owned(),
            PricedAt::Moment(when) => format!("at {}", when.format("%Y-%m-%dT%H:%M:%SZ")),
        };
        let (provider, id) = (&model.provider, &model.model_id);
        writeln!(
            io::stdout(),
            "{} USD: {provider}/{id}, {} tier, {when}, {}",
            cost.total,
            cost.tier,
            cost.snapshot_id
        )?;
        Ok(Verdict::Fine)
    }
}
