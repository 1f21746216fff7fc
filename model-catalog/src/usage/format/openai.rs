//! `usage` of `OpenAI`'s chat completions, responses, embeddings and realtime API, and of compatible APIs.
//!
//! The totals include their parts. APIs that deviate, and the members by which they can be recognized:
//!
//! | API | deviation |
//! |---|---|
//! | xAI | the completion excludes reasoning if the total of all tokens says so; tools are counted |
//! | Perplexity | in deep research, which counts citations, the completion excludes reasoning, and each search is billed; otherwise the fee is due per request, by its search context |
//! | Moonshot, `DeepSeek`, Codex, … | cached tokens are listed next to the totals |
//! | gateways to Claude, Qwen | cache writes are listed under several names |
//!
//! Sources: the API references of `OpenAI`, xAI, Perplexity, `DeepSeek`, Moonshot, Mistral, Groq and `OpenRouter`.

use crate::usage::keyword;
use crate::usage::member::Member::{Count, Ignored, Keyword, Object, OnlyOne, Unbillable};
use crate::usage::member::{Table, add};
use crate::usage::reading::{Reading, Slot, reject_unexplained};
use crate::usage::{Usage, UsageError};

const BY_ANOTHER_UNIT: &str = "it is billed in a unit other than tokens, which a Usage does not count";

const TOOL: &str = "a tool that the provider ran is billed per call, which a Usage does not count";

pub(super) const TABLE: Table = &[
    (&["prompt_tokens", "input_tokens"], Count(Slot::Input)),
    (&["completion_tokens", "output_tokens"], Count(Slot::Output)),
    (&["total_tokens"], Count(Slot::Total)),
    (
        &[
            "cached_tokens",
            "prompt_cache_hit_tokens",
            "cache_read_input_tokens",
            "cache_read_tokens",
            "cached_input_tokens",
            "cached_prompt_tokens",
            "num_cached_tokens",
        ],
        Count(Slot::CacheRead),
    ),
    (
        &["cache_creation_input_tokens", "cache_creation_tokens", "cache_write_input_tokens", "cache_write_tokens"],
        Count(Slot::CacheWrite),
    ),
    (&["claude_cache_creation_5_m_tokens", "cache_creation_5m_input_tokens"], Count(Slot::CacheWriteMinutes)),
    (&["claude_cache_creation_1_h_tokens", "cache_creation_1h_input_tokens"], Count(Slot::CacheWriteHour)),
    (&["cache_creation"], Object(LIFETIMES)),
    (&["prompt_cache_miss_tokens"], Count(Slot::Uncached)),
    (&["prompt_tokens_details", "prompt_token_details", "input_tokens_details", "input_token_details"], Object(INPUT)),
    (
        &["completion_tokens_details", "completion_token_details", "output_tokens_details", "output_token_details"],
        Object(OUTPUT),
    ),
    (&["reasoning_tokens"], Count(Slot::SeparateReasoning)),
    (&["reasoning_output_tokens"], Count(Slot::Reasoning)),
    (&["service_tier"], Keyword(keyword::TIERS)),
    (&["speed"], Keyword(keyword::SPEEDS)),
    (&["inference_geo"], Keyword(keyword::GEOS)),
    (&["iterations"], OnlyOne("it is not known whether the totals of this format include all iterations")),
    (&["server_tool_use", "server_tool_use_details"], Object(SERVER_TOOLS)),
    // Gateways that pass on Anthropic's totals under these names
    (&["usage_semantic"], Keyword(keyword::SEMANTICS)),
    // Perplexity
    (&["citation_tokens"], Count(Slot::Citation)),
    (&["num_search_queries"], Count(Slot::Searches)),
    (&["search_context_size"], Keyword(keyword::SEARCH_CONTEXTS)),
    (&["tool_calls_details"], Object(PERPLEXITY_TOOLS)),
    // xAI
    (&["num_sources_used"], Unbillable("each source of a live search is billed, which a Usage does not count")),
    (&["num_server_side_tools_used"], Count(Slot::Tools)),
    (&["server_side_tool_usage_details"], Object(XAI_TOOLS)),
    // The size of the context at the end, which does not count what was used.
    (&["context_details"], Ignored),
    // Vertex AI
    (&["extra_properties"], Object(&[(&["google"], Object(&[(&["traffic_type"], Keyword(keyword::TRAFFIC_TYPES))]))])),
    // Alibaba
    (&["plugins"], Object(&[(&["search"], Object(&[(&["count"], Count(Slot::Searches)), (&["strategy"], Ignored)]))])),
    // Mistral
    (&["prompt_audio_seconds", "seconds"], Unbillable(BY_ANOTHER_UNIT)),
    (&["connector_tokens", "connectors"], Unbillable(TOOL)),
    // The provider's own figures of the cost.
    (&["cost", "cost_details", "cost_in_usd_ticks", "total_cost", "estimated_cost", "market_cost", "is_byok"], Ignored),
    // Times: of Groq, Cerebras, SambaNova and Ollama
    (
        &[
            "queue_time",
            "prompt_time",
            "completion_time",
            "total_time",
            "time_info",
            "start_time",
            "end_time",
            "time_to_first_token",
            "total_latency",
            "model_execution_time",
            "completion_tokens_per_sec",
            "completion_tokens_after_first_per_sec",
            "completion_tokens_after_first_per_sec_first_ten",
            "output_tokens_per_sec",
            "total_tokens_per_sec",
            "acceptance_rate",
            "total_duration",
            "load_duration",
            "prompt_eval_duration",
            "eval_duration",
        ],
        Ignored,
    ),
];

