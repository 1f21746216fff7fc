//! `usage` of Amazon Bedrock's Converse.

use super::{read, rejection, report};
use model_catalog::{ServiceTier, Usage, UsageFormat};
use serde_json::json;

use UsageFormat::Bedrock;

#[test]
fn the_input_excludes_the_cache_and_the_total_includes_it() {
    let usage = json!({
        "inputTokens": 4, "outputTokens": 242, "totalTokens": 1568, "cacheReadInputTokens": 100, "cacheWriteInputTokens": 1222,
        "cacheDetails": [{"ttl": "1h", "inputTokens": 1000}, {"ttl": "5m", "inputTokens": 222}],
    });
    let expected =
        Usage { cache_read_tokens: 100, cache_write_tokens: 222, cache_write_1h_tokens: 1000, ..Usage::new(1326, 242) };
    assert_eq!(read(Bedrock, &usage), Ok(expected));
}

#[test]
fn a_total_that_does_not_show_what_the_input_includes_is_an_error() {
    let usage =
        |total| json!({"inputTokens": 1000, "outputTokens": 10, "totalTokens": total, "cacheReadInputTokens": 800});
    assert_eq!(read(Bedrock, &usage(1810)), Ok(Usage { cache_read_tokens: 800, ..Usage::new(1800, 10) }));
    assert_eq!(
        rejection(Bedrock, &usage(1010)),
        "the 1810 tokens of input, output and cache exceed the total of 1010 tokens that includes them"
    );
    assert_eq!(rejection(Bedrock, &usage(1811)), "totalTokens is 1811, but the known counts only add up to 1810");
}

#[test]
fn cache_writes_are_those_by_lifetime_if_the_sum_is_zero() {
    let usage = json!({"inputTokens": 1, "outputTokens": 1, "cacheWriteInputTokens": 0, "cacheDetails": [{"ttl": "1h", "inputTokens": 9}]});
    assert_eq!(read(Bedrock, &usage), Ok(Usage { cache_write_1h_tokens: 9, ..Usage::new(10, 1) }));
    let unknown = json!({"inputTokens": 1, "outputTokens": 1, "cacheDetails": [{"ttl": "1d", "inputTokens": 9}]});
    assert_eq!(rejection(Bedrock, &unknown), "cacheDetails[0].ttl is \"1d\", expected one of 5m, 1h");
}

#[test]
fn a_tier_next_to_the_counts_is_read() {
    let usage = json!({"inputTokens": 1, "outputTokens": 1, "serviceTier": {"type": "flex"}});
    assert_eq!(report(Bedrock, &usage).tier, Some(ServiceTier::Flex));
}
