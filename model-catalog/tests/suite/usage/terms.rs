//! What responses state besides counts.

use super::{read, rejection, report};
use model_catalog::{Region, ServiceTier, Usage, UsageError, UsageFormat};
use serde_json::{Value, json};

use UsageFormat::{Anthropic, Gemini, OpenAi};

fn anthropic(terms: Value) -> Value {
    let mut usage = json!({"input_tokens": 3, "output_tokens": 4});
    let Value::Object(terms) = terms else { panic!("{terms} are no members") };
    usage.as_object_mut().unwrap().extend(terms);
    usage
}

#[test]
fn every_keyword_for_a_tier_is_understood() {
    for (word, tier) in [
        ("standard", ServiceTier::Standard),
        ("default", ServiceTier::Standard),
        ("auto", ServiceTier::Standard),
        ("on_demand", ServiceTier::Standard),
        ("batch", ServiceTier::Batch),
        ("flex", ServiceTier::Flex),
        ("Priority", ServiceTier::Priority),
        ("fast", ServiceTier::Fast),
    ] {
        let usage = anthropic(json!({"service_tier": word}));
        for format in [OpenAi, Anthropic] {
            assert_eq!(report(format, &usage).tier, Some(tier), "{word}");
            assert_eq!(read(format, &usage).is_ok(), tier == ServiceTier::Standard, "{word}");
        }
    }
}

#[test]
fn a_tier_that_is_unknown_or_not_billed_per_token_is_an_error() {
    for (format, usage, expected) in [
        (
            OpenAi,
            anthropic(json!({"service_tier": "turbo"})),
            "service_tier is \"turbo\", expected one of standard, default, ",
        ),
        (OpenAi, anthropic(json!({"service_tier": 1})), "service_tier is \"1\", expected one of "),
        (
            OpenAi,
            anthropic(json!({"service_tier": "scale"})),
            "service_tier is scale: reserved capacity is billed by the hour",
        ),
        (Anthropic, anthropic(json!({"speed": "warp"})), "speed is \"warp\", expected one of standard, fast"),
        (Anthropic, anthropic(json!({"inference_geo": "mars"})), "inference_geo is \"mars\", expected one of global, "),
        (
            Gemini,
            json!({"promptTokenCount": 1, "candidatesTokenCount": 1, "trafficType": "PROVISIONED_THROUGHPUT"}),
            "trafficType is PROVISIONED_THROUGHPUT: reserved capacity is billed by the hour and not per token",
        ),
    ] {
        let error = rejection(format, &usage);
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn the_speed_of_a_call_is_its_tier() {
    let fast = anthropic(json!({"service_tier": "standard", "speed": "fast"}));
    assert_eq!(report(Anthropic, &fast).tier, Some(ServiceTier::Fast));
    assert_eq!(
        read(Anthropic, &fast),
        Err(UsageError::MoreThanCounts { member: "speed".to_owned(), found: "fast".to_owned() })
    );
    let batch = anthropic(json!({"service_tier": "batch", "speed": "standard"}));
    assert_eq!(report(Anthropic, &batch).tier, Some(ServiceTier::Batch));
    let both = anthropic(json!({"service_tier": "batch", "speed": "fast"}));
    assert_eq!(
        rejection(Anthropic, &both),
        "service_tier is batch, but speed is fast: both state the same fact, so one of them is wrong"
    );
    assert_eq!(report(Anthropic, &anthropic(json!({}))).tier, None);
}

#[test]
fn a_region_with_a_price_of_its_own_is_reported() {
    let us = anthropic(json!({"inference_geo": "us"}));
    assert_eq!(report(Anthropic, &us).region, Some(Region::Us));
    assert!(read(Anthropic, &us).unwrap_err().to_string().starts_with("inference_geo is us, which changes the price"));
    for anywhere in [json!("global"), json!("not_available"), json!(""), Value::Null] {
        let usage = anthropic(json!({"inference_geo": anywhere}));
        assert_eq!(report(Anthropic, &usage).region, None);
        assert_eq!(read(Anthropic, &usage), Ok(Usage::new(3, 4)));
    }
}

#[test]
fn geminis_traffic_types_are_tiers() {
    for (word, tier) in [
        ("ON_DEMAND", Some(ServiceTier::Standard)),
        ("ON_DEMAND_PRIORITY", Some(ServiceTier::Priority)),
        ("ON_DEMAND_FLEX", Some(ServiceTier::Flex)),
        ("TRAFFIC_TYPE_UNSPECIFIED", None),
    ] {
        let usage = json!({"promptTokenCount": 1, "candidatesTokenCount": 1, "trafficType": word});
        assert_eq!(report(Gemini, &usage).tier, tier, "{word}");
        let copied =
            json!({"prompt_tokens": 1, "completion_tokens": 1, "extra_properties": {"google": {"traffic_type": word}}});
        assert_eq!(report(OpenAi, &copied).tier, tier, "{word}");
    }
    let tier = json!({"promptTokenCount": 1, "candidatesTokenCount": 1, "serviceTier": "flex"});
    assert_eq!(report(Gemini, &tier).tier, Some(ServiceTier::Flex));
}
