//! `usage` of Amazon Bedrock's Converse and `ConverseStream`.
//!
//! As with Anthropic, the input excludes what was read from and written to the cache, but the total of all tokens
//! includes it.
//! Cache writes are listed by lifetime in `cacheDetails`.
//!
//! Source: the API references for `TokenUsage` and `CacheDetail`, and the page on prompt caching.

use crate::usage::keyword;
use crate::usage::member::Member::{Count, Keyword, Labelled, Object};
use crate::usage::member::{Table, add};
use crate::usage::reading::{Reading, Slot, reject_unexplained, remainder};
use crate::usage::{Usage, UsageError};

pub(super) const TABLE: Table = &[
    (&["inputTokens"], Count(Slot::Input)),
    (&["outputTokens"], Count(Slot::Output)),
    (&["totalTokens"], Count(Slot::Total)),
    (&["cacheReadInputTokens", "cacheReadInputTokenCount"], Count(Slot::CacheRead)),
    (&["cacheWriteInputTokens", "cacheWriteInputTokenCount"], Count(Slot::CacheWrite)),
    (
        &["cacheDetails"],
        Labelled {
            label: "ttl",
            count: &["inputTokens"],
            slots: &[("5m", Some(Slot::CacheWriteMinutes)), ("1h", Some(Slot::CacheWriteHour))],
        },
    ),
    (&["serviceTier"], Object(&[(&["type"], Keyword(keyword::TIERS))])),
];

pub(super) fn usage(reading: &Reading) -> Result<Usage, UsageError> {
    let plain = reading.require(Slot::Input, "inputTokens")?;
    let output = reading.require(Slot::Output, "outputTokens")?;
    let parts = reading.input_parts()?;
    let cached = add(parts.cache_read_tokens, add(parts.cache_write_tokens, parts.cache_write_1h_tokens)?)?;
    let input = add(plain, cached)?;
    let all = add(input, output)?;
    if let Some(total) = reading.stated(Slot::Total).filter(|total| *total > 0) {
        reject_unexplained("totalTokens", Some(total), all)?;
        // A total that excludes the cache would leave open whether the input includes it.
        remainder("input, output and cache", total, all)?;
    }
    Ok(Usage { input_tokens: input, output_tokens: output, ..parts })
}
