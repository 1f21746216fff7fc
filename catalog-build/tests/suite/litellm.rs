//! The import of the LiteLLM map: nothing is lost, everything can be found, and it reproduces the checked-in snapshot.

use catalog_build::import::{Action, Edition, Import, ImportError, litellm};
use chrono::NaiveDate;
use model_catalog::{
    Capability, JsonError, Mode, ModelCatalogEntry, PackedCatalog, PriceComponent, ServiceTier, ThresholdRule,
    canonical_provider,
};
use rust_decimal::Decimal;
use serde_json::{Map, Value};
use std::sync::LazyLock;

const MAP: &str = include_str!("../data/litellm-1.110.2.json");

fn edition() -> Edition<'static> {
    Edition { version: "1.110.2", date: NaiveDate::from_ymd_opt(2026, 11, 30).unwrap() }
}

static IMPORT: LazyLock<Import> = LazyLock::new(|| litellm::import(MAP, &edition()).unwrap());
static CATALOG: LazyLock<PackedCatalog> = LazyLock::new(|| PackedCatalog::from_snapshot(&IMPORT.snapshot).unwrap());

/// The map as read by an ordinary parser, without the key that documents it.
static UPSTREAM: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let mut map: Map<String, Value> = serde_json::from_str(MAP).unwrap();
    map.remove("sample_spec");
    map
});

/// The members of a key, with those of the key that it is an alias of as defaults.
fn members(key: &str) -> Map<String, Value> {
    let own = UPSTREAM[key].as_object().unwrap();
    match own.get("alias_of") {
        Some(target) => {
            let mut all = members(target.as_str().unwrap());
            all.extend(own.clone());
            all
        }
        None => own.clone(),
    }
}

fn import(json: &str) -> Import {
    litellm::import(json, &edition()).unwrap()
}

fn entry<'i>(import: &'i Import, id: &str) -> &'i ModelCatalogEntry<'static> {
    import.snapshot.models.iter().find(|entry| entry.model_id == id).unwrap()
}

#[test]
fn the_import_reproduces_the_checked_in_snapshot() {
    let checked_in = include_str!("../../../catalog-seed/model-catalog.snapshot.json");
    assert!(IMPORT.snapshot.to_json().unwrap() == checked_in, "import the map again: see catalog-build/README.md");
}

#[test]
fn every_key_resolves_with_its_providers_spelling_and_without_a_provider() {
    assert_eq!(UPSTREAM.len(), 4877);
    for key in UPSTREAM.keys() {
        let members = members(key);
        let provider = members.get("litellm_provider").map_or("litellm", |provider| provider.as_str().unwrap());
        let by_provider = CATALOG.get(provider, key).unwrap_or_else(|| panic!("{provider} {key}"));
        assert_eq!(by_provider.provider, canonical_provider(provider), "{key}");
        assert!(CATALOG.get(canonical_provider(provider), key).is_some(), "{provider} {key}");
        let full = format!("{}/{key}", canonical_provider(provider));
        assert_eq!(CATALOG.get_by_model_id(&full), Some(by_provider), "{key}");
        let is_of_another = key.split_once('/').is_some_and(|(head, _)| {
            CATALOG.has_provider(head) && canonical_provider(head) != canonical_provider(provider)
        });
        let alone = CATALOG.get_by_model_id(key);
        assert!(is_of_another || alone.is_some(), "{key}");
    }
}

