//! `usage` of Vercel's AI SDK, which has its own format for all providers.
//!
//! | version | totals | parts |
//! |---|---|---|
//! | 4 | `promptTokens`, `completionTokens` | – |
//! | 5 | `inputTokens`, `outputTokens` | `cachedInputTokens`, `reasoningTokens` |
//! | 6 | the same | `inputTokenDetails`, `outputTokenDetails`; the provider's object in `raw` |
//! | 6, of a provider package | `inputTokens.total`, `outputTokens.total` | the other members of these two |
//!
//! The totals include their parts, except for reasoning if the total of all tokens says so. `raw` has details that the
//! other
//! members lack, such as tiers, searches and the lifetime of cache writes: if its format is recognized, it is read and
//! must
//! agree with them.
//!
//! Version 5 excludes the cache from the input of Anthropic, which only shows if the cache is larger than the input.
//!
//! Source: the types `LanguageModelUsage` and `LanguageModelV3Usage` of the packages `ai` and `@ai-sdk/provider`.

use super::UsageFormat;
use crate::usage::member::Member::{Count, CountOr, Ignored, Object, Raw};
use crate::usage::member::{Table, reject_terms};
use crate::usage::reading::{Reading, Slot, disagreement};
use crate::usage::{Usage, UsageError};
use serde_json::Value;

pub(super) const TABLE: Table = &[
    (&["inputTokens", "promptTokens"], CountOr(Slot::Input, INPUT)),
    (&["outputTokens", "completionTokens"], CountOr(Slot::Output, OUTPUT)),
    (&["totalTokens"], Count(Slot::Total)),
    (&["cachedInputTokens"], Count(Slot::CacheRead)),
    (&["reasoningTokens"], Count(Slot::Reasoning)),
    (
        &["inputTokenDetails"],
        Object(&[
            (&["noCacheTokens"], Count(Slot::Uncached)),
            (&["cacheReadTokens"], Count(Slot::CacheRead)),
            (&["cacheWriteTokens"], Count(Slot::CacheWrite)),
        ]),
    ),
    (&["outputTokenDetails"], Object(&[(&["textTokens"], Ignored), (&["reasoningTokens"], Count(Slot::Reasoning))])),
    (&["raw"], Raw),
];

const INPUT: Table = &[
    (&["total"], Count(Slot::Input)),
    (&["noCache"], Count(Slot::Uncached)),
    (&["cacheRead"], Count(Slot::CacheRead)),
    (&["cacheWrite"], Count(Slot::CacheWrite)),
];

const OUTPUT: Table =
    &[(&["total"], Count(Slot::Output)), (&["text"], Ignored), (&["reasoning"], Count(Slot::Reasoning))];

pub(super) fn usage(reading: &Reading) -> Result<Usage, UsageError> {
    let input = reading.require(Slot::Input, "inputTokens or promptTokens")?;
    let output = reading.require(Slot::Output, "outputTokens or completionTokens")?;
    reading.reject_wrong_sum(input)?;
    let reasoning = reading.get(Slot::Reasoning);
    let output = reading.output_with_reasoning("totalTokens", input, output, reasoning)?;
    Ok(Usage { input_tokens: input, output_tokens: output, reasoning_tokens: reasoning, ..reading.input_parts()? })
}

/// Adds what only the provider's object states, if its format is recognized.
pub(super) fn compare(raw: &Value, reading: &mut Reading, usage: &mut Usage) -> Result<(), UsageError> {
    let Some(format) = UsageFormat::detect(raw) else { return reject_terms(raw, "raw") };
    let (of_raw, counts) = super::read(format, raw, "raw.")?;
    for (name, made, found) in [
        ("inputTokens", usage.input_tokens, counts.input_tokens),
        ("outputTokens", usage.output_tokens, counts.output_tokens),
    ] {
        if made != found {
            return Err(disagreement(name, made, "that of raw", found));
        }
    }
    // Some providers' objects do not state how much of the output was reasoning, which the package counts itself.
    let reasoning_tokens = match (usage.reasoning_tokens, counts.reasoning_tokens) {
        (made, 0) => made,
        (0, found) => found,
        (made, found) if made == found => found,
        (made, found) => return Err(disagreement("reasoning", made, "that of raw", found)),
    };
    *usage = Usage { reasoning_tokens, ..counts };
    reading.tier = of_raw.tier;
    reading.region = of_raw.region;
    reading.search_context = of_raw.search_context;
    Ok(())
}
