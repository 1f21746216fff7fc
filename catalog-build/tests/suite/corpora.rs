//! Replays the corpora of the fuzz targets, and the real files.

use crate::replay::replay;
use serde_json::Value;

#[path = "../../fuzz/targets.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are separate programs")]
mod targets;

#[test]
fn overlays() {
    replay("overlay", targets::overlay);
}

#[test]
fn litellm_maps() {
    replay("litellm", targets::import_litellm);
    targets::import_litellm(include_str!("../data/litellm-1.110.2.json"));
}

#[test]
fn genai_prices_files() {
    replay("genai_prices", targets::import_genai_prices);
    targets::import_genai_prices(include_str!("../data/genai-prices-2026-08-21.json"));
}

#[test]
fn models_dev_files() {
    replay("models_dev", targets::import_models_dev);
}

/// The replacements for each value in turn.
const WRONG: [&str; 14] =
    ["null", "true", "7", "0", "-1", "1.5", "1e99", r#""""#, r#""x y""#, "[]", "{}", "[null]", r#"{"a":[]}"#, "[{}]"];

/// Returns the JSON in which the value with this number is replaced, or duplicated under its key with a different
/// value.
fn damaged(value: &Value, place: usize, seen: &mut usize, wrong: &str, is_second: bool, out: &mut String) {
    let is_here = *seen == place;
    *seen += 1;
    if is_here && !is_second {
        return out.push_str(wrong);
    }
    match value {
        Value::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                damaged(element, place, seen, wrong, is_second, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                let key = Value::from(key.as_str());
                out.extend([if index > 0 { "," } else { "" }, &key.to_string(), ":"]);
                let is_next = *seen == place;
                damaged(member, place, seen, wrong, is_second, out);
                if is_next && is_second {
                    out.extend([",", &key.to_string(), ":", wrong]);
                }
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

/// Runs the target on a document with each of its values replaced by each invalid one, and duplicated with it.
fn damage(document: &str, target: fn(&str)) {
    let document: Value = serde_json::from_str(document).unwrap();
    let mut values = 0;
    damaged(&document, usize::MAX, &mut values, "", false, &mut String::new());
    assert!(values > 20, "{document}");
    for place in 0..values {
        for (wrong, is_second) in WRONG.iter().flat_map(|wrong| [(wrong, false), (wrong, true)]) {
            let mut text = String::new();
            damaged(&document, place, &mut 0, wrong, is_second, &mut text);
            target(&text);
        }
    }
}

#[test]
fn no_value_in_a_litellm_map_can_fail_the_import() {
    damage(
        r#"{"m": {"litellm_provider": "openai", "mode": "chat", "max_input_tokens": 5, "deprecation_date": "2026-01-01",
            "source": "https://a.b", "successor_model": "n", "supports_vision": true, "input_cost_per_token": 1e-6,
            "search_context_cost_per_query": {"search_context_size_low": 1}, "supported_modalities": ["text", "image"],
            "tiered_pricing": [{"range": [5, 9], "input_cost_per_token": 2e-6}],
            "off_peak_pricing": {"windows": [{"hours_utc": ["01:00-02:00"], "weekdays": [1, 2]}], "input_cost_per_token": 5e-7},
            "provider_specific_entry": {"us": 1.1, "fast": 2, "moon": 3}, "fedramp_uplift_multiplier": 1.2,
            "metadata": {"note": ["x", {"cost": 1}]}},
            "n": {"alias_of": "m"}, "azure/n": {"alias_of": "m", "litellm_provider": "azure"}, "azure/o": {"litellm_provider": "azure"}}"#,
        targets::import_litellm,
    );
}

#[test]
fn no_value_in_a_genai_prices_file_can_fail_the_import() {
    damage(
        r#"[{"id": "p", "name": "P", "models": [
            {"id": "m", "match": {"or": [{"equals": "a"}, {"starts_with": "m"}]}, "context_window": 5, "deprecated": true,
             "prices": [{"prices": {"input_mtok": {"base": 1, "tiers": [{"start": 5, "price": 2}]}, "cache_read_mtok": 1}},
                        {"constraint": {"start_date": "2026-01-01"}, "prices": {"input_mtok": 3}},
                        {"constraint": {"start_time": "01:00:00Z", "end_time": "02:00:00Z"}, "prices": {"input_mtok": 2}}],
             "price_variants": [{"when": {"processing": "batch"}, "constraint": {"start_date": "2026-01-01"},
                                 "prices": {"input_mtok": 1}}]},
            {"id": "n", "prices": {"audio_hours": 1, "per_smile": 2}}]}]"#,
        targets::import_genai_prices,
    );
}

#[test]
fn no_value_in_a_models_dev_document_can_fail_the_import() {
    damage(
        r#"{"google": {"id": "google", "models": {"m": {"id": "a", "name": "M", "family": "f", "reasoning": true,
            "limit": {"context": 5, "input": 4, "output": 0}, "modalities": {"input": ["text"], "output": ["text", "audio"]},
            "cost": {"input": 1, "cache_read": 1, "context_over_200k": {"input": 2},
                     "tiers": [{"input": 2, "tier": {"type": "context", "size": 5}}]},
            "experimental": {"modes": {"fast": {"cost": {"input": 3},
                "provider": {"body": {"speed": "fast"}, "headers": {"anthropic-beta": "x"}}}}}}}},
            "gemini": {"models": {"m": {"id": "a"}, "n": {"cost": {"context_over_200k": {"input": 2}}}}}}"#,
        targets::import_models_dev,
    );
}
