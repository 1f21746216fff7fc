//! A call as it is said on the command line, and the moment of one.

use chrono::{DateTime, Utc};
use clap::Args;
use registry::catalog::{CallTerms, Cost, CostError, ModelCatalogEntry, ServiceTier, Usage};
use std::error::Error;

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

    pub(super) fn cost(&self, model: &ModelCatalogEntry<'_>) -> Result<Cost, CostError> {
        let usage = Usage {
            cache_read_tokens: self.cache_read,
            cache_write_tokens: self.cache_write,
            cache_write_1h_tokens: self.cache_write_1h,
            reasoning_tokens: self.reasoning,
            audio_input_tokens: self.audio_input,
            audio_output_tokens: self.audio_output,
            ..Usage::new(self.input.unwrap_or(0), self.output.unwrap_or(0))
        };
        let tier = CallTerms { or_standard: self.or_standard, ..self.tier.into() };
        match self.at {
            Some(when) => model.cost_at(&usage, tier, when),
            None => model.cost(&usage, tier),
        }
    }
}
