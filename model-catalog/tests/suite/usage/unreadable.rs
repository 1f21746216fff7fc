//! Objects that are rejected, each with what is wrong and where.

use super::{read, rejection};
use model_catalog::{Usage, UsageFormat};
use serde_json::{Value, json};

#[test]
fn tokens_of_the_total_that_no_count_explains_are_an_error_and_not_free() {
    use UsageFormat::{Gemini, OpenAi};
    for (format, usage, expected) in [
        (
            OpenAi,
            json!({"prompt_tokens": 20, "completion_tokens": 424, "total_tokens": 1016}),
            "total_tokens is 1016, but the known counts only add up to 444",
        ),
        (
            OpenAi,
            json!({"prompt_tokens": 20, "completion_tokens": 424, "total_tokens": 1016, "completion_tokens_details": {"reasoning_tokens": 500}}),
            "total_tokens is 1016, but the known counts only add up to 444",
        ),
        (
            Gemini,
            json!({"promptTokenCount": 20, "candidatesTokenCount": 424, "totalTokenCount": 1016}),
            "totalTokenCount is 1016, but the known counts only add up to 444",
        ),
        (
            Gemini,
            json!({"promptTokenCount": 20, "answerTokenCount": 424, "totalTokenCount": 444}),
            "answerTokenCount is 424: this member is unknown in this usage format and may change the price; \
                 check the format, and remove the member if it costs nothing",
        ),
        (
            Gemini,
            json!({"promptTokenCount": 20, "thoughtsTokenCount": 3}),
            "the usage object has no candidatesTokenCount or responseTokenCount",
        ),
        (
            Gemini,
            json!({"promptTokenCount": 20, "thoughtsTokenCount": 3, "totalTokenCount": 444}),
            "totalTokenCount is 444, but the known counts only add up to 23",
        ),
        (
            Gemini,
            json!({"promptTokenCount": 20, "answerTokenCount": 424}),
            "answerTokenCount is 424: this member is unknown in this usage format and may change the price; \
                 check the format, and remove the member if it costs nothing",
        ),
    ] {
        assert_eq!(read(format, &usage).unwrap_err().to_string(), expected, "{usage}");
    }
}

