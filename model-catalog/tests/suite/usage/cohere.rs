//! `usage` and `meta` of Cohere.

use super::{read, rejection};
use model_catalog::{Usage, UsageFormat};
use serde_json::json;

use UsageFormat::Cohere;

#[test]
fn billed_units_count_and_not_processed_ones() {
    let usage = json!({
        "billed_units": {"input_tokens": 6, "output_tokens": 50},
        "tokens": {"input_tokens": 73, "output_tokens": 52}, "cached_tokens": 48,
    });
    assert_eq!(read(Cohere, &usage), Ok(Usage::new(6, 50)));
}

#[test]
fn an_embedding_has_no_output_and_counts_images_and_text() {
    let meta = json!({"api_version": {"version": "2"}, "billed_units": {"input_tokens": 6, "image_tokens": 100}, "warnings": ["old"]});
    assert_eq!(read(Cohere, &meta), Ok(Usage { image_input_tokens: 100, ..Usage::new(106, 0) }));
}

#[test]
fn units_that_are_not_tokens_are_rejected() {
    let rerank = json!({"billed_units": {"search_units": 1}});
    assert_eq!(
        rejection(Cohere, &rerank),
        "billed_units.search_units is 1: it is billed in a unit other than tokens, which a Usage does not count"
    );
    assert_eq!(
        rejection(Cohere, &json!({"tokens": {"input_tokens": 1}})),
        "the usage object has no billed_units.input_tokens"
    );
}

#[test]
fn processed_output_is_not_read_as_zero_if_billed_output_is_not_stated() {
    let chat = |output| json!({"billed_units": {"input_tokens": 100, "output_tokens": output}, "tokens": {"output_tokens": 8544}});
    assert_eq!(rejection(Cohere, &chat(json!(null))), "the usage object has no billed_units.output_tokens");
    assert_eq!(read(Cohere, &chat(json!(0))), Ok(Usage::new(100, 0)));
}
