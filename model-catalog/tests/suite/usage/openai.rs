//! `usage` of `OpenAI`'s APIs and of compatible ones.

use super::{read, rejection, report};
use model_catalog::{SearchContext, Usage, UsageError, UsageFormat};
use serde_json::{Value, json};

use UsageFormat::OpenAi;

#[test]
fn a_response_of_openai_is_read_with_all_its_parts() {
    let usage = json!({
        "input_tokens": 100, "output_tokens": 60, "total_tokens": 160,
        "input_token_details": {
            "text_tokens": 50, "audio_tokens": 40, "image_tokens": 10, "cached_tokens": 30,
            "cached_tokens_details": {"text_tokens": 20, "audio_tokens": 7, "image_tokens": 3},
        },
        "output_token_details": {"text_tokens": 20, "audio_tokens": 40},
    });
    let expected = Usage {
        cache_read_tokens: 20,
        cache_read_audio_tokens: 7,
        cache_read_image_tokens: 3,
        audio_input_tokens: 33,
        image_input_tokens: 7,
        audio_output_tokens: 40,
        ..Usage::new(100, 60)
    };
    assert_eq!(read(UsageFormat::OpenAi, &usage), Ok(expected));
    assert_eq!(expected.plain_input_tokens(), Some(30));
}

#[test]
fn an_embedding_has_no_output() {
    assert_eq!(read(UsageFormat::OpenAi, &json!({"prompt_tokens": 8, "total_tokens": 8})), Ok(Usage::new(8, 0)));
    assert_eq!(
        read(UsageFormat::OpenAi, &json!({"prompt_tokens": 8, "total_tokens": 9})),
        Err(UsageError::Missing("completion_tokens or output_tokens"))
    );
}

#[test]
fn details_that_are_null_are_absent() {
    let usage = json!({"prompt_tokens": 1, "completion_tokens": 2, "prompt_tokens_details": null, "completion_tokens_details": {"reasoning_tokens": null}});
    assert_eq!(read(UsageFormat::OpenAi, &usage), Ok(Usage::new(1, 2)));
}

#[test]
fn deepseeks_cache_hits_are_cached_tokens() {
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 2, "prompt_cache_hit_tokens": 7, "prompt_cache_miss_tokens": 3});
    assert_eq!(read(UsageFormat::OpenAi, &usage).unwrap().cache_read_tokens, 7);
}

#[test]
fn reasoning_outside_the_completion_is_added_if_the_total_says_so() {
    let usage = |completion: u64, total: Option<u64>| {
        let mut usage = json!({
            "prompt_tokens": 32, "completion_tokens": completion,
            "completion_tokens_details": {"reasoning_tokens": 94},
        });
        if let Some(total) = total {
            usage["total_tokens"] = total.into();
        }
        read(UsageFormat::OpenAi, &usage)
    };
    let thought = |output| Ok(Usage { reasoning_tokens: 94, ..Usage::new(32, output) });
    assert_eq!(usage(9, Some(135)), thought(103), "as xAI counts");
    assert_eq!(usage(0, Some(126)), thought(94));
    assert_eq!(usage(103, Some(135)), thought(103), "as OpenAI counts");
    assert_eq!(usage(103, None), thought(103));
    assert_eq!(usage(103, Some(0)), thought(103), "a total that is not filled in");
    let contradiction = UsageError::Contradiction { what: "reasoning", part: 94, total: 9 };
    assert_eq!(usage(9, None), Err(contradiction.clone()));
    assert_eq!(usage(9, Some(41)), Err(contradiction));
    let responses = json!({
        "input_tokens": 32, "output_tokens": 9, "total_tokens": 135,
        "output_tokens_details": {"reasoning_tokens": 94},
    });
    assert_eq!(read(UsageFormat::OpenAi, &responses), thought(103));
}