#[test]
fn every_key_keeps_its_prices_limits_and_flags() {
    let price = |value: &Value| {
        let text = value.to_string();
        Decimal::from_scientific(&text).or_else(|_| text.parse()).unwrap().round_sf(15).unwrap()
    };
    for key in UPSTREAM.keys() {
        let members = members(key);
        let provider = members.get("litellm_provider").map_or("litellm", |provider| provider.as_str().unwrap());
        let entry = CATALOG.get(provider, key).unwrap();
        for (name, component) in [
            ("input_cost_per_token", PriceComponent::Input),
            ("output_cost_per_token", PriceComponent::Output),
            ("cache_read_input_token_cost", PriceComponent::CacheRead),
            ("cache_creation_input_token_cost", PriceComponent::CacheWrite),
            ("cache_creation_input_token_cost_above_1hr", PriceComponent::CacheWrite1h),
            ("input_cost_per_audio_token", PriceComponent::AudioInput),
            ("output_cost_per_reasoning_token", PriceComponent::Reasoning),
            ("output_cost_per_image", PriceComponent::OutputImage),
            ("input_cost_per_second", PriceComponent::InputSecond),
        ] {
            if let Some(value) = members.get(name) {
                assert_eq!(entry.pricing.list(component), Some(price(value)), "{key} {name}");
            }
        }
        for (name, limit) in
            [("max_input_tokens", entry.max_input_tokens), ("max_output_tokens", entry.max_output_tokens)]
        {
            assert_eq!(limit, members.get(name).map(|value| value.as_u64().unwrap()), "{key} {name}");
        }
        let text = |name: &str| members.get(name).map(|value| value.as_str().unwrap().to_owned());
        assert_eq!(entry.mode.map(|mode| mode.key().to_owned()), text("mode"), "{key}");
        assert_eq!(entry.deprecation_date.map(|date| date.to_string()), text("deprecation_date"), "{key}");
        assert_eq!(entry.successor.is_some(), members.contains_key("successor_model"), "{key}");
        for (name, flag) in [
            ("supports_function_calling", entry.capabilities.tool_calling()),
            ("supports_parallel_function_calling", entry.capabilities.parallel_tool_calling()),
            ("supports_response_schema", entry.capabilities.json_schema()),
            ("supports_vision", entry.capabilities.vision()),
            ("supports_pdf_input", entry.capabilities.pdf_input()),
            ("supports_prompt_caching", entry.capabilities.prompt_caching()),
            ("supports_reasoning", entry.capabilities.reasoning()),
            ("supports_system_messages", entry.capabilities.system_messages()),
            ("supports_native_streaming", entry.capabilities.streaming()),
            ("supports_audio_input", entry.capabilities.audio_input()),
            ("supports_audio_output", entry.capabilities.audio_output()),
        ] {
            if let Some(stated) = members.get(name) {
                // Two keys can state one flag; here only one of them contradicts the other.
                let image_input =
                    name == "supports_vision" && members.get("supports_image_input") == Some(&Value::Bool(true));
                assert_eq!(flag, stated.as_bool().unwrap() || image_input, "{key} {name}");
            }
        }
    }
}

#[test]
fn every_price_of_the_map_is_a_rate_or_is_reported() {
    let report = &IMPORT.report;
    let entries_of = |name: &str| UPSTREAM.values().filter(|members| members.get(name).is_some()).count();
    let names: std::collections::BTreeSet<&String> =
        UPSTREAM.values().flat_map(|members| members.as_object().unwrap().keys()).collect();
    let folded: Vec<&String> =
        report.notes[&Action::Folded]["equal keys with the same provider and id"].iter().collect();
    for name in names {
        let seen: usize = [Action::Taken, Action::PriceInExtra, Action::Extra]
            .into_iter()
            .map(|action| report.count(action, name))
            .sum();
        let in_folded = folded.iter().filter(|key| UPSTREAM[**key].get(name).is_some()).count();
        assert_eq!(seen + in_folded, entries_of(name), "{name}");
    }
    let kept: Vec<&str> = report.notes[&Action::PriceInExtra].keys().map(String::as_str).collect();
    assert_eq!(
        kept,
        [
            "guardrail_cost_per_unit",
            "input_cost_per_video_per_second_above_15s_interval",
            "input_cost_per_video_per_second_above_8s_interval",
            "input_dbu_cost_per_token",
            "metadata.original_pricing_per_hour",
            "metadata.original_pricing_per_minute",
            "output_dbu_cost_per_token",
            "provider_specific_entry",
            "search_free_requests",
            "tiered_pricing",
            "web_search_billing_unit",
        ]
    );
}

#[test]
fn the_report_counts_what_was_folded_kept_and_inferred() {
    let report = &IMPORT.report;
    assert_eq!((report.keys, report.models, report.aliases), (4877, 4769, 98));
    assert_eq!((report.entries_left_out, report.left_out.as_slice()), (0, [].as_slice()));
    assert_eq!(report.count(Action::Taken, "alias_of"), 98);
    assert_eq!(report.count(Action::Folded, "equal keys with the same provider and id"), 10);
    assert_eq!(report.count(Action::Kept, "different keys with the same provider and id, as two models"), 36);
    assert_eq!(report.count(Action::Kept, "a price without a mode, as a model"), 10);
    assert_eq!(report.count(Action::Dropped, "documents the map"), 1);
    let text = report.to_string();
    assert!(text.starts_with("4877 keys: 4769 models, 98 aliases\n"), "{text}");
    assert!(
        text.contains("1 a setting of the map itself, as a model of the provider litellm (fallback_generalizations)"),
        "{text}"
    );
}

