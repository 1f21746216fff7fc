//! Usage in the frames of a stream.

use model_catalog::{ServiceTier, StreamUsage, Usage, UsageError, UsageFormat, UsageReport};
use serde_json::{Value, json};

use UsageFormat::{Anthropic, Gemini, OpenAi};

fn stream(format: UsageFormat, frames: &[Value]) -> Result<UsageReport, UsageError> {
    let mut usage = StreamUsage::new(format);
    for frame in frames {
        usage.push(frame)?;
    }
    usage.report()
}

#[test]
fn a_later_list_of_iterations_replaces_an_earlier_one_and_an_empty_one_does_not() {
    let report = stream(
        Anthropic,
        &[
            json!({"input_tokens": 20, "output_tokens": 1, "iterations": [], "service_tier": "batch", "server_tool_use": null}),
            json!({"output_tokens": 8, "server_tool_use": {"web_search_requests": 1},
                   "iterations": [{"type": "compaction", "input_tokens": 100, "output_tokens": 9}]}),
            json!({"output_tokens": 10, "server_tool_use": {"web_search_requests": 2},
                   "iterations": [{"type": "compaction", "input_tokens": 100, "output_tokens": 9}, {"type": "message", "input_tokens": 20, "output_tokens": 10}]}),
            json!({"output_tokens": 10, "server_tool_use": {"web_search_requests": 0}, "iterations": []}),
        ],
    )
    .unwrap();
    assert_eq!(report.usage, Usage { web_search_requests: 2, ..Usage::new(120, 19) });
    assert_eq!((report.tier, report.iterations.len()), (Some(ServiceTier::Batch), 2));
}

#[test]
fn modalities_and_details_are_running_totals_too() {
    let report = stream(
        Gemini,
        &[
            json!({"promptTokenCount": 10, "promptTokensDetails": [{"modality": "AUDIO", "tokenCount": 4}], "totalTokenCount": 10}),
            json!({"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15, "trafficType": "ON_DEMAND",
                   "promptTokensDetails": [{"modality": "AUDIO", "tokenCount": 6}]}),
        ],
    );
    assert_eq!(report.unwrap().usage, Usage { audio_input_tokens: 6, ..Usage::new(10, 5) });
    let report = stream(
        OpenAi,
        &[
            json!(null),
            json!({"prompt_tokens": 10, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 4}}),
            json!({"prompt_tokens": 10, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 0}}),
        ],
    );
    assert_eq!(report.unwrap().usage, Usage { cache_read_tokens: 4, ..Usage::new(10, 3) });
}

#[test]
fn counts_alone_are_rejected_if_the_stream_states_more() {
    let mut usage = StreamUsage::new(Anthropic);
    usage.push(&json!({"input_tokens": 20, "output_tokens": 1, "speed": "fast"})).unwrap();
    usage.push(&json!({"output_tokens": 9})).unwrap();
    assert!(matches!(usage.total(), Err(UsageError::MoreThanCounts { .. })));
    assert_eq!(usage.report().unwrap().tier, Some(ServiceTier::Fast));
}