/// An object with 1,000 input tokens, 10 output tokens and these additional members.
fn with(members: Value) -> Value {
    let mut usage = json!({"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010});
    let Value::Object(members) = members else { panic!("{members} are no members") };
    usage.as_object_mut().unwrap().extend(members);
    usage
}

#[test]
fn every_spelling_of_cached_tokens_is_understood() {
    for members in [
        json!({"cached_tokens": 7}),
        json!({"prompt_cache_hit_tokens": 7, "prompt_cache_miss_tokens": 993}),
        json!({"cache_read_input_tokens": 7}),
        json!({"cached_input_tokens": 7}),
        json!({"num_cached_tokens": 7}),
        json!({"prompt_tokens_details": {"cached_tokens": 7}}),
        json!({"prompt_tokens_details": {"cache_read_input_tokens": 7}}),
        json!({"cached_tokens": 7, "prompt_tokens_details": {"cached_tokens": 7}}),
        json!({"cached_tokens": 7, "prompt_tokens_details": {"cached_tokens": 0}}),
        json!({"cached_tokens": 0, "prompt_tokens_details": {"cached_tokens": 7}}),
    ] {
        let expected = Usage { cache_read_tokens: 7, ..Usage::new(1000, 10) };
        assert_eq!(read(OpenAi, &with(members.clone())), Ok(expected), "{members}");
    }
}

#[test]
fn every_spelling_of_cache_creation_is_understood() {
    for members in [
        json!({"cache_creation_input_tokens": 9}),
        json!({"prompt_tokens_details": {"cache_write_tokens": 9}}),
        json!({"prompt_tokens_details": {"cache_creation_tokens": 9}}),
        json!({"prompt_tokens_details": {"cached_creation_tokens": 9}}),
        json!({"prompt_tokens_details": {"cache_creation_input_tokens": 9, "cache_type": "ephemeral"}}),
        json!({"prompt_tokens_details": {"cache_creation_input_tokens": 9, "cache_creation": {"ephemeral_5m_input_tokens": 9}}}),
        json!({"claude_cache_creation_5_m_tokens": 9, "claude_cache_creation_1_h_tokens": 0}),
    ] {
        let expected = Usage { cache_write_tokens: 9, ..Usage::new(1000, 10) };
        assert_eq!(read(OpenAi, &with(members.clone())), Ok(expected), "{members}");
    }
    let hour = with(json!({"prompt_tokens_details": {
        "cache_creation_tokens": 9, "cache_creation_token_details": {"ephemeral_5m_input_tokens": 2, "ephemeral_1h_input_tokens": 7},
    }}));
    let expected = Usage { cache_write_tokens: 2, cache_write_1h_tokens: 7, ..Usage::new(1000, 10) };
    assert_eq!(read(OpenAi, &hour), Ok(expected));
}

#[test]
fn two_spellings_that_differ_are_an_error_that_names_both() {
    let usage = with(json!({"cached_tokens": 7, "prompt_tokens_details": {"cached_tokens": 8}}));
    assert_eq!(
        rejection(OpenAi, &usage),
        "cached_tokens is 7, but prompt_tokens_details.cached_tokens is 8: \
         both state the same fact, so one of them is wrong"
    );
}

#[test]
fn parts_that_exceed_their_total_are_an_error() {
    for members in [
        json!({"cached_tokens": 1001}),
        json!({"cached_tokens": 600, "cache_creation_input_tokens": 401}),
        json!({"prompt_tokens_details": {"audio_tokens": 600, "image_tokens": 401}}),
        json!({"completion_tokens_details": {"audio_tokens": 6, "reasoning_tokens": 5}}),
    ] {
        assert!(matches!(read(OpenAi, &with(members.clone())), Err(UsageError::Contradiction { .. })), "{members}");
    }
}

#[test]
fn what_costs_nothing_by_itself_is_ignored() {
    for members in [
        json!({"queue_time": 0.04, "prompt_time": 0.0003, "completion_time": 0.26, "total_time": 0.27}),
        json!({"cost": 0.95, "is_byok": true, "cost_details": {"upstream_inference_cost": 19}}),
        json!({"cost": {"input_tokens_cost": 0.001, "request_cost": 0.005, "total_cost": 0.006}}),
        json!({"cost_in_usd_ticks": 37_756_000, "num_sources_used": 0, "context_details": {"input_tokens": 990, "output_tokens": 9}}),
        json!({"completion_tokens_details": {"accepted_prediction_tokens": 3, "rejected_prediction_tokens": 4, "text_tokens": 10}}),
        json!({"type": "tokens", "id": "u-1", "prompt_audio_seconds": null, "prompt_tokens_details": {"text_tokens": 1000, "video_tokens": 0}}),
        json!({"iterations": [{"type": "message", "input_tokens": 1000, "output_tokens": 10}]}),
        json!({"server_tool_use": {"web_search_requests": 0, "web_fetch_requests": 4}}),
    ] {
        assert_eq!(read(OpenAi, &with(members.clone())), Ok(Usage::new(1000, 10)), "{members}");
    }
}

#[test]
fn what_costs_money_and_is_not_counted_in_a_usage_is_an_error_that_says_why() {
    for (members, expected) in [
        (json!({"num_sources_used": 5}), "num_sources_used is 5: each source of a live search is billed"),
        (json!({"prompt_audio_seconds": 12}), "prompt_audio_seconds is 12: it is billed in a unit other than tokens"),
        (
            json!({"num_server_side_tools_used": 3, "server_side_tool_usage_details": {"web_search_calls": 1, "x_search_calls": 2}}),
            "server_side_tool_usage_details.x_search_calls is 2: a tool that the provider ran",
        ),
        (json!({"num_server_side_tools_used": 3}), "num_server_side_tools_used is 3: the provider ran more tools"),
        (
            json!({"server_tool_use": {"tool_calls_executed": 2, "web_search_requests": 1}}),
            "server_tool_use.tool_calls_executed is 2: the provider ran more tools",
        ),
        (
            json!({"server_tool_use": {"code_execution_requests": 1}}),
            "server_tool_use.code_execution_requests is 1: a tool",
        ),
        (
            json!({"completion_tokens_details": {"video_tokens": 4}}),
            "completion_tokens_details.video_tokens is 4: a Usage does not count video",
        ),
        (
            json!({"usage_semantic": "anthropic", "cached_tokens": 7}),
            "usage_semantic is anthropic: its totals exclude the cache",
        ),
        (json!({"iterations": [{"input_tokens": 1}, {"input_tokens": 2}]}), "iterations is [{"),
    ] {
        let error = rejection(OpenAi, &with(members));
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn searches_that_the_provider_made_are_counted() {
    for members in [
        json!({"server_tool_use": {"web_search_requests": 3}}),
        json!({"server_tool_use_details": {"web_search_requests": 3, "tool_calls_requested": 4, "tool_calls_executed": 3}}),
        json!({"prompt_tokens_details": {"web_search_requests": 3}}),
        json!({"num_server_side_tools_used": 5, "server_side_tool_usage_details": {"web_search_calls": 3, "mcp_calls": 2}}),
        json!({"plugins": {"search": {"count": 3, "strategy": "turbo"}}}),
        json!({"tool_calls_details": {"search_web": {"invocation": 3}}, "cost": {"currency": "USD", "total_cost": 0.01}}),
        json!({"num_search_queries": 3}),
    ] {
        let expected = Usage { web_search_requests: 3, ..Usage::new(1000, 10) };
        assert_eq!(read(OpenAi, &with(members.clone())), Ok(expected), "{members}");
    }
}

#[test]
fn perplexity_bills_a_request_by_its_search_context() {
    for searches in [json!({}), json!({"num_search_queries": 3})] {
        let mut usage = with(json!({"search_context_size": "medium"}));
        usage.as_object_mut().unwrap().extend(searches.as_object().unwrap().clone());
        let report = report(OpenAi, &usage);
        assert_eq!(report.search_context, Some(SearchContext::Medium));
        assert_eq!(report.usage, Usage { web_search_requests: 1, ..Usage::new(1000, 10) });
        assert_eq!(
            read(OpenAi, &usage).unwrap_err().to_string(),
            "search_context_size is medium, which changes the price and is not a count: use UsageReport instead of Usage"
        );
    }
}

#[test]
fn perplexitys_deep_research_bills_citations_reasoning_and_each_search() {
    let usage = json!({
        "prompt_tokens": 33, "completion_tokens": 7163, "total_tokens": 7196,
        "citation_tokens": 20016, "num_search_queries": 18, "reasoning_tokens": 73997,
    });
    let expected = Usage {
        citation_tokens: 20016,
        reasoning_tokens: 73997,
        web_search_requests: 18,
        ..Usage::new(33 + 20016, 7163 + 73997)
    };
    assert_eq!(read(OpenAi, &usage), Ok(expected));
}

#[test]
fn reasoning_at_the_top_level_is_a_part_of_the_output_unless_the_total_says_otherwise() {
    let usage =
        |total| json!({"prompt_tokens": 32, "completion_tokens": 100, "reasoning_tokens": 94, "total_tokens": total});
    assert_eq!(read(OpenAi, &usage(132)), Ok(Usage { reasoning_tokens: 94, ..Usage::new(32, 100) }));
    assert_eq!(read(OpenAi, &usage(226)), Ok(Usage { reasoning_tokens: 94, ..Usage::new(32, 194) }));
}

#[test]
fn an_anthropic_object_is_not_read_as_if_its_input_included_the_cache() {
    let mut usage = json!({"input_tokens": 1000, "output_tokens": 10, "cache_read_input_tokens": 800});
    assert!(
        rejection(OpenAi, &usage)
            .starts_with("cache_read_input_tokens is 800: next to input_tokens and without total_tokens")
    );
    usage["total_tokens"] = 1010.into();
    assert_eq!(read(OpenAi, &usage), Ok(Usage { cache_read_tokens: 800, ..Usage::new(1000, 10) }));
    let written = json!({"input_tokens": 1000, "output_tokens": 10, "cache_creation_input_tokens": 800});
    assert!(rejection(OpenAi, &written).starts_with("cache_creation_input_tokens is 800: "));
    let nothing = json!({"input_tokens": 1000, "output_tokens": 10, "cache_read_input_tokens": 0});
    assert_eq!(read(OpenAi, &nothing), Ok(Usage::new(1000, 10)));
}

#[test]
fn hits_and_misses_of_the_cache_make_up_the_prompt() {
    let usage = |miss| with(json!({"prompt_cache_hit_tokens": 7, "prompt_cache_miss_tokens": miss}));
    assert!(read(OpenAi, &usage(993)).is_ok());
    assert!(read(OpenAi, &usage(0)).is_ok(), "a count that is not filled in");
    assert!(
        rejection(OpenAi, &usage(1000))
            .starts_with("prompt_tokens is 1000, but the sum of prompt_cache_miss_tokens and the cache is 1007")
    );
}