#[test]
fn a_bare_id_stands_for_the_makers_own_model() {
    for (id, provider) in [
        ("gpt-4o", "openai"),
        ("claude-sonnet-4-5", "anthropic"),
        ("openai/gpt-4o", "openai"),
        ("azure/gpt-4o", "azure"),
        ("deepseek-v4-pro", "deepseek"),
        ("kimi-k3", "moonshot"),
        ("glm-5.3", "zai"),
        ("grok-4.7", "xai"),
        ("chat-latest", "openai"),
        ("container", "openai"),
        ("high/1024-x-1024/gpt-image-1", "openai"),
        ("hy4-preview", "tencent"),
        ("mimo-v2.6-pro", "xiaomi_mimo"),
    ] {
        assert_eq!(
            CATALOG.get_by_model_id(id).map(|entry| entry.provider.to_string()).as_deref(),
            Some(provider),
            "{id}"
        );
    }
    let all: Vec<String> = CATALOG.providers_of("gpt-4o").map(|entry| entry.provider.to_string()).collect();
    assert_eq!(all[0], "openai");
    assert!(all.len() > 2 && all.contains(&"azure".to_owned()), "{all:?}");
}

#[test]
fn providers_are_found_by_their_canonical_spelling_and_by_the_maps() {
    for (provider, id) in [
        ("bedrock", "anthropic.claude-opus-5"),
        ("bedrock_converse", "anthropic.claude-opus-5"),
        ("vertex_ai", "claude-opus-5-5"),
        ("vertex_ai-anthropic_models", "vertex_ai/claude-opus-5-5"),
        ("gemini", "gemini-2.5-pro"),
        ("google", "gemini-2.5-pro"),
        ("xai", "grok-4.7"),
        ("amazon_nova", "amazon-nova/nova-premier-v1"),
    ] {
        assert!(CATALOG.get(provider, id).is_some(), "{provider} {id}");
    }
}

#[test]
fn tiers_thresholds_and_windows_become_rates() {
    let model = CATALOG.get("openai", "gpt-5.4").unwrap();
    let batch = model.pricing.rates.iter().find(|rate| {
        rate.component == PriceComponent::Input && rate.tier == ServiceTier::Batch && rate.above == 272_000
    });
    assert_eq!(batch.unwrap().price.to_string(), "0.0000025");

    let tiered = CATALOG.get("dashscope", "qwen3-coder-plus").unwrap();
    let steps: Vec<(u64, String)> = tiered
        .pricing
        .rates
        .iter()
        .filter(|rate| rate.component == PriceComponent::Input)
        .map(|rate| (rate.above, rate.price.to_string()))
        .collect();
    let expected = [(0, "0.000001"), (32_000, "0.0000018"), (128_000, "0.000003"), (256_000, "0.000006")];
    assert_eq!(steps, expected.map(|(above, price)| (above, price.to_owned())));

    let off_peak = CATALOG.get("deepseek", "deepseek/deepseek-v4-pro").unwrap();
    let windows: Vec<String> = off_peak
        .pricing
        .rates
        .iter()
        .filter(|rate| rate.component == PriceComponent::Input)
        .filter_map(|rate| Some(format!("{} {}", rate.window?, rate.price)))
        .collect();
    assert_eq!(
        windows,
        [
            "mon tue wed thu fri 00:00-01:00 UTC 0.00000066",
            "mon tue wed thu fri 04:00-06:00 UTC 0.00000066",
            "mon tue wed thu fri 10:00-24:00 UTC 0.00000066",
            "sat sun 00:00-24:00 UTC 0.00000066",
        ]
    );
    assert_eq!(CATALOG.get("xai", "grok-4.7").unwrap().pricing.threshold_rule, ThresholdRule::Inclusive);
}

