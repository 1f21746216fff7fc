//! `usage` of Anthropic's messages.
//!
//! The input excludes what was read from and written to the cache, and the output includes thinking. A response that
//! was
//! sampled several times lists all its `iterations`; the totals exclude those of a compaction. All of them are billed.
//!
//! Source: the API reference for messages, and the pages on prompt caching, compaction, fast mode and data residency.

use super::openai::{LIFETIMES, SERVER_TOOLS};
use crate::usage::keyword;
use crate::usage::member::Member::{Count, Iterations, Keyword, Model, Object};
use crate::usage::member::{Table, add};
use crate::usage::reading::{Reading, Slot, reject_unexplained};
use crate::usage::{Usage, UsageError};

pub(super) const TABLE: Table = &[
    (&["input_tokens"], Count(Slot::Input)),
    (&["output_tokens"], Count(Slot::Output)),
    (&["cache_read_input_tokens"], Count(Slot::CacheRead)),
    (&["cache_creation_input_tokens"], Count(Slot::CacheWrite)),
    (&["cache_creation"], Object(LIFETIMES)),
    (&["claude_cache_creation_5_m_tokens"], Count(Slot::CacheWriteMinutes)),
    (&["claude_cache_creation_1_h_tokens"], Count(Slot::CacheWriteHour)),
    (&["output_tokens_details"], Object(&[(&["thinking_tokens"], Count(Slot::Reasoning))])),
    (&["total_tokens"], Count(Slot::Total)),
    (&["server_tool_use"], Object(SERVER_TOOLS)),
    (&["service_tier"], Keyword(keyword::TIERS)),
    (&["speed"], Keyword(keyword::SPEEDS)),
    (&["inference_geo"], Keyword(keyword::GEOS)),
    (&["iterations"], Iterations(ITERATION)),
    (&["fallback_credit"], Object(&[(&["status"], Object(&[(&["type"], Keyword(keyword::FALLBACK_CREDITS))]))])),
];

const ITERATION: Table = &[
    (&["type"], Keyword(keyword::ITERATIONS)),
    (&["model"], Model),
    (&["input_tokens"], Count(Slot::Input)),
    (&["output_tokens"], Count(Slot::Output)),
    (&["cache_read_input_tokens"], Count(Slot::CacheRead)),
    (&["cache_creation_input_tokens"], Count(Slot::CacheWrite)),
    (&["cache_creation"], Object(LIFETIMES)),
];

pub(super) fn usage(reading: &Reading) -> Result<Usage, UsageError> {
    let top = one(reading)?;
    reject_unexplained("total_tokens", reading.stated(Slot::Total), add(top.input_tokens, top.output_tokens)?)?;
    if reading.iterations.is_empty() {
        return Ok(top);
    }
    let billed = iteration_usages(reading)?.into_iter().try_fold(Usage::default(), |sum, one| sum.plus(&one))?;
    reject_unexplained("input_tokens with the cache", Some(top.input_tokens), billed.input_tokens)?;
    reject_unexplained("output_tokens", Some(top.output_tokens), billed.output_tokens)?;
    Ok(Usage { reasoning_tokens: top.reasoning_tokens, web_search_requests: top.web_search_requests, ..billed })
}

/// Returns what each iteration used.
pub(super) fn iteration_usages(reading: &Reading) -> Result<Vec<Usage>, UsageError> {
    let mut models = reading.iterations.iter().filter_map(|iteration| iteration.model.as_ref());
    if let Some((first, _)) = models.next()
        && let Some((other, member)) = models.find(|(model, _)| model != first)
    {
        let why = "the iterations ran on different models: bill each separately, at its model's prices";
        return Err(UsageError::Unbillable { member: member.clone(), found: other.clone(), why });
    }
    reading.iterations.iter().map(one).collect()
}

fn one(reading: &Reading) -> Result<Usage, UsageError> {
    let plain = reading.require(Slot::Input, "input_tokens")?;
    let output = reading.require(Slot::Output, "output_tokens")?;
    let parts = reading.input_parts()?;
    let cached = add(parts.cache_read_tokens, add(parts.cache_write_tokens, parts.cache_write_1h_tokens)?)?;
    Ok(Usage {
        input_tokens: add(plain, cached)?,
        output_tokens: output,
        reasoning_tokens: reading.get(Slot::Reasoning),
        ..parts
    })
}
