//! `usage` of Vercel's AI SDK.

use super::{read, rejection, report};
use model_catalog::{Region, ServiceTier, Usage, UsageFormat};
use serde_json::json;

use UsageFormat::Vercel;

#[test]
fn every_version_is_read() {
    let expected =
        Usage { cache_read_tokens: 600, cache_write_tokens: 100, reasoning_tokens: 8, ..Usage::new(1000, 10) };
    let six = json!({
        "inputTokens": 1000, "inputTokenDetails": {"noCacheTokens": 300, "cacheReadTokens": 600, "cacheWriteTokens": 100},
        "outputTokens": 10, "outputTokenDetails": {"textTokens": 2, "reasoningTokens": 8}, "totalTokens": 1010,
        "reasoningTokens": 8, "cachedInputTokens": 600,
    });
    assert_eq!(read(Vercel, &six), Ok(expected));
    let provider = json!({
        "inputTokens": {"total": 1000, "noCache": 300, "cacheRead": 600, "cacheWrite": 100},
        "outputTokens": {"total": 10, "text": 2, "reasoning": 8},
    });
    assert_eq!(read(Vercel, &provider), Ok(expected));
    let five = json!({"inputTokens": 1000, "outputTokens": 10, "totalTokens": 1010, "reasoningTokens": 8, "cachedInputTokens": 600});
    assert_eq!(read(Vercel, &five), Ok(Usage { cache_write_tokens: 0, ..expected }));
    let four = json!({"promptTokens": 1000, "completionTokens": 10, "totalTokens": 1010});
    assert_eq!(read(Vercel, &four), Ok(Usage::new(1000, 10)));
}

#[test]
fn reasoning_outside_the_output_is_added() {
    let usage = json!({"inputTokens": 1000, "outputTokens": 10, "reasoningTokens": 90, "totalTokens": 1100});
    assert_eq!(read(Vercel, &usage), Ok(Usage { reasoning_tokens: 90, ..Usage::new(1000, 100) }));
}

#[test]
fn an_input_that_excludes_the_cache_is_noticed() {
    let usage = json!({"inputTokens": 4, "outputTokens": 10, "totalTokens": 14, "cachedInputTokens": 600});
    assert_eq!(
        rejection(Vercel, &usage),
        "the 600 tokens of cache reads and writes, audio, images and the like exceed the total of 4 tokens that includes them"
    );
}

#[test]
fn the_providers_own_object_is_read_for_its_additional_details() {
    let usage = |input: u64| {
        json!({
            "inputTokens": input, "inputTokenDetails": {"noCacheTokens": input - 990, "cacheReadTokens": 900, "cacheWriteTokens": 90},
            "outputTokens": 5, "totalTokens": 1005,
            "raw": {
                "input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 900, "cache_creation_input_tokens": 90,
                "cache_creation": {"ephemeral_1h_input_tokens": 90}, "service_tier": "priority", "inference_geo": "us",
                "server_tool_use": {"web_search_requests": 2},
            },
        })
    };
    let report = report(Vercel, &usage(1000));
    let expected =
        Usage { cache_read_tokens: 900, cache_write_1h_tokens: 90, web_search_requests: 2, ..Usage::new(1000, 5) };
    assert_eq!((report.usage, report.tier, report.region), (expected, Some(ServiceTier::Priority), Some(Region::Us)));
    assert_eq!(
        read(Vercel, &usage(1000)).unwrap_err().to_string(),
        "raw.service_tier is priority, which changes the price and is not a count: use UsageReport instead of Usage"
    );
    assert_eq!(
        rejection(Vercel, &usage(1001)),
        "inputTokens is 1001, but that of raw is 1000: both state the same fact, so one of them is wrong"
    );
}

#[test]
fn an_unrecognized_provider_object_must_not_mention_a_price() {
    let usage = |raw| json!({"inputTokens": 4, "outputTokens": 10, "raw": raw});
    assert_eq!(read(Vercel, &usage(json!({"in": 4, "out": 10, "id": "x"}))), Ok(Usage::new(4, 10)));
    assert!(
        rejection(Vercel, &usage(json!({"meta": {"speed": "warp"}})))
            .starts_with("raw.meta.speed is \"warp\": this member is unknown")
    );
    let inner =
        json!({"input_tokens": 4, "output_tokens": 10, "cache_read_input_tokens": 0, "server_tool_use": {"dreams": 1}});
    assert!(rejection(Vercel, &usage(inner)).starts_with("raw.server_tool_use.dreams is 1"));
}

#[test]
fn an_input_that_is_not_the_sum_of_its_details_is_an_error() {
    let usage = |input| {
        let details = json!({"noCacheTokens": 500, "cacheReadTokens": 300, "cacheWriteTokens": 200});
        json!({"inputTokens": input, "inputTokenDetails": details, "outputTokens": 10})
    };
    let expected = Usage { cache_read_tokens: 300, cache_write_tokens: 200, ..Usage::new(1000, 10) };
    assert_eq!(read(Vercel, &usage(1000)), Ok(expected));
    assert_eq!(
        rejection(Vercel, &usage(500)),
        "inputTokens is 500, but the sum of inputTokenDetails.noCacheTokens and the cache is 1000: \
         both state the same fact, so one of them is wrong"
    );
}

#[test]
fn reasoning_that_the_providers_object_omits_is_kept() {
    let usage = |reasoning, of_raw: u64| {
        json!({
            "inputTokens": 10, "outputTokens": 50, "outputTokenDetails": {"reasoningTokens": reasoning},
            "raw": {"prompt_tokens": 10, "completion_tokens": 50,
                    "completion_tokens_details": {"reasoning_tokens": of_raw}},
        })
    };
    for (made, of_raw) in [(30, 0), (0, 30), (30, 30)] {
        assert_eq!(read(Vercel, &usage(made, of_raw)), Ok(Usage { reasoning_tokens: 30, ..Usage::new(10, 50) }));
    }
    assert!(rejection(Vercel, &usage(30, 20)).starts_with("reasoning is 30, but that of raw is 20"));
}