#[test]
fn off_peak_hours_are_read_in_every_form_of_the_map() {
    for (when, expected) in [
        (r#""hours_utc": "16:00-00:00""#, "mon tue wed thu fri sat sun 16:00-24:00 UTC"),
        (
            r#""hours_utc": ["22:00-02:00"]"#,
            "mon tue wed thu fri sat sun 00:00-02:00 UTC, mon tue wed thu fri sat sun 22:00-24:00 UTC",
        ),
        (r#""hours_utc": "01:00-02:00", "weekdays": [6, "Sunday"]"#, "sat sun 01:00-02:00 UTC"),
        (
            r#""windows": [{"weekdays": ["saturday", "sunday"], "hours_utc": "00:00-00:00"}, {"hours_utc": "03:00-04:00", "weekdays": ["friday"]}]"#,
            "fri 03:00-04:00 UTC, sat sun 00:00-24:00 UTC",
        ),
    ] {
        let import = import(&format!(
            r#"{{"m": {{"litellm_provider": "p", "off_peak_pricing": {{{when}, "input_cost_per_token": 1}}}}}}"#
        ));
        assert_eq!(import.report.left_out, [], "{when}");
        let rates = &import.snapshot.models[0].pricing.rates;
        let mut windows: Vec<String> = rates.iter().map(|rate| rate.window.unwrap().to_string()).collect();
        windows.sort_unstable();
        assert_eq!(windows.join(", "), expected, "{when}");
    }
    for (when, expected) in [
        (r#""hours_utc": "22:00-02:00", "weekdays": [5]"#, "hours \"22:00-02:00\" that cross midnight on some days"),
        (r#""hours_utc": "05:00-05:00""#, "hours \"05:00-05:00\", expected"),
        (r#""hours_utc": "01:00-02:00", "windows": []"#, "both windows and separate hours or weekdays"),
        (r#""weekdays": [1]"#, "no windows with hours and weekdays"),
        (r#""hours_utc": "01:00-02:00", "weekdays": ["mon"]"#, "weekday \"mon\", expected"),
        (r#""hours_utc": "01:00-02:00", "weekdays": [0]"#, "weekday 0, expected"),
    ] {
        let import = import(&format!(
            r#"{{"m": {{"litellm_provider": "p", "off_peak_pricing": {{{when}, "input_cost_per_token": 1}}}}}}"#
        ));
        assert!(import.report.left_out[0].found.starts_with(expected), "{}", import.report);
        assert_eq!(import.snapshot.models[0].pricing.unknown.len(), 1, "{when}");
    }
}

#[test]
fn aliases_inherit_their_targets_values_and_may_override_some() {
    let import = import(
        r#"{
            "base": {"litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 1e-6, "output_cost_per_token": 2e-6},
            "latest": {"alias_of": "base"},
            "newest": {"alias_of": "latest"},
            "cheap": {"alias_of": "base", "input_cost_per_token": 5e-7},
            "azure/base": {"litellm_provider": "azure", "mode": "chat"},
            "azure/latest": {"alias_of": "base"}
        }"#,
    );
    let base =
        import.snapshot.models.iter().find(|entry| entry.provider == "openai" && entry.model_id == "base").unwrap();
    assert_eq!(base.aliases.iter().collect::<Vec<_>>(), ["latest", "newest"]);
    let cheap = entry(&import, "cheap");
    assert_eq!(cheap.pricing.input().unwrap().to_string(), "0.0000005");
    assert_eq!(cheap.pricing.output().unwrap().to_string(), "0.000002");
    let elsewhere = entry(&import, "latest");
    assert_eq!(
        (&*elsewhere.provider, elsewhere.pricing.output().unwrap().to_string()),
        ("azure", "0.000002".to_owned())
    );
}

#[test]
fn an_alias_without_a_target_or_of_itself_is_reported_as_dropped() {
    let import =
        import(r#"{"a": {"alias_of": "b"}, "b": {"alias_of": "a"}, "c": {"alias_of": "gone"}, "d": {"mode": "chat"}}"#);
    let dropped = &import.report.notes[&Action::Dropped];
    assert_eq!(dropped["alias_of that leads back to itself"], ["a", "b"]);
    assert_eq!(dropped["alias_of a key that is not in the map"], ["c"]);
}

#[test]
fn keys_with_the_same_id_are_one_model_if_equal_and_otherwise_two() {
    let json = |second: &str| {
        format!(
            r#"{{"m": {{"litellm_provider": "deepseek", "input_cost_per_token": 1e-6, "mode": "chat"}},
                 "deepseek/m": {{"mode": "chat", "input_cost_per_token": {second}, "litellm_provider": "deepseek"}}}}"#
        )
    };
    let same = import(&json("1e-6"));
    assert_eq!(same.snapshot.models.len(), 1);
    let differing = import(&json("2e-6"));
    assert_eq!(entry(&differing, "m").pricing.input().unwrap().to_string(), "0.000001");
    assert_eq!(entry(&differing, "deepseek/m").pricing.input().unwrap().to_string(), "0.000002");
    let catalog = PackedCatalog::from_snapshot(&differing.snapshot).unwrap();
    assert_eq!(catalog.get_by_model_id("deepseek/m").unwrap().model_id, "m");
    assert_eq!(catalog.get_by_model_id("deepseek/deepseek/m").unwrap().model_id, "deepseek/m");
    assert_eq!(catalog.get("deepseek", "m").unwrap().model_id, "m");
}

#[test]
fn a_key_that_repeats_its_provider_is_a_different_model_than_the_one_without() {
    let one = CATALOG.get("perplexity", "perplexity/sonar").unwrap();
    let other = CATALOG.get("perplexity", "perplexity/perplexity/sonar").unwrap();
    assert_eq!((&*one.model_id, &*other.model_id), ("sonar", "perplexity/perplexity/sonar"));
}

#[test]
fn a_strict_import_rejects_a_duplicate_key_with_both_lines() {
    let json = "{\n\"m\": {\"mode\": \"chat\"},\n\"n\": {},\n\"m\": {\"mode\": \"chat\"}\n}";
    let error = litellm::import_strict(json, &edition()).unwrap_err();
    let ImportError::Json(JsonError::DuplicateKey { key, first, second }) = &error else { panic!("{error}") };
    assert_eq!((key.as_str(), first.line, second.line), ("m", 2, 4));
    assert_eq!(error.to_string(), "duplicate key `m` in one object, at line 2, column 6 and at line 4, column 6");
}

#[test]
fn an_unknown_price_key_is_in_the_report_and_its_value_in_extra() {
    let import = import(r#"{"m": {"litellm_provider": "openai", "input_cost_per_smell": 0.50}}"#);
    assert_eq!(import.report.count(Action::PriceInExtra, "input_cost_per_smell"), 1);
    assert_eq!(entry(&import, "m").extra.get("input_cost_per_smell"), Some("0.50"));
}

#[test]
fn a_strict_import_rejects_an_invalid_map_with_key_and_member() {
    for (members, expected) in [
        (r#""mode": 1"#, "m: mode: 1; expected a string"),
        (r#""mode": "chatt""#, "did you mean `chat`?"),
        (r#""max_input_tokens": 1.5"#, "m: max_input_tokens: 1.5; expected a whole number of tokens"),
        (r#""input_cost_per_token": "free""#, "m: input_cost_per_token"),
        (r#""supports_vision": "yes""#, "m: supports_vision: \"yes\"; expected true or false"),
        (r#""deprecation_date": "soon""#, "m: deprecation_date: soon; expected a date"),
        (
            r#""tiered_pricing": [{"range": [0], "input_cost_per_token": 1}]"#,
            "m: tiered_pricing: [0]; expected a range of two numbers",
        ),
        (
            r#""off_peak_pricing": {"windows": [{"hours_utc": "1-2", "weekdays": [1]}]}"#,
            "m: off_peak_pricing: hours \"1-2\"",
        ),
        (r#""off_peak_pricing": {"windows": [{"hours_utc": "01:00-02:00", "weekdays": [8]}]}"#, "weekday 8"),
        (r#""off_peak_pricing": {"windows": [], "weekday_timezone": "Mars"}"#, "time zone \"Mars\""),
        (r#""input_cost_per_token": -1"#, "negative-price"),
        (
            r#""input_cost_per_token_cache_hit": 1, "cache_read_input_token_cost": 2"#,
            "m: cache_read_input_token_cost: 2; expected 1, the value of another key",
        ),
    ] {
        let json = format!(r#"{{"m": {{"litellm_provider": "openai", {members}}}}}"#);
        let error = litellm::import_strict(&json, &edition()).unwrap_err();
        assert!(error.to_string().contains(expected), "{members}: {error}");
    }
    let error = litellm::import_strict(r#"{"m": {"litellm_provider": 7}}"#, &edition()).unwrap_err();
    assert!(error.to_string().contains("m: litellm_provider: 7; expected a string"), "{error}");
}

#[test]
fn every_member_of_every_object_of_the_map_is_imported_or_kept_by_name() {
    for (members, name, kept, rates) in [
        (r#""weather": 7"#, "weather", "7", 0),
        (r#""input_cost_per_smile": 7"#, "input_cost_per_smile", "7", 0),
        (
            r#""search_context_cost_per_query": {"search_context_size_low": 1, "search_context_size_vast": 7}"#,
            "search_context_cost_per_query.search_context_size_vast",
            "7",
            1,
        ),
        (
            r#""tiered_pricing": [{"range": [0, 5], "input_cost_per_token": 1, "cost_per_smile": 7}]"#,
            "tiered_pricing.cost_per_smile",
            "7",
            1,
        ),
        (
            r#""tiered_pricing": [{"range": [0, 5], "input_cost_per_token": 1}, {"pages": 3, "input_cost_per_token": 2}]"#,
            "tiered_pricing",
            r#"[{"range":[0,5],"input_cost_per_token":1},{"pages":3,"input_cost_per_token":2}]"#,
            0,
        ),
        (
            r#""off_peak_pricing": {"windows": [{"hours_utc": "01:00-02:00", "weekdays": [1]}],
                                   "input_cost_per_token": 1, "cost_per_smile": 7}"#,
            "off_peak_pricing.cost_per_smile",
            "7",
            1,
        ),
        (
            r#""off_peak_pricing": {"windows": [{"hours_utc": "01:00-02:00", "weekdays": [1], "holidays": true}],
                                   "input_cost_per_token": 1}"#,
            "off_peak_pricing",
            r#"{"windows":[{"hours_utc":"01:00-02:00","weekdays":[1],"holidays":true}],"input_cost_per_token":1}"#,
            0,
        ),
        (
            r#""off_peak_pricing": {"windows": [], "input_cost_per_token": 1}"#,
            "off_peak_pricing",
            r#"{"windows":[],"input_cost_per_token":1}"#,
            0,
        ),
    ] {
        let import = import(&format!(r#"{{"m": {{"litellm_provider": "openai", {members}}}}}"#));
        let action = if name == "weather" { Action::Extra } else { Action::PriceInExtra };
        assert_eq!(import.report.count(action, name), 1, "{members}: {}", import.report);
        let entry = entry(&import, "m");
        assert_eq!(entry.extra.get(name), Some(kept), "{members}");
        assert_eq!(entry.pricing.rates.len(), rates, "{members}");
    }
}

#[test]
fn flags_that_are_not_stated_follow_from_mode_and_modalities_and_stated_ones_do_not() {
    let import = import(
        r#"{
            "quiet": {"litellm_provider": "openai", "mode": "chat", "supports_native_streaming": false,
                      "supported_modalities": ["text", "image"], "supports_vision": false},
            "plain": {"litellm_provider": "openai", "mode": "chat", "supported_modalities": ["text", "image"]},
            "ears": {"litellm_provider": "openai", "mode": "audio_transcription"}
        }"#,
    );
    let quiet = entry(&import, "quiet").capabilities;
    assert!(!quiet.streaming() && !quiet.vision() && quiet.system_messages());
    let plain = entry(&import, "plain").capabilities;
    assert!(plain.streaming() && plain.vision() && !plain.tool_calling());
    assert!(entry(&import, "ears").capabilities.audio_input());
    assert_eq!(import.report.count(Action::Inferred, "vision from supported_modalities"), 1);
    assert_eq!(entry(&import, "ears").mode, Some(Mode::AudioTranscription));
    assert!(!entry(&import, "ears").capability_set().contains(Capability::Priced));
}

#[test]
fn the_order_of_the_map_does_not_affect_the_models() {
    let reversed: Vec<String> =
        UPSTREAM.iter().rev().map(|(key, value)| format!("{}:{value}", Value::from(key.as_str()))).collect();
    let again = import(&format!("{{{}}}", reversed.join(",")));
    let names = |import: &Import| -> Vec<String> {
        import
            .snapshot
            .models
            .iter()
            .map(|entry| format!("{}/{} {:?}", entry.provider, entry.model_id, entry.aliases))
            .collect()
    };
    assert_eq!(names(&again), names(&IMPORT));
}
