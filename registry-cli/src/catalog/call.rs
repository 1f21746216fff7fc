//! The options that describe a call.

use super::keywords;
use chrono::{DateTime, Utc};
use clap::Args;
use registry::catalog::{CallTerms, Cost, CostError, ModelCatalogEntry, Region, SearchContext, ServiceTier, Usage};
use std::error::Error;

/// One call. Totals include their parts.
#[derive(Args)]
pub(super) struct Call {
    /// The total input tokens; 0 if only the output is given
    #[arg(long, value_name = "TOKENS", allow_negative_numbers = true)]
    input: Option<u64>,
    /// The total output tokens; 0 if only the input is given
    #[arg(long, value_name = "TOKENS", allow_negative_numbers = true)]
    output: Option<u64>,
    /// The input tokens that were read from the cache
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    cache_read: u64,
    /// The input tokens that were written to the cache for the shortest lifetime
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    cache_write: u64,
    /// The input tokens that were written to the cache for an hour
    #[arg(long = "cache-write-1h", value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    cache_write_1h: u64,
    /// The output tokens of reasoning
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    reasoning: u64,
    /// The input tokens of audio
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    audio_input: u64,
    /// The output tokens of audio
    #[arg(long, value_name = "TOKENS", default_value_t = 0, allow_negative_numbers = true)]
    audio_output: u64,
    /// The number of web searches that the provider made for the call
    #[arg(long, value_name = "COUNT", default_value_t = 0, allow_negative_numbers = true)]
    web_searches: u64,
    /// The search context, which is how much the model was given to read: low, medium or high
    #[arg(long, value_name = "SIZE", value_parser = keywords::search_context)]
    search_context: Option<SearchContext>,
    /// The number of requests in the call, for models with a fee per request
    #[arg(long, value_name = "COUNT", default_value_t = 0, allow_negative_numbers = true)]
    requests: u64,
    /// The service tier
    #[arg(long, default_value_t = ServiceTier::Standard, value_parser = keywords::tier)]
    tier: ServiceTier,
    /// The speed, `fast` or `standard`; a fast call is in the service tier `fast`
    #[arg(long, value_name = "SPEED", value_parser = keywords::speed)]
    speed: Option<ServiceTier>,
    /// The region that the call is restricted to: us, eu, regional (that of its endpoint) or fedramp
    #[arg(long, value_name = "REGION", value_parser = restriction)]
    inference_geo: Option<Restriction>,
    /// The time of the call, such as 2026-11-27T02:00:00Z; list prices if omitted
    #[arg(long, value_name = "TIME", value_parser = moment, allow_hyphen_values = true)]
    at: Option<DateTime<Utc>>,
}

/// What is billed if a tier has no price, for one call or for all calls of a batch.
#[derive(Args)]
pub(super) struct Fallback {
    /// Bill what has no price in the service tier at the standard price, and mark it
    #[arg(long)]
    pub(super) or_standard: bool,
}

/// A region, or `None` for a keyword that states that there is no restriction.
#[derive(Clone, Copy)]
struct Restriction(Option<Region>);

fn restriction(keyword: &str) -> Result<Restriction, String> {
    keywords::region(keyword).map(Restriction)
}

/// Parses a time in the format of RFC 3339, which includes the offset from UTC.
pub(super) fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    let moment = DateTime::parse_from_rfc3339(text).map(|moment| moment.to_utc());
    moment.map_err(|error| {
        format!("`{text}` is not a time such as 2026-11-27T02:00:00Z or 2026-11-27T10:00:00+08:00: {error}")
    })
}

impl Call {
    /// Checks that the options are consistent, and that a number of tokens is given: 0 tokens by omission is probably a mistake.
    pub(super) fn validate(&self) -> Result<(), Box<dyn Error>> {
        keywords::one_tier([self.tier].into_iter().chain(self.speed))?;
        self.check_counts()
    }

    fn check_counts(&self) -> Result<(), Box<dyn Error>> {
        match (self.input, self.output) {
            (None, None) => Err("no number of tokens given: pass --input TOKENS, --output TOKENS or both".into()),
            _ => Ok(()),
        }
    }

    pub(super) fn cost(&self, model: &ModelCatalogEntry<'_>, fallback: &Fallback) -> Result<Cost, CostError> {
        let usage = Usage {
            cache_read_tokens: self.cache_read,
            cache_write_tokens: self.cache_write,
            cache_write_1h_tokens: self.cache_write_1h,
            reasoning_tokens: self.reasoning,
            audio_input_tokens: self.audio_input,
            audio_output_tokens: self.audio_output,
            requests: self.requests,
            web_search_requests: self.web_searches,
            ..Usage::new(self.input.unwrap_or(0), self.output.unwrap_or(0))
        };
        // `validate` has checked that the two agree.
        let tier = self.speed.filter(|tier| *tier != ServiceTier::Standard).unwrap_or(self.tier);
        let region = self.inference_geo.and_then(|Restriction(region)| region);
        let terms = CallTerms { tier, or_standard: fallback.or_standard, region, search_context: self.search_context };
        match self.at {
            Some(when) => model.cost_at(&usage, terms, when),
            None => model.cost(&usage, terms),
        }
    }
}
