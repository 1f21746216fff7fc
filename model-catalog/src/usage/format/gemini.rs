//! `usageMetadata` of Gemini's generated content and of the Live API, which says "response" for "candidates", and
//! `usage` of
//! its interactions, which has other names for the same counts.
//!
//! The prompt includes cached content and excludes the results of tools that Gemini ran; the candidates exclude the
//! thoughts.
//! There is a list of modalities for each of the prompt, the cache, the tools and the response.
//!
//! Source: the API references for `UsageMetadata` of the Gemini API and of Vertex AI, and for the `Usage` of
//! interactions.

use crate::usage::keyword;
use crate::usage::member::Member::{self, Count, Keyword, Labelled};
use crate::usage::member::{Table, add};
use crate::usage::reading::{Reading, Slot, reject_unexplained};
use crate::usage::{Usage, UsageError};

pub(super) const TABLE: Table = &[
    (&["promptTokenCount", "prompt_token_count", "totalInputTokens", "total_input_tokens"], Count(Slot::Input)),
    (
        &["toolUsePromptTokenCount", "tool_use_prompt_token_count", "totalToolUseTokens", "total_tool_use_tokens"],
        Count(Slot::ToolInput),
    ),
    (
        &["cachedContentTokenCount", "cached_content_token_count", "totalCachedTokens", "total_cached_tokens"],
        Count(Slot::CacheRead),
    ),
    (
        &["thoughtsTokenCount", "thoughts_token_count", "totalThoughtTokens", "total_thought_tokens"],
        Count(Slot::Reasoning),
    ),
    (
        &[
            "candidatesTokenCount",
            "candidates_token_count",
            "responseTokenCount",
            "response_token_count",
            "totalOutputTokens",
            "total_output_tokens",
        ],
        Count(Slot::Output),
    ),
    (&["totalTokenCount", "total_token_count", "totalTokens", "total_tokens"], Count(Slot::Total)),
    (
        &["promptTokensDetails", "prompt_tokens_details", "inputTokensByModality", "input_tokens_by_modality"],
        by_modality(&[
            ("TEXT", None),
            ("DOCUMENT", None),
            ("AUDIO", Some(Slot::Audio)),
            ("IMAGE", Some(Slot::Image)),
            ("VIDEO", Some(Slot::Video)),
        ]),
    ),
    (
        &[
            "toolUsePromptTokensDetails",
            "tool_use_prompt_tokens_details",
            "toolUseTokensByModality",
            "tool_use_tokens_by_modality",
        ],
        by_modality(&[
            ("TEXT", None),
            ("DOCUMENT", None),
            ("AUDIO", Some(Slot::ToolAudio)),
            ("IMAGE", Some(Slot::ToolImage)),
            ("VIDEO", Some(Slot::ToolVideo)),
        ]),
    ),
    (
        &["cacheTokensDetails", "cache_tokens_details", "cachedTokensByModality", "cached_tokens_by_modality"],
        by_modality(&[
            ("TEXT", None),
            ("DOCUMENT", None),
            ("AUDIO", Some(Slot::CachedAudio)),
            ("IMAGE", Some(Slot::CachedImage)),
            ("VIDEO", Some(Slot::CachedVideo)),
        ]),
    ),
    (
        &[
            "candidatesTokensDetails",
            "candidates_tokens_details",
            "responseTokensDetails",
            "response_tokens_details",
            "outputTokensByModality",
            "output_tokens_by_modality",
        ],
        by_modality(&[("TEXT", None), ("AUDIO", Some(Slot::AudioOutput)), ("IMAGE", Some(Slot::ImageOutput))]),
    ),
    (
        &["groundingToolCount", "grounding_tool_count"],
        Labelled { label: "type", count: &["count"], slots: &[("google_search", Some(Slot::Searches))] },
    ),
    (&["trafficType", "traffic_type"], Keyword(keyword::TRAFFIC_TYPES)),
    (&["serviceTier", "service_tier"], Keyword(keyword::TIERS)),
];

const fn by_modality(slots: &'static [(&'static str, Option<Slot>)]) -> Member {
    Labelled { label: "modality", count: &["tokenCount", "token_count", "tokens"], slots }
}

pub(super) fn usage(reading: &Reading) -> Result<Usage, UsageError> {
    let prompt = reading.require(Slot::Input, "promptTokenCount")?;
    let total = reading.stated(Slot::Total);
    let response = match (reading.stated(Slot::Output), total) {
        (Some(response), _) => response,
        // A blocked prompt has no candidates, and the object does not say so.
        (None, Some(_)) => 0,
        (None, None) => return Err(UsageError::Missing("candidatesTokenCount or responseTokenCount")),
    };
    let thoughts = reading.get(Slot::Reasoning);
    let (input, output) = (add(prompt, reading.get(Slot::ToolInput))?, add(response, thoughts)?);
    reject_unexplained("totalTokenCount", total, add(input, output)?)?;
    Ok(Usage { input_tokens: input, output_tokens: output, reasoning_tokens: thoughts, ..reading.input_parts()? })
}
