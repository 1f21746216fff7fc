//! A call as it is said on the command line, and the moment of one.

use super::words;
use chrono::{DateTime, Utc};
use clap::Args;
use registry::catalog::{CallTerms, Cost, CostError, ModelCatalogEntry, Region, SearchContext, ServiceTier, Usage};
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
    /// Web searches that the provider made for the call
    #[arg(long, value_name = "COUNT", default_value_t = 0, allow_negative_numbers = true)]
    web_searches: u64,
    /// How much the searches gave the model to read: low, medium or high
    #[arg(long, value_name = "SIZE", value_parser = words::search_context)]
    search_context: Option<SearchContext>,
    /// Requests that the call is made of, for models with a fee per request
    #[arg(long, value_name = "COUNT", default_value_t = 0, allow_negative_numbers = true)]
    requests: u64,
    /// The service tier
    #[arg(long, default_value_t = ServiceTier::Standard, value_parser = words::tier)]
    tier: ServiceTier,
    /// The speed, `fast` or `standard`: a fast call is one of the service tier `fast`
    #[arg(long, value_name = "SPEED", value_parser = words::speed)]
    speed: Option<ServiceTier>,
    /// The region that the call is restricted to: us, eu, regional (the one of its endpoint) or fedramp
    #[arg(long, value_name = "REGION", value_parser = a_region)]
    inference_geo: Option<Restriction>,
    /// The moment of the call, as 2026-11-27T02:00:00Z; list prices when absent
    #[arg(long, value_name = "TIME", value_parser = moment, allow_hyphen_values = true)]
    at: Option<DateTime<Utc>>,
}

/// What is billed where a tier has no price: said for one call, or for all of a batch.
#[derive(Args)]
pub(super) struct Fallback {
    /// Bill what has no price in the service tier at the standard one, and mark it
    #[arg(long)]
    pub(super) or_standard: bool,
}

/// A region, or the word that says that there is none.
#[derive(Clone, Copy)]
struct Restriction(Option<Region>);

fn a_region(word: &str) -> Result<Restriction, String> {
    words::region(word).map(Restriction)
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
    pub(super) fn is_sound(&self) -> Result<(), Box<dyn Error>> {
        words::one_tier([self.tier].into_iter().chain(self.speed))?;
        self.is_counted()
    }

    fn is_counted(&self) -> Result<(), Box<dyn Error>> {
        match (self.input, self.output) {
            (None, None) => Err("how many tokens? say --input TOKENS, --output TOKENS or both".into()),
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
        // That the two agree was checked before.
        let tier = self.speed.filter(|tier| *tier != ServiceTier::Standard).unwrap_or(self.tier);
        let region = self.inference_geo.and_then(|Restriction(region)| region);
        let terms = CallTerms { tier, or_standard: fallback.or_standard, region, search_context: self.search_context };
        match self.at {
            Some(when) => model.cost_at(&usage, terms, when),
            None => model.cost(&usage, terms),
        }
    }
}