/// Cache writes by lifetime.
pub(super) const LIFETIMES: Table = &[
    (&["ephemeral_5m_input_tokens"], Count(Slot::CacheWriteMinutes)),
    (&["ephemeral_1h_input_tokens"], Count(Slot::CacheWriteHour)),
];

const INPUT: Table = &[
    (&["cached_tokens", "cache_read_input_tokens", "cache_read_tokens"], Count(Slot::CacheRead)),
    (
        &[
            "cache_write_tokens",
            "cache_creation_tokens",
            "cache_creation_input_tokens",
            "cached_creation_tokens",
            "cache_write_input_tokens",
        ],
        Count(Slot::CacheWrite),
    ),
    (&["cache_creation", "cache_creation_token_details"], Object(LIFETIMES)),
    (&["cache_type"], Ignored),
    (
        &["cached_tokens_details"],
        Object(&[
            (&["text_tokens"], Ignored),
            (&["audio_tokens"], Count(Slot::CachedAudio)),
            (&["image_tokens"], Count(Slot::CachedImage)),
        ]),
    ),
    (&["text_tokens"], Ignored),
    (&["audio_tokens"], Count(Slot::Audio)),
    (&["image_tokens"], Count(Slot::Image)),
    (&["video_tokens"], Count(Slot::Video)),
    (&["web_search_requests"], Count(Slot::Searches)),
    (&["character_count", "image_count", "video_length_seconds", "audio_length_seconds"], Unbillable(BY_ANOTHER_UNIT)),
];

const OUTPUT: Table = &[
    (&["reasoning_tokens", "thinking_tokens"], Count(Slot::Reasoning)),
    (&["audio_tokens"], Count(Slot::AudioOutput)),
    (&["image_tokens"], Count(Slot::ImageOutput)),
    (&["video_tokens"], Unbillable("a Usage does not count video output tokens")),
    // Parts of the output that are billed like the rest of it.
    (&["text_tokens", "accepted_prediction_tokens", "rejected_prediction_tokens"], Ignored),
];

/// Tools that ran on the provider's side, as Anthropic counts them.
pub(super) const SERVER_TOOLS: Table = &[
    (&["web_search_requests"], Count(Slot::Searches)),
    // The result of a fetch, and that of a search for tools, is billed as the input that it becomes.
    (&["web_fetch_requests", "tool_search_requests"], Ignored),
    (&["code_execution_requests"], Unbillable(TOOL)),
    // OpenRouter: all tools that it ran, searches included.
    (&["tool_calls_executed"], Count(Slot::Tools)),
    (&["tool_calls_requested"], Ignored),
];

const PERPLEXITY_TOOLS: Table = &[
    (&["web_search", "search_web"], Object(&[(&["invocation"], Count(Slot::Searches))])),
    (&["fetch_url"], Unbillable(TOOL)),
];

const XAI_TOOLS: Table = &[
    (&["web_search_calls"], Count(Slot::Searches)),
    // Third-party servers, which are not billed through xAI.
    (&["mcp_calls"], Count(Slot::FreeTools)),
    (
        &[
            "x_search_calls",
            "code_interpreter_calls",
            "file_search_calls",
            "document_search_calls",
            "image_generation_calls",
        ],
        Unbillable(TOOL),
    ),
];

pub(super) fn usage(reading: &Reading) -> Result<Usage, UsageError> {
    let input = reading.require(Slot::Input, "prompt_tokens or input_tokens")?;
    let output = match reading.stated(Slot::Output) {
        Some(output) => output,
        // Embeddings have no output and do not state it.
        None if reading.stated(Slot::Total) == Some(input) => 0,
        None => return Err(UsageError::Missing("completion_tokens or output_tokens")),
    };
    reject_anthropic_counts(reading)?;
    reading.reject_wrong_sum(input)?;
    let separate = reading.get(Slot::SeparateReasoning);
    let is_deep_research = reading.get(Slot::Citation) > 0;
    let (output, reasoning) = if is_deep_research {
        reject_unexplained("total_tokens", reading.stated(Slot::Total), add(input, output)?)?;
        (add(output, separate)?, separate)
    } else {
        let reasoning = reading.stated(Slot::Reasoning).filter(|count| *count > 0).unwrap_or(separate);
        (reading.output_with_reasoning("total_tokens", input, output, reasoning)?, reasoning)
    };
    let parts = reading.input_parts()?;
    let web_search_requests = match parts.web_search_requests {
        _ if reading.search_context.is_some() && !is_deep_research => 1,
        searches => searches,
    };
    Ok(Usage {
        input_tokens: add(input, parts.citation_tokens)?,
        output_tokens: output,
        reasoning_tokens: reasoning,
        web_search_requests,
        ..parts
    })
}

/// Rejects an object that has only Anthropic's names and no total that would show whether the input includes the cache.
fn reject_anthropic_counts(reading: &Reading) -> Result<(), UsageError> {
    let is_named = |slot, name| reading.member(slot).is_some_and(|member| member.trim_start_matches("raw.") == name);
    if reading.stated(Slot::Total).is_some() || !is_named(Slot::Input, "input_tokens") {
        return Ok(());
    }
    for (slot, name) in
        [(Slot::CacheRead, "cache_read_input_tokens"), (Slot::CacheWrite, "cache_creation_input_tokens")]
    {
        let count = reading.get(slot);
        if count > 0 && is_named(slot, name) {
            let why = "next to input_tokens and without total_tokens, this is Anthropic's way of counting, where the input excludes \
                       the cache: read the object as the format anthropic, or add total_tokens";
            return Err(UsageError::Unbillable { member: name.to_owned(), found: count.to_string(), why });
        }
    }
    Ok(())
}
