//! `usage` of Anthropic's messages.

use super::{read, rejection, report};
use model_catalog::{Usage, UsageFormat};
use serde_json::json;

use UsageFormat::Anthropic;

#[test]
fn anthropics_cache_writes_are_split_by_lifetime_and_added_to_the_total() {
    let usage = json!({
        "input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 30,
        "cache_creation": {"ephemeral_5m_input_tokens": 10, "ephemeral_1h_input_tokens": 20},
    });
    let expected =
        Usage { cache_read_tokens: 100, cache_write_tokens: 10, cache_write_1h_tokens: 20, ..Usage::new(140, 5) };
    assert_eq!(read(UsageFormat::Anthropic, &usage), Ok(expected));
}

#[test]
fn anthropics_cache_writes_without_a_lifetime_have_the_shortest() {
    let usage = json!({
        "input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 30,
        "cache_creation": {"ephemeral_1h_input_tokens": 20},
    });
    let expected = Usage { cache_write_tokens: 10, cache_write_1h_tokens: 20, ..Usage::new(40, 5) };
    assert_eq!(read(UsageFormat::Anthropic, &usage), Ok(expected));
}

#[test]
fn iterations_are_summed_with_their_cache_and_each_is_reported() {
    let usage = json!({
        "input_tokens": 30, "output_tokens": 100, "cache_read_input_tokens": 500, "cache_creation_input_tokens": 40,
        "output_tokens_details": {"thinking_tokens": 60}, "server_tool_use": {"web_search_requests": 2},
        "iterations": [
            {"type": "compaction", "input_tokens": 1000, "output_tokens": 350, "cache_read_input_tokens": 5000, "cache_creation_input_tokens": 0},
            {"type": "message", "model": "claude-opus-4-8", "input_tokens": 10, "output_tokens": 40, "cache_read_input_tokens": 200,
             "cache_creation_input_tokens": 40, "cache_creation": {"ephemeral_5m_input_tokens": 10, "ephemeral_1h_input_tokens": 30}},
            {"type": "message", "model": "claude-opus-4-8", "input_tokens": 20, "output_tokens": 60, "cache_read_input_tokens": 300},
        ],
    });
    let report = report(Anthropic, &usage);
    let expected = Usage {
        cache_read_tokens: 5500,
        cache_write_tokens: 10,
        cache_write_1h_tokens: 30,
        reasoning_tokens: 60,
        web_search_requests: 2,
        ..Usage::new(1030 + 5500 + 40, 450)
    };
    assert_eq!(report.usage, expected);
    assert_eq!(
        report.iterations,
        [
            Usage { cache_read_tokens: 5000, ..Usage::new(6000, 350) },
            Usage { cache_read_tokens: 200, cache_write_tokens: 10, cache_write_1h_tokens: 30, ..Usage::new(250, 40) },
            Usage { cache_read_tokens: 300, ..Usage::new(320, 60) },
        ]
    );
}

#[test]
fn a_single_iteration_adds_nothing() {
    let usage = json!({"input_tokens": 3, "output_tokens": 4, "iterations": [{"type": "message", "input_tokens": 3, "output_tokens": 4}]});
    let report = report(Anthropic, &usage);
    assert_eq!((report.usage, report.iterations), (Usage::new(3, 4), vec![]));
    let none = json!({"input_tokens": 3, "output_tokens": 4, "iterations": []});
    assert_eq!(read(Anthropic, &none), Ok(Usage::new(3, 4)));
}

#[test]
fn tokens_that_no_iteration_explains_are_an_error() {
    let usage = |input, output| {
        json!({"input_tokens": input, "output_tokens": output, "iterations": [
            {"type": "message", "input_tokens": 10, "output_tokens": 5},
            {"type": "message", "input_tokens": 20, "output_tokens": 6},
        ]})
    };
    assert_eq!(read(Anthropic, &usage(30, 11)), Ok(Usage::new(30, 11)));
    assert_eq!(
        rejection(Anthropic, &usage(31, 11)),
        "input_tokens with the cache is 31, but the known counts only add up to 30"
    );
    assert_eq!(rejection(Anthropic, &usage(30, 12)), "output_tokens is 12, but the known counts only add up to 11");
}

#[test]
fn iterations_on_other_models_are_not_billed_at_this_ones_prices() {
    let usage = |kind: &str, model: &str| {
        json!({"input_tokens": 30, "output_tokens": 11, "iterations": [
            {"type": "message", "model": "claude-opus-4-8", "input_tokens": 10, "output_tokens": 5},
            {"type": kind, "model": model, "input_tokens": 20, "output_tokens": 6},
        ]})
    };
    assert_eq!(
        rejection(Anthropic, &usage("advisor_message", "claude-opus-5")),
        "iterations[1].type is advisor_message: it ran on a different model than the response: \
         bill it separately, at that model's prices"
    );
    assert_eq!(
        rejection(Anthropic, &usage("fallback_message", "claude-haiku-4-5")),
        "iterations[1].model is claude-haiku-4-5: the iterations ran on different models: \
         bill each separately, at its model's prices"
    );
    assert_eq!(read(Anthropic, &usage("message", "claude-opus-4-8")), Ok(Usage::new(30, 11)));
    assert_eq!(
        rejection(Anthropic, &usage("rehearsal", "claude-opus-4-8")),
        "iterations[1].type is \"rehearsal\", expected one of message, compaction, fallback_message, advisor_message"
    );
}

#[test]
fn thinking_is_a_part_of_the_output() {
    let usage = json!({"input_tokens": 3, "output_tokens": 40, "output_tokens_details": {"thinking_tokens": 30}});
    assert_eq!(read(Anthropic, &usage), Ok(Usage { reasoning_tokens: 30, ..Usage::new(3, 40) }));
}

#[test]
fn tools_that_the_provider_ran_are_counted_free_or_rejected() {
    let usage = |tools| json!({"input_tokens": 3, "output_tokens": 4, "server_tool_use": tools});
    let searched = Usage { web_search_requests: 2, ..Usage::new(3, 4) };
    assert_eq!(read(Anthropic, &usage(json!({"web_search_requests": 2, "web_fetch_requests": 5}))), Ok(searched));
    assert!(
        rejection(Anthropic, &usage(json!({"code_execution_requests": 1}))).contains("code_execution_requests is 1")
    );
    assert!(
        rejection(Anthropic, &usage(json!({"dream_requests": 1}))).starts_with("server_tool_use.dream_requests is 1")
    );
}

#[test]
fn a_redeemed_fallback_credit_is_rejected() {
    let usage = |kind: &str| json!({"input_tokens": 3, "output_tokens": 4, "fallback_credit": {"status": {"type": kind, "reason": "expired"}}});
    assert_eq!(read(Anthropic, &usage("not_applied")), Ok(Usage::new(3, 4)));
    assert!(rejection(Anthropic, &usage("redeemed")).starts_with("fallback_credit.status.type is redeemed: "));
}
