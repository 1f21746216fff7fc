//! Objects with any mix of members of all formats.

use crate::corpora::targets;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Names of members; the later ones can also be objects and lists.
const NAMES: &[&str] = &[
    "prompt_tokens",
    "completion_tokens",
    "input_tokens",
    "output_tokens",
    "total_tokens",
    "cached_tokens",
    "prompt_cache_hit_tokens",
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "cache_write_tokens",
    "reasoning_tokens",
    "citation_tokens",
    "num_search_queries",
    "search_context_size",
    "service_tier",
    "speed",
    "inference_geo",
    "num_server_side_tools_used",
    "promptTokenCount",
    "candidatesTokenCount",
    "thoughtsTokenCount",
    "totalTokenCount",
    "toolUsePromptTokenCount",
    "cachedContentTokenCount",
    "trafficType",
    "inputTokens",
    "outputTokens",
    "totalTokens",
    "cachedInputTokens",
    "reasoningTokens",
    "cacheReadInputTokens",
    "cacheWriteInputTokens",
    "type",
    "model",
    "ttl",
    "modality",
    "tokenCount",
    "total",
    "cacheRead",
    "cacheWrite",
    "reasoning",
    "audio_tokens",
    "image_tokens",
    "text_tokens",
    "ephemeral_5m_input_tokens",
    "ephemeral_1h_input_tokens",
    "web_search_requests",
    "image_count",
    "dreams",
    "prompt_tokens_details",
    "completion_tokens_details",
    "cached_tokens_details",
    "cache_creation",
    "server_tool_use",
    "iterations",
    "promptTokensDetails",
    "cacheTokensDetails",
    "cacheDetails",
    "inputTokenDetails",
    "outputTokenDetails",
    "raw",
    "billed_units",
    "tokens",
];

const WORDS: &[&str] =
    &["", "standard", "batch", "fast", "us", "low", "TEXT", "AUDIO", "5m", "1h", "message", "compaction"];

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(NAMES).prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        3 => prop::sample::select(&[0_u64, 0, 1, 2, 3, 5, 10, 100, u64::MAX][..]).prop_map(|count| json!(count)),
        1 => prop::sample::select(WORDS).prop_map(|word| json!(word)),
        1 => Just(Value::Null),
        1 => any::<f64>().prop_map(|number| json!(number)),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            vec((name(), inner.clone()), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
            vec(inner, 0..4).prop_map(Value::Array),
        ]
    })
}

/// An object that starts out as a valid one of a format, so that many are accepted.
fn object() -> impl Strategy<Value = Value> {
    let totals = prop::sample::select(
        &[
            ("prompt_tokens", "completion_tokens"),
            ("input_tokens", "output_tokens"),
            ("promptTokenCount", "candidatesTokenCount"),
            ("inputTokens", "outputTokens"),
        ][..],
    );
    (totals, vec((name(), value()), 0..5)).prop_map(|((input, output), members)| {
        let mut object: Map<String, Value> = members.into_iter().collect();
        object.insert(input.to_owned(), json!(1000));
        object.insert(output.to_owned(), json!(100));
        Value::Object(object)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_mix_of_members_is_read_consistently_or_rejected(usage in prop_oneof![object(), value()]) {
        targets::usage(&usage.to_string());
    }
}
