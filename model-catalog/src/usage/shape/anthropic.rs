//! `usage` of Anthropic's messages.
//!
//! The input leaves out what was read from and written to the cache, and the output includes thinking. A response that
//! was sampled several times lists all `iterations`, of which the totals leave out those of a compaction; each of them is
//! billed.
//!
//! Source: the API reference of messages, and the pages on prompt caching, compaction, fast mode and data residency.

use super::openai::{LIFETIMES, SERVER_TOOLS};
use crate::usage::member::Member::{Count, Iterations, Model, Object, Word};
use crate::usage::member::{Table, add};
use crate::usage::reading::{Reading, Slot, refuse_unexplained};
use crate::usage::word;
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
    (&["service_tier"], Word(word::TIERS)),
    (&["speed"], Word(word::SPEEDS)),
    (&["inference_geo"], Word(word::GEOS)),
    (&["iterations"], Iterations(ITERATION)),
    (&["fallback_credit"], Object(&[(&["status"], Object(&[(&["type"], Word(word::FALLBACK_CREDITS))]))])),
];

const ITERATION: Table = &[
    (&["type"], Word(word::ITERATIONS)),
    (&["model"], Model),
    (&["input_tokens"], Count(Slot::Input)),
    (&["output_tokens"], Count(Slot::Output)),
    (&["cache_read_input_tokens"], Count(Slot::CacheRead)),
    (&["cache_creation_input_tokens"], Count(Slot::CacheWrite)),
    (&["cache_creation"], Object(LIFETIMES)),
];

pub(super) fn usage(reading: &Reading) -> Result<Usage, UsageError> {
    let top = one(reading)?;
    refuse_unexplained("total_tokens", reading.given(Slot::Total), add(top.input_tokens, top.output_tokens)?)?;
    if reading.iterations.is_empty() {
        return Ok(top);
    }
    let billed = samplings(reading)?.into_iter().try_fold(Usage::default(), |sum, one| sum.plus(&one))?;
    refuse_unexplained("input_tokens with the cache", Some(top.input_tokens), billed.input_tokens)?;
    refuse_unexplained("output_tokens", Some(top.output_tokens), billed.output_tokens)?;
    Ok(Usage { reasoning_tokens: top.reasoning_tokens, web_search_requests: top.web_search_requests, ..billed })
}

/// What each iteration used.
pub(super) fn samplings(reading: &Reading) -> Result<Vec<Usage>, UsageError> {
    let mut models = reading.iterations.iter().filter_map(|iteration| iteration.model.as_ref());
    if let Some((first, _)) = models.next()
        && let Some((other, member)) = models.find(|(model, _)| model != first)
    {
        let why = "the iterations ran on several models: bill each by itself, at its model's prices";
        return Err(UsageError::Unbillable { member: member.clone(), found: other.clone(), why });
    }
    reading.iterations.iter().map(one).collect()
}

fn one(reading: &Reading) -> Result<Usage, UsageError> {
    let plain = reading.need(Slot::Input, "input_tokens")?;
    let output = reading.need(Slot::Output, "output_tokens")?;
    let parts = reading.input_parts()?;
    let cached = add(parts.cache_read_tokens, add(parts.cache_write_tokens, parts.cache_write_1h_tokens)?)?;
    Ok(Usage {
        input_tokens: add(plain, cached)?,
        output_tokens: output,
        reasoning_tokens: reading.get(Slot::Reasoning),
        ..parts
    })
}
