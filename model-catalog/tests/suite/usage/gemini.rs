//! `usageMetadata` of Gemini.

use super::{read, rejection, report};
use model_catalog::{Usage, UsageFormat};
use serde_json::json;

use UsageFormat::Gemini;

#[test]
fn geminis_thoughts_and_tool_results_are_added_to_the_totals() {
    let usage = json!({
        "promptTokenCount": 1000, "toolUsePromptTokenCount": 100, "cachedContentTokenCount": 300,
        "candidatesTokenCount": 50, "thoughtsTokenCount": 20, "totalTokenCount": 1170,
        "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 500}, {"modality": "AUDIO", "tokenCount": 400}, {"modality": "VIDEO", "tokenCount": 100}],
        "cacheTokensDetails": [{"modality": "TEXT", "tokenCount": 200}, {"modality": "AUDIO", "tokenCount": 100}],
    });
    let expected = Usage {
        cache_read_tokens: 200,
        cache_read_audio_tokens: 100,
        audio_input_tokens: 300,
        video_input_tokens: 100,
        reasoning_tokens: 20,
        ..Usage::new(1100, 70)
    };
    assert_eq!(read(UsageFormat::Gemini, &usage), Ok(expected));
    let snake = json!({"prompt_token_count": 5, "candidates_token_count": 6});
    assert_eq!(read(UsageFormat::Gemini, &snake), Ok(Usage::new(5, 6)));
}

#[test]
fn a_response_of_geminis_live_api_is_read_with_all_its_parts() {
    let usage = json!({
        "promptTokenCount": 1000, "cachedContentTokenCount": 200, "toolUsePromptTokenCount": 100,
        "responseTokenCount": 80, "thoughtsTokenCount": 20, "totalTokenCount": 1200,
        "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 400}, {"modality": "AUDIO", "tokenCount": 600}],
        "toolUsePromptTokensDetails": [{"modality": "IMAGE", "tokenCount": 30}, {"modality": "TEXT", "tokenCount": 70}],
        "responseTokensDetails": [{"modality": "TEXT", "tokenCount": 10}, {"modality": "AUDIO", "tokenCount": 70}],
    });
    let expected = Usage {
        cache_read_tokens: 200,
        audio_input_tokens: 600,
        image_input_tokens: 30,
        reasoning_tokens: 20,
        audio_output_tokens: 70,
        ..Usage::new(1100, 100)
    };
    assert_eq!(read(UsageFormat::Gemini, &usage), Ok(expected));
    let snake = json!({
        "prompt_token_count": 5, "response_token_count": 6,
        "response_tokens_details": [{"modality": "AUDIO", "token_count": 6}],
    });
    assert_eq!(read(UsageFormat::Gemini, &snake), Ok(Usage { audio_output_tokens: 6, ..Usage::new(5, 6) }));
}

#[test]
fn a_prompt_that_gemini_blocked_has_no_output() {
    let blocked = json!({"promptTokenCount": 8, "totalTokenCount": 8});
    assert_eq!(read(UsageFormat::Gemini, &blocked), Ok(Usage::new(8, 0)));
    let only_thoughts = json!({"promptTokenCount": 21, "thoughtsTokenCount": 60, "totalTokenCount": 81});
    let expected = Usage { reasoning_tokens: 60, ..Usage::new(21, 60) };
    assert_eq!(read(UsageFormat::Gemini, &only_thoughts), Ok(expected));
}

#[test]
fn documents_are_billed_as_text_and_an_unknown_modality_is_an_error() {
    let usage = |modality: &str| json!({"promptTokenCount": 10, "candidatesTokenCount": 1, "promptTokensDetails": [{"modality": modality, "tokenCount": 9}]});
    assert_eq!(read(Gemini, &usage("DOCUMENT")), Ok(Usage::new(10, 1)));
    assert_eq!(
        rejection(Gemini, &usage("SMELL")),
        "promptTokensDetails[0].modality is \"SMELL\", expected one of TEXT, DOCUMENT, AUDIO, IMAGE, VIDEO"
    );
    let none = json!({"promptTokenCount": 10, "candidatesTokenCount": 1, "promptTokensDetails": [{"modality": "SMELL", "tokenCount": 0}]});
    assert_eq!(read(Gemini, &none), Ok(Usage::new(10, 1)));
}

#[test]
fn a_modality_that_is_listed_twice_is_added_up() {
    let usage = json!({"promptTokenCount": 10, "candidatesTokenCount": 1, "promptTokensDetails": [
        {"modality": "AUDIO", "tokenCount": 3}, {"modality": "AUDIO", "tokenCount": 4},
    ]});
    assert_eq!(read(Gemini, &usage), Ok(Usage { audio_input_tokens: 7, ..Usage::new(10, 1) }));
}

#[test]
fn cached_video_is_in_one_part() {
    let usage = json!({
        "promptTokenCount": 100, "cachedContentTokenCount": 60, "candidatesTokenCount": 1,
        "promptTokensDetails": [{"modality": "VIDEO", "tokenCount": 90}], "cacheTokensDetails": [{"modality": "VIDEO", "tokenCount": 60}],
    });
    assert_eq!(read(Gemini, &usage), Ok(Usage { cache_read_tokens: 60, video_input_tokens: 30, ..Usage::new(100, 1) }));
}

#[test]
fn an_interaction_is_read_with_its_own_names() {
    let usage = json!({
        "total_input_tokens": 1000, "total_cached_tokens": 200, "total_output_tokens": 50, "total_thought_tokens": 20,
        "total_tool_use_tokens": 100, "total_tokens": 1170,
        "input_tokens_by_modality": [{"modality": "text", "tokens": 600}, {"modality": "audio", "tokens": 400}],
        "grounding_tool_count": [{"type": "google_search", "count": 2}],
    });
    let expected = Usage {
        cache_read_tokens: 200,
        audio_input_tokens: 400,
        reasoning_tokens: 20,
        web_search_requests: 2,
        ..Usage::new(1100, 70)
    };
    assert_eq!(report(Gemini, &usage).usage, expected);
    let maps = json!({"total_input_tokens": 1, "total_output_tokens": 1, "grounding_tool_count": [{"type": "google_maps", "count": 1}]});
    assert!(rejection(Gemini, &maps).starts_with("grounding_tool_count[0].type is \"google_maps\""));
}

#[test]
fn a_count_of_a_modality_that_is_not_a_number_is_an_error() {
    for count in [json!([]), json!(""), json!({}), json!(true)] {
        let usage = json!({
            "promptTokenCount": 10, "candidatesTokenCount": 1, "totalTokenCount": 11,
            "promptTokensDetails": [{"modality": "AUDIO", "tokenCount": count}],
        });
        assert!(rejection(Gemini, &usage).contains("promptTokensDetails[0].tokenCount"), "{usage}");
    }
}
