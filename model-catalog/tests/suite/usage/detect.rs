//! Detection of the format of an object.

use model_catalog::UsageFormat;
use serde_json::json;

use UsageFormat::{Anthropic, Bedrock, Cohere, Gemini, OpenAi, Vercel};

#[test]
fn a_format_is_detected_by_its_own_members() {
    for (usage, expected) in [
        (json!({"prompt_tokens": 1, "completion_tokens": 1}), Some(OpenAi)),
        (json!({"prompt_tokens": 1, "completion_tokens": 1, "cache_read_input_tokens": 1}), Some(OpenAi)),
        (json!({"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}), Some(OpenAi)),
        (json!({"input_tokens": 1, "output_tokens": 1, "cache_read_input_tokens": 1}), Some(Anthropic)),
        (
            json!({"input_tokens": 1, "output_tokens": 1, "server_tool_use": {"web_search_requests": 1}}),
            Some(Anthropic),
        ),
        (json!({"promptTokenCount": 1, "totalTokenCount": 1}), Some(Gemini)),
        (json!({"total_input_tokens": 1, "total_output_tokens": 1, "total_tokens": 2}), Some(Gemini)),
        (json!({"inputTokens": 1, "outputTokens": 1, "cachedInputTokens": 1}), Some(Vercel)),
        (json!({"inputTokens": 1, "outputTokens": 1, "cacheReadInputTokens": 1}), Some(Bedrock)),
        (json!({"billed_units": {"input_tokens": 1}}), Some(Cohere)),
    ] {
        assert_eq!(UsageFormat::detect(&usage), expected, "{usage}");
    }
}

#[test]
fn what_two_formats_read_differently_is_not_detected() {
    for usage in [
        json!({"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, "cache_read_input_tokens": 1}),
        json!({"inputTokens": 1, "outputTokens": 1, "cachedInputTokens": 1, "cacheReadInputTokens": 1}),
        json!({"input_tokens": 1}),
        json!({"tokens": 1}),
        json!({}),
        json!([]),
        json!(null),
    ] {
        assert_eq!(UsageFormat::detect(&usage), None, "{usage}");
    }
}

#[test]
fn an_object_of_several_formats_is_read_the_same_by_each() {
    let snake = json!({"input_tokens": 5, "output_tokens": 6});
    assert!(UsageFormat::detect(&snake).is_some());
    assert_eq!(super::read(OpenAi, &snake), super::read(Anthropic, &snake));
    let camel = json!({"inputTokens": 5, "outputTokens": 6, "totalTokens": 11});
    assert!(UsageFormat::detect(&camel).is_some());
    assert_eq!(super::read(Vercel, &camel), super::read(Bedrock, &camel));
}