#[test]
fn an_invalid_usage_is_rejected_with_the_field() {
    use UsageFormat::{Anthropic, Gemini, OpenAi};
    for (format, usage, expected) in [
        (OpenAi, json!([]), "expected a usage object, found []"),
        (OpenAi, json!({}), "the usage object has no prompt_tokens or input_tokens"),
        (Anthropic, json!({"input_tokens": 1}), "the usage object has no output_tokens"),
        (Gemini, json!({"candidatesTokenCount": 1}), "the usage object has no promptTokenCount"),
        (
            OpenAi,
            json!({"prompt_tokens": -1, "completion_tokens": 1}),
            "prompt_tokens is -1, expected a whole number of tokens",
        ),
        (
            OpenAi,
            json!({"prompt_tokens": 1.5, "completion_tokens": 1}),
            "prompt_tokens is 1.5, expected a whole number of tokens",
        ),
        (
            OpenAi,
            json!({"prompt_tokens": 9, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": "7"}}),
            "prompt_tokens_details.cached_tokens is \"7\", expected a whole number of tokens",
        ),
        (
            Anthropic,
            json!({"input_tokens": 1, "output_tokens": 1, "cache_creation_input_tokens": 5, "cache_creation": {"ephemeral_1h_input_tokens": 6}}),
            "the 6 tokens of cache creation by lifetime exceed the total of 5 tokens that includes them",
        ),
        (
            Anthropic,
            json!({"input_tokens": u64::MAX, "output_tokens": 1, "cache_read_input_tokens": 1}),
            "the counts are too large to add up",
        ),
    ] {
        assert_eq!(read(format, &usage).unwrap_err().to_string(), expected);
    }
}

/// The smallest object of each format.
fn smallest(format: UsageFormat) -> Value {
    match format {
        UsageFormat::OpenAi => json!({"prompt_tokens": 1, "completion_tokens": 1}),
        UsageFormat::Anthropic => json!({"input_tokens": 1, "output_tokens": 1}),
        UsageFormat::Gemini => json!({"promptTokenCount": 1, "candidatesTokenCount": 1}),
        UsageFormat::Vercel | UsageFormat::Bedrock => json!({"inputTokens": 1, "outputTokens": 1}),
        UsageFormat::Cohere => json!({"billed_units": {"input_tokens": 1, "output_tokens": 1}}),
    }
}

#[test]
fn an_unknown_member_that_may_cost_money_is_an_error_in_every_format() {
    for &format in UsageFormat::ALL {
        for (name, value, expected) in [
            ("dream_tokens", json!(7), "dream_tokens is 7: "),
            ("dream_tokens", json!("7"), "dream_tokens is \"7\": "),
            ("dreams", json!({"deep": {"tokens": 0.5}}), "dreams.deep.tokens is 0.5: "),
            ("dreams", json!([{"tokens": 0}, {"tokens": 3}]), "dreams[1].tokens is 3: "),
            ("dream_tier", json!("gold"), "dream_tier is \"gold\": "),
            ("deploymentRegion", json!("moon"), "deploymentRegion is \"moon\": "),
            ("fast_mode", json!(true), "fast_mode is true: "),
            ("dreams", json!({"pricing": "double"}), "dreams.pricing is \"double\": "),
        ] {
            let mut usage = smallest(format);
            usage[name] = value;
            let error = rejection(format, &usage);
            assert!(error.starts_with(expected), "{format}: {error}");
            assert!(error.ends_with("check the format, and remove the member if it costs nothing"), "{error}");
        }
    }
}

#[test]
fn an_unknown_member_that_does_not_affect_the_price_is_ignored_in_every_format() {
    for &format in UsageFormat::ALL {
        let mut usage = smallest(format);
        for (name, value) in [
            ("dream_a", json!(null)),
            ("dream_b", json!(0)),
            ("dream_c", json!(0.0)),
            ("dream_d", json!("")),
            ("dream_e", json!([])),
            ("dream_f", json!({"deep": {"tokens": 0, "tier": null}})),
            ("dream_g", json!("a text")),
            ("dream_h", json!(true)),
            ("fast_mode", json!(false)),
            ("dream_i", json!(["a", "b"])),
            ("dream_j", json!("0")),
            ("dream_id", json!("1234")),
        ] {
            usage[name] = value;
        }
        assert_eq!(read(format, &usage), Ok(Usage::new(1, 1)), "{format}");
    }
}

#[test]
fn a_member_of_another_format_is_not_ignored() {
    let usage = json!({"input_tokens": 1, "output_tokens": 1, "prompt_tokens_details": {"cached_tokens": 1}});
    assert!(rejection(UsageFormat::Anthropic, &usage).starts_with("prompt_tokens_details.cached_tokens is 1: "));
    let own = json!({"input_tokens": 1, "output_tokens": 1, "reasoning_tokens": 1});
    assert!(rejection(UsageFormat::Anthropic, &own).starts_with("reasoning_tokens is 1: "));
}

#[test]
fn an_object_in_place_of_a_count_and_the_reverse_are_rejected() {
    use UsageFormat::{Gemini, OpenAi};
    for (format, usage, expected) in [
        (
            OpenAi,
            json!({"prompt_tokens": {"total": 1}, "completion_tokens": 1}),
            "prompt_tokens is {\"total\":1}, expected a whole number of tokens",
        ),
        (
            OpenAi,
            json!({"prompt_tokens": 1, "completion_tokens": 1, "prompt_tokens_details": 5}),
            "expected a usage object, found 5 in prompt_tokens_details",
        ),
        (
            Gemini,
            json!({"promptTokenCount": 1, "candidatesTokenCount": 1, "promptTokensDetails": {"AUDIO": 1}}),
            "promptTokensDetails is {\"AUDIO\":1}, expected a list",
        ),
        (
            Gemini,
            json!({"promptTokenCount": 1, "candidatesTokenCount": 1, "promptTokensDetails": [3]}),
            "expected a usage object, found 3 in promptTokensDetails[0]",
        ),
    ] {
        assert_eq!(rejection(format, &usage), expected);
    }
}
