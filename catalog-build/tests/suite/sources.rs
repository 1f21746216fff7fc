//! The import of genai-prices, and what all imports have in common.

use catalog_build::import::{Action, Edition, Import, genai_prices, models_dev};
use catalog_build::merge;
use chrono::{DateTime, NaiveDate, Utc};
use model_catalog::{
    CostError, ModelCatalogEntry, PackedCatalog, PriceComponent, ServiceTier, Usage, canonical_provider, read_snapshot,
};
use serde_json::Value;
use std::sync::LazyLock;

const GENAI: &str = include_str!("../data/genai-prices-2026-08-21.json");

fn edition() -> Edition<'static> {
    Edition { version: "2026-08-21", date: NaiveDate::from_ymd_opt(2026, 8, 21).unwrap() }
}

static IMPORT: LazyLock<Import> = LazyLock::new(|| genai_prices::import(GENAI, &edition()).unwrap());
static CATALOG: LazyLock<PackedCatalog> = LazyLock::new(|| PackedCatalog::from_snapshot(&IMPORT.snapshot).unwrap());

fn cost(entry: &ModelCatalogEntry<'_>, usage: Usage, when: &str) -> String {
    let when: DateTime<Utc> = when.parse().unwrap();
    entry.cost_at(&usage, ServiceTier::Standard, when).unwrap().total.to_string()
}

#[test]
fn every_model_of_genai_prices_is_found_with_its_prices_per_token() {
    let upstream: Vec<Value> = serde_json::from_str(GENAI).unwrap();
    let mut models = 0;
    for provider in &upstream {
        let spelling = provider["id"].as_str().unwrap();
        for model in provider["models"].as_array().unwrap() {
            models += 1;
            let id = model["id"].as_str().unwrap();
            let entry = CATALOG.get(spelling, id).unwrap_or_else(|| panic!("{spelling}/{id}"));
            assert_eq!(entry.provider, canonical_provider(spelling));
            if let Some(price) = model["prices"]["input_mtok"].as_number() {
                let expected = model_catalog::money::parse_price(&format!("{price}e-6")).unwrap();
                assert_eq!(entry.pricing.input(), Some(expected), "{spelling}/{id}");
            }
            assert_eq!(entry.context_window, model["context_window"].as_u64());
        }
    }
    assert_eq!((models, IMPORT.report.keys, IMPORT.report.models), (1442, 1442, 1442));
}

#[test]
fn names_that_a_model_equals_are_its_aliases() {
    assert_eq!(CATALOG.get("openai", "gpt-4o-2024-08-06").unwrap().model_id, "gpt-4o");
    let rules = CATALOG.get("anthropic", "claude-2").unwrap();
    assert!(rules.extra.get("match").unwrap().contains("starts_with"));
}

#[test]
fn prices_with_tiers_dates_and_hours_apply_when_they_should() {
    let sonnet = CATALOG.get("anthropic", "claude-sonnet-4-6").unwrap();
    let long = Usage::new(300_000, 0);
    assert_eq!(cost(&sonnet, long, "2026-03-12T23:59:59Z"), "1.8", "above the threshold that there was");
    assert_eq!(cost(&sonnet, long, "2026-03-13T00:00:00Z"), "0.9", "the later list has no threshold");

    let o3 = CATALOG.get("openai", "o3").unwrap();
    assert_eq!(o3.pricing.input().unwrap().to_string(), "0.000002", "the list price is the one of the snapshot's day");
    assert_eq!(cost(&o3, Usage::new(1_000_000, 0), "2025-06-09T12:00:00Z"), "10");

    let deepseek = CATALOG.get("deepseek", "deepseek-chat").unwrap();
    assert_eq!(cost(&deepseek, Usage::new(1_000_000, 0), "2026-08-21T00:29:59Z"), "0.135");
    assert_eq!(cost(&deepseek, Usage::new(1_000_000, 0), "2026-08-21T00:30:00Z"), "0.27");
    assert_eq!(cost(&deepseek, Usage::new(1_000_000, 0), "2026-08-23T16:30:00Z"), "0.135");
}

#[test]
fn a_later_list_replaces_an_earlier_one_with_its_thresholds_and_hours() {
    let model = |later: &str| {
        let lists = format!(
            r#"{{"prices": {{"input_mtok": {{"base": 1, "tiers": [{{"start": 200000, "price": 2}}]}}, "cache_read_mtok": 1}}}},
               {{"constraint": {{"start_time": "02:00:00Z", "end_time": "04:00:00Z"}}, "prices": {{"input_mtok": 3}}}},
               {later}"#
        );
        let data = format!(r#"[{{"id": "p", "models": [{{"id": "m", "prices": [{lists}]}}]}}]"#);
        genai_prices::import(&data, &edition()).unwrap()
    };
    let dated = model(
        r#"{"constraint": {"start_date": "2026-02-01"}, "prices": {"input_mtok": {"base": 5, "tiers": [{"start": 100000, "price": 6}]}}}"#,
    );
    let entry = &dated.snapshot.models[0];
    for (input, when, expected) in [
        (200_001, "2026-01-31T05:00:00Z", "0.400002"),
        (200_001, "2026-01-31T03:00:00Z", "0.600003"),
        (100_000, "2026-02-01T05:00:00Z", "0.5"),
        (100_001, "2026-02-01T05:00:00Z", "0.600006"),
        (200_001, "2026-02-01T05:00:00Z", "1.200006"),
        (100_000, "2026-02-01T03:00:00Z", "0.5"),
        (100_001, "2026-02-01T03:00:00Z", "0.600006"),
        (200_001, "2026-02-01T03:00:00Z", "1.200006"),
    ] {
        assert_eq!(cost(entry, Usage::new(input, 0), when), expected, "{input} at {when}");
    }
    assert_eq!(dated.report.count(Action::PriceInExtra, "prices"), 0);
    let read = Usage { cache_read_tokens: 200_001, ..Usage::new(200_001, 0) };
    for (when, expected) in [
        ("2026-01-31T05:00:00Z", "0.200001"),
        ("2026-01-31T03:00:00Z", "0.600003"),
        ("2026-02-01T05:00:00Z", "1.200006"),
        ("2026-02-01T03:00:00Z", "1.200006"),
    ] {
        assert_eq!(cost(entry, read, when), expected, "a cache read without a separate price, at {when}");
    }
    let inferred = "cache_read_mtok as input in a list that omits it";
    assert_eq!(dated.report.count(Action::Inferred, inferred), 2, "{}", dated.report);
    let without_input = model(r#"{"constraint": {"start_date": "2026-02-01"}, "prices": {"output_mtok": 5}}"#);
    let dropped = "input_mtok of an earlier list, which a later one omits";
    assert_eq!(without_input.report.count(Action::Dropped, dropped), 1, "{}", without_input.report);
    let error = without_input.snapshot.models[0]
        .cost_at(&Usage::new(1, 0), ServiceTier::Standard, "2026-02-01T00:00:00Z".parse().unwrap())
        .unwrap_err();
    assert!(matches!(error, CostError::UnknownPrice { .. }), "{error}");
    assert_eq!(cost(&without_input.snapshot.models[0], Usage::new(1_000_000, 0), "2026-01-31T05:00:00Z"), "2");
}

#[test]
fn components_with_different_thresholds_are_each_billed_by_their_own() {
    let data = r#"[{"id": "p", "models": [{"id": "m", "prices": {
        "input_mtok": {"base": 1, "tiers": [{"start": 100000, "price": 2}]},
        "output_mtok": {"base": 1, "tiers": [{"start": 200000, "price": 3}]}, "cache_read_mtok": 1}}]}]"#;
    let import = genai_prices::import(data, &edition()).unwrap();
    for (input, expected) in [(100_000, "0.1001"), (100_001, "0.200102"), (200_001, "0.400302")] {
        assert_eq!(cost(&import.snapshot.models[0], Usage::new(input, 100), "2026-08-21T00:00:00Z"), expected);
    }
    let twice =
        data.replace("200000", "100000").replace(r#""price": 2}"#, r#""price": 2}, {"start": 100000, "price": 4}"#);
    let error = genai_prices::import_strict(&twice, &edition()).unwrap_err().to_string();
    assert!(error.contains("p/m: input_mtok: 0.000004; expected 0.000002, the value of another key"), "{error}");
}

#[test]
fn a_price_per_thousand_requests_becomes_a_price_per_request() {
    let sonar = CATALOG.get("perplexity", "sonar").unwrap();
    assert_eq!(sonar.pricing.list(PriceComponent::Request).unwrap().to_string(), "0.012");
}

#[test]
fn nothing_of_genai_prices_is_lost_silently() {
    let report = &IMPORT.report;
    assert!(!report.notes.contains_key(&Action::PriceInExtra), "{report}");
    assert_eq!(report.left_out, []);
    let with = |name: &str| -> usize {
        let providers: Vec<Value> = serde_json::from_str(GENAI).unwrap();
        providers
            .iter()
            .flat_map(|p| p["models"].as_array().unwrap().clone())
            .filter(|model| !model[name].is_null())
            .count()
    };
    for name in ["name", "description", "price_comments", "deprecated", "match"] {
        assert_eq!(report.count(Action::Extra, name), with(name), "{name}");
    }
    for name in ["prices", "context_window"] {
        assert_eq!(report.count(Action::Taken, name), with(name), "{name}");
    }
    assert_eq!(report.count(Action::Dropped, "extractors of a provider"), 29);
}

/// Members of prices that are kept as facts because no component matches them.
const KEPT: [&str; 7] = [
    "cache_text_read_mtok",
    "code_executions_kcount",
    "input_text_mtok",
    "output_audio_hours",
    "social_searches_kcount",
    "storage_searches_kcount",
    "web_searches_kcount",
];

#[test]
fn every_price_of_the_schema_is_a_component_or_known_to_be_kept() {
    for (key, component, price) in [
        ("input_mtok", PriceComponent::Input, "0.000036"),
        ("output_mtok", PriceComponent::Output, "0.000036"),
        ("cache_read_mtok", PriceComponent::CacheRead, "0.000036"),
        ("cache_write_mtok", PriceComponent::CacheWrite, "0.000036"),
        ("cache_write_5m_mtok", PriceComponent::CacheWrite, "0.000036"),
        ("cache_write_1h_mtok", PriceComponent::CacheWrite1h, "0.000036"),
        ("output_reasoning_mtok", PriceComponent::Reasoning, "0.000036"),
        ("output_citation_mtok", PriceComponent::Citation, "0.000036"),
        ("input_audio_mtok", PriceComponent::AudioInput, "0.000036"),
        ("output_audio_mtok", PriceComponent::AudioOutput, "0.000036"),
        ("cache_audio_read_mtok", PriceComponent::CacheReadAudio, "0.000036"),
        ("cache_audio_write_mtok", PriceComponent::CacheWriteAudio, "0.000036"),
        ("input_image_mtok", PriceComponent::ImageInput, "0.000036"),
        ("output_image_mtok", PriceComponent::ImageOutput, "0.000036"),
        ("cache_image_read_mtok", PriceComponent::CacheReadImage, "0.000036"),
        ("input_video_mtok", PriceComponent::VideoInput, "0.000036"),
        ("output_video_mtok", PriceComponent::VideoOutput, "0.000036"),
        ("input_mchars", PriceComponent::InputCharacter, "0.000036"),
        ("input_gpixels", PriceComponent::InputPixel, "0.000000036"),
        ("audio_hours", PriceComponent::InputSecond, "0.01"),
        ("input_audio_hours", PriceComponent::InputAudioSecond, "0.01"),
        ("input_document_kpages", PriceComponent::OcrPage, "0.036"),
        ("input_annotated_document_kpages", PriceComponent::AnnotationPage, "0.036"),
        ("rerank_searches_kcount", PriceComponent::InputQuery, "0.036"),
        ("input_text_messages_kcount", PriceComponent::TextMessage, "0.036"),
        ("requests_kcount", PriceComponent::Request, "0.036"),
    ] {
        let data = format!(r#"[{{"id": "p", "models": [{{"id": "m", "prices": {{"{key}": 36}}}}]}}]"#);
        let import = genai_prices::import(&data, &edition()).unwrap();
        let rates: Vec<_> = import.snapshot.models[0]
            .pricing
            .rates
            .iter()
            .map(|rate| (rate.component, rate.price.to_string()))
            .collect();
        assert_eq!(rates, [(component, price.to_owned())], "{key}");
        assert!(import.snapshot.models[0].extra.is_empty(), "{key}");
    }
    for key in KEPT {
        let data = format!(r#"[{{"id": "p", "models": [{{"id": "m", "prices": {{"{key}": 36}}}}]}}]"#);
        let import = genai_prices::import(&data, &edition()).unwrap();
        assert_eq!(import.report.count(Action::PriceInExtra, key), 1, "{key}");
        assert_eq!(import.snapshot.models[0].extra.get(key), Some("36"));
    }
}

#[test]
fn every_member_of_the_real_file_is_imported_or_known_to_be_kept() {
    let providers: Vec<Value> = serde_json::from_str(GENAI).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    let models: Vec<&Value> = providers.iter().flat_map(|provider| provider["models"].as_array().unwrap()).collect();
    for name in models.iter().flat_map(|model| keys(model)) {
        let known = ["id", "match", "prices", "context_window", "name", "description", "price_comments", "deprecated"];
        assert!(known.contains(&name.as_str()), "{name} of a model");
    }
    let lists = models.iter().flat_map(|model| match &model["prices"] {
        Value::Array(lists) => lists.iter().map(|list| &list["prices"]).collect(),
        prices => vec![prices],
    });
    for name in lists.flat_map(keys) {
        let data = format!(r#"[{{"id": "p", "models": [{{"id": "m", "prices": {{"{name}": 1}}}}]}}]"#);
        let import = genai_prices::import(&data, &edition()).unwrap();
        let is_taken = import.snapshot.models[0].pricing.rates.len() == 1;
        assert!(is_taken || KEPT.contains(&name.as_str()), "{name} of a list of prices");
    }
}

#[test]
fn a_price_per_hour_of_audio_becomes_one_per_second_to_fifteen_digits() {
    let data = r#"[{"id": "p", "models": [{"id": "m", "prices": {"audio_hours": 0.111}}]}]"#;
    let import = genai_prices::import(data, &edition()).unwrap();
    let price = import.snapshot.models[0].pricing.list(PriceComponent::InputSecond).unwrap();
    assert_eq!(price.to_string(), "0.0000308333333333333");
}

#[test]
fn variants_of_prices_for_a_service_tier_are_its_rates_and_others_are_reported() {
    let data = r#"[{"id": "p", "models": [{"id": "m", "price_variants": [
            {"when": {"service_tier": "default"}, "prices": {}},
            {"when": {"processing": "batch"}, "prices": {"input_mtok": 2}, "constraint": {"start_date": "2026-02-01"}},
            {"when": {"speed": "fast"}, "prices": {"input_mtok": 8}},
            {"when": {"route": "moon"}, "prices": {"input_mtok": 9}},
            {"when": {"speed": "fast", "route": "moon"}, "prices": {"input_mtok": 9}}
        ], "prices": {"input_mtok": {"base": 4, "tiers": [{"start": 100000, "price": 5}]}, "output_mtok": 10}}]}]"#;
    let import = genai_prices::import(data, &edition()).unwrap();
    let entry = &import.snapshot.models[0];
    let cost = |input, tier: ServiceTier, when: &str| {
        let when: DateTime<Utc> = when.parse().unwrap();
        entry.cost_at(&Usage::new(input, 0), tier, when).map(|cost| cost.total.to_string()).ok()
    };
    let later = "2026-03-01T00:00:00Z";
    assert_eq!(cost(1_000, ServiceTier::Standard, later).as_deref(), Some("0.004"));
    assert_eq!(cost(1_000, ServiceTier::Batch, later).as_deref(), Some("0.002"));
    assert_eq!(cost(1_000, ServiceTier::Batch, "2026-01-01T00:00:00Z"), None, "before there were batches");
    assert_eq!(cost(1_000, ServiceTier::Fast, later).as_deref(), Some("0.008"));
    assert_eq!(cost(200_000, ServiceTier::Fast, later).as_deref(), Some("1.6"), "one price above the threshold, too");
    assert_eq!(import.report.count(Action::PriceInExtra, "price_variants"), 2);
    assert_eq!(import.report.left_out, []);
}

#[test]
fn a_cache_hour_has_no_price_if_a_later_list_has_only_the_shorter_lifetime() {
    let data = r#"[{"id": "p", "models": [{"id": "m", "prices": [
        {"prices": {"cache_write_mtok": 1, "cache_write_1h_mtok": 2}},
        {"constraint": {"start_date": "2026-01-01"}, "prices": {"cache_write_mtok": 3}}]}]}]"#;
    let import = genai_prices::import(data, &edition()).unwrap();
    let cost = |when: &str| {
        let usage = Usage { cache_write_1h_tokens: 1_000_000, ..Usage::new(1_000_000, 0) };
        import.snapshot.models[0].cost_at(&usage, ServiceTier::Standard, when.parse().unwrap())
    };
    assert_eq!(cost("2025-12-31T00:00:00Z").unwrap().total.to_string(), "2");
    let error = cost("2026-01-01T00:00:00Z").unwrap_err();
    assert!(matches!(error, CostError::UnknownPrice { .. }), "{error}");
    let dropped = "cache_write_1h_mtok of an earlier list, which a later one omits";
    assert_eq!(import.report.count(Action::Dropped, dropped), 1, "{}", import.report);
}

#[test]
fn before_the_first_list_that_prices_a_component_its_fallback_applies() {
    let data = r#"[{"id": "p", "models": [{"id": "m", "prices": [
        {"prices": {"input_mtok": {"base": 1, "tiers": [{"start": 10, "price": 2}]}, "output_mtok": 5}},
        {"constraint": {"start_date": "2026-01-01"}, "prices": {"input_mtok": 3, "output_mtok": 6, "cache_read_mtok": 0.5,
         "output_reasoning_mtok": 7}}]}]}]"#;
    let import = genai_prices::import(data, &edition()).unwrap();
    let entry = &import.snapshot.models[0];
    let usage = Usage { cache_read_tokens: 10, reasoning_tokens: 1, ..Usage::new(10, 1) };
    assert_eq!(cost(entry, usage, "2025-12-31T00:00:00Z"), "0.000015");
    assert_eq!(cost(entry, Usage { cache_read_tokens: 20, ..Usage::new(20, 0) }, "2025-12-31T00:00:00Z"), "0.00004");
    assert_eq!(cost(entry, usage, "2026-01-01T00:00:00Z"), "0.000012");
    let inferred = "cache_read_mtok as input before the first list that has it";
    assert_eq!(import.report.count(Action::Inferred, inferred), 1, "{}", import.report);
}

#[test]
fn of_several_lists_that_apply_the_last_one_counts() {
    let at = |lists: &str, when: &str| {
        let data = format!(r#"[{{"id": "p", "models": [{{"id": "m", "prices": [{lists}]}}]}}]"#);
        cost(&genai_prices::import(&data, &edition()).unwrap().snapshot.models[0], Usage::new(1_000_000, 0), when)
    };
    let dated = |date: &str, price: u32| {
        format!(r#"{{"constraint": {{"start_date": "{date}"}}, "prices": {{"input_mtok": {price}}}}}"#)
    };
    let undated = r#"{"prices": {"input_mtok": 9}}"#;
    let first = format!("{}, {undated}", dated("2026-01-01", 3));
    assert_eq!((at(&first, "2025-12-31T00:00:00Z"), at(&first, "2026-01-01T00:00:00Z")), ("9".into(), "9".into()));
    let turned = format!("{undated}, {}, {}", dated("2026-06-01", 5), dated("2026-01-01", 3));
    for (when, expected) in [("2025-12-31", "9"), ("2026-01-01", "3"), ("2026-06-01", "3")] {
        assert_eq!(at(&turned, &format!("{when}T00:00:00Z")), expected, "{when}");
    }
}

#[test]
fn of_several_variants_of_one_tier_the_latest_counts_in_any_order() {
    let variant = |date: &str, price: u32| {
        format!(
            r#"{{"when": {{"processing": "batch"}}, "prices": {{"input_mtok": {price}}}, "constraint": {{"start_date": "{date}"}}}}"#
        )
    };
    let (first, second) = (variant("2026-10-14", 1), variant("2026-12-01", 2));
    for variants in [format!("{first}, {second}"), format!("{second}, {first}")] {
        let data = format!(
            r#"[{{"id": "p", "models": [{{"id": "m", "prices": {{"input_mtok": 4}}, "price_variants": [{variants}]}}]}}]"#
        );
        let import = genai_prices::import(&data, &edition()).unwrap();
        for (when, expected) in [("2026-10-14T00:00:00Z", "1"), ("2026-12-01T00:00:00Z", "2")] {
            let usage = Usage::new(1_000_000, 0);
            let cost = import.snapshot.models[0].cost_at(&usage, ServiceTier::Batch, when.parse().unwrap()).unwrap();
            assert_eq!(cost.total.to_string(), expected, "{when} {variants}");
        }
    }
}

#[test]
fn a_variant_without_prices_costs_the_same_as_other_calls() {
    let data = r#"[{"id": "p", "models": [{"id": "m", "prices": {"input_mtok": 1, "cache_read_mtok": 0.5},
        "price_variants": [{"when": {"processing": "batch"}, "prices": {}}]}]}]"#;
    let import = genai_prices::import(data, &edition()).unwrap();
    let usage = Usage { cache_read_tokens: 1_000_000, ..Usage::new(2_000_000, 0) };
    let cost = import.snapshot.models[0].cost(&usage, ServiceTier::Batch).unwrap();
    assert_eq!((cost.total.to_string().as_str(), cost.tier, cost.notes.len()), ("1.5", ServiceTier::Batch, 0));
}

#[test]
fn unknown_prices_with_the_same_name_are_all_kept() {
    let data = r#"{"p": {"models": {"m": {"cost": {"per_smile": 1, "context_over_200k": {"per_smile": 2}}}}}}"#;
    let import = models_dev::import(data, &edition()).unwrap();
    assert_eq!(import.snapshot.models[0].extra.json(), r#"{"cost.per_smile":1,"cost.context_over_200k.per_smile":2}"#);
    let data = r#"[{"id": "p", "models": [{"id": "m", "prices": [{"prices": {"per_smile": 1}},
        {"constraint": {"start_date": "2026-01-01"}, "prices": {"per_smile": 2}}]}]}]"#;
    let import = genai_prices::import(data, &edition()).unwrap();
    assert_eq!(import.snapshot.models[0].extra.json(), r#"{"per_smile":1,"per_smile#2":2}"#);
    assert_eq!(import.report.count(Action::PriceInExtra, "per_smile"), 2);
}

#[test]
fn every_member_of_every_object_of_genai_prices_is_imported_kept_or_dropped_by_name() {
    let provider = |members: &str| genai_prices::import(&format!("[{{{members}}}]"), &edition()).unwrap();
    let prices = |prices: &str| provider(&format!(r#""id": "p", "models": [{{"id": "m", "prices": {prices}}}]"#));
    let full = r#"{"start_date": "2026-01-01"}"#;

    let of_provider = provider(r#""id": "p", "weather": 1, "models": [{"id": "m"}]"#);
    assert_eq!(of_provider.report.count(Action::Dropped, "weather of a provider"), 1);

    for (name, action) in
        [("weather", Action::Extra), ("price_comments", Action::Extra), ("pricing", Action::PriceInExtra)]
    {
        let of_model = provider(&format!(r#""id": "p", "models": [{{"id": "m", "{name}": 7}}]"#));
        assert_eq!(of_model.report.count(action, name), 1, "{}", of_model.report);
        assert_eq!(of_model.snapshot.models[0].extra.get(name), Some("7"));
    }

    for (text, name, kept, rates) in [
        (r#"{"per_smile": 7}"#.to_owned(), "per_smile", "7", 0),
        (r#"{"input_mtok": {"base": 1, "tiers": [], "top": 7}}"#.to_owned(), "input_mtok.top", "7", 1),
        (
            r#"{"input_mtok": {"base": 1, "tiers": [{"start": 5, "price": 2, "end": 7}]}}"#.to_owned(),
            "input_mtok.tiers.end",
            "7",
            2,
        ),
        (format!(r#"[{{"prices": {{"input_mtok": 1}}, "weight": 7, "constraint": {full}}}]"#), "prices.weight", "7", 1),
        (
            r#"[{"prices": {"input_mtok": 1}}, {"constraint": {"moon": "full"}, "prices": {"input_mtok": 2}}]"#
                .to_owned(),
            "prices",
            r#"{"constraint":{"moon":"full"},"prices":{"input_mtok":2}}"#,
            // Neither price is certain.
            0,
        ),
        (
            r#"[{"constraint": {"start_date": "2026-01-01", "moon": 1}, "prices": {"input_mtok": 2}}]"#.to_owned(),
            "prices",
            r#"{"constraint":{"start_date":"2026-01-01","moon":1},"prices":{"input_mtok":2}}"#,
            0,
        ),
    ] {
        let import = prices(&text);
        assert_eq!(import.report.count(Action::PriceInExtra, name), 1, "{text}: {}", import.report);
        let entry = &import.snapshot.models[0];
        assert_eq!((entry.extra.get(name), entry.pricing.rates.len()), (Some(kept), rates), "{text}");
    }
}

#[test]
fn spellings_and_aliases_that_collide_are_reported_and_each_model_is_found() {
    // `together/n` is a name in its own right, which the alias `n` of the other spelling cannot have.
    let data = r#"[
        {"id": "together", "models": [
            {"id": "m", "context_window": 1, "match": {"or": [{"equals": "n"}, {"equals": "q"}, {"equals": "together/q"}]}},
            {"id": "same"}
        ]},
        {"id": "together_ai", "models": [
            {"id": "m", "context_window": 2, "match": {"or": [{"equals": "n"}, {"equals": "o"}]}}, {"id": "same"},
            {"id": "together/n", "context_window": 4},
            {"id": "o", "context_window": 3, "match": {"equals": "n"}}
        ]}
    ]"#;
    let import = genai_prices::import(data, &edition()).unwrap();
    let catalog = PackedCatalog::from_snapshot(&import.snapshot).unwrap();
    for (provider, id, window) in [
        ("together", "m", 1),
        ("together", "q", 1),
        ("together", "n", 4),
        ("together_ai", "m", 2),
        ("together_ai", "n", 2),
        ("together_ai", "o", 3),
        ("together", "o", 3),
    ] {
        assert_eq!(catalog.get(provider, id).unwrap().context_window, Some(window), "{provider} {id}");
    }
    assert_eq!(import.snapshot.models.len(), 5);
    let dropped = &import.report.notes[&Action::Dropped]["an alias that is the name of another model of the provider"];
    assert_eq!(dropped, &["together_ai/m: o", "together_ai/o: n", "together/m: n"]);
    assert_eq!(import.report.count(Action::Folded, "equal models with the same provider and id"), 1);
}

#[test]
fn a_strict_import_rejects_invalid_genai_prices_with_the_model() {
    for (model, expected) in [
        (r#"{"match": {}}"#, "genai-prices: p: nothing; expected a member id"),
        (r#"{"id": "m", "prices": {"input_mtok": "x"}}"#, "p/m: input_mtok: \"x\" is not a decimal number"),
        (r#"{"id": "m", "prices": {"input_mtok": {"base": 1}}}"#, "p/m: input_mtok: nothing; expected a member tiers"),
        (
            r#"{"id": "m", "prices": [{"prices": {}, "constraint": {"start_time": "00:30:00Z"}}]}"#,
            "a start date, or a start and an end time",
        ),
        (
            r#"{"id": "m", "prices": [{"prices": {}, "constraint": {"start_date": "2026-01-01", "start_time": 5}}]}"#,
            "p/m: prices: start_time: 5; expected a string",
        ),
        (r#"{"id": "m", "prices": [{"prices": {}, "constraint": {"start_date": "soon"}}]}"#, "soon; expected a date"),
        (r#"{"id": "m", "context_window": -1}"#, "p/m: context_window: -1; expected a whole number of tokens"),
    ] {
        let data = format!(r#"[{{"id": "p", "models": [{model}]}}]"#);
        let error = genai_prices::import_strict(&data, &edition()).unwrap_err().to_string();
        assert!(error.contains(expected), "{model}: {error}");
    }
}

#[test]
fn the_two_real_maps_merge_and_every_name_of_both_is_found() {
    let litellm = read_snapshot(include_str!("../../../catalog-seed/model-catalog.snapshot.json")).unwrap();
    let merged = merge(&litellm, &IMPORT.snapshot).unwrap();
    assert_eq!(merged.snapshot.sources.len(), 2);
    let catalog = PackedCatalog::from_snapshot(&merged.snapshot).unwrap();
    for entry in litellm.models.iter().chain(&IMPORT.snapshot.models) {
        for name in entry.aliases.iter().chain([&*entry.model_id]) {
            assert!(catalog.get(&entry.provider, name).is_some(), "{}/{name}", entry.provider);
        }
    }
    let filled =
        merged.snapshot.models.iter().filter(|entry| entry.origin == "litellm" && !entry.provenance.is_empty()).count();
    assert!(filled > 100 && merged.conflicts.len() > 100, "{filled} filled, {} conflicts", merged.conflicts.len());
    let input = catalog.get("openai", "gpt-4o").unwrap().pricing.input();
    assert_eq!(input, PackedCatalog::from_snapshot(&litellm).unwrap().get("openai", "gpt-4o").unwrap().pricing.input());
}

#[test]
fn duplicate_keys_are_rejected_by_every_strict_import() {
    let data = "{\"p\": {\"models\": {\n\"m\": {},\n\"m\": {}}}}";
    let error = models_dev::import_strict(data, &edition()).unwrap_err().to_string();
    assert_eq!(error, "duplicate key `p.models.m` in one object, at line 2, column 6 and at line 3, column 6");
    let data = "[{\"id\": \"p\",\n\"id\": \"q\"}]";
    assert!(genai_prices::import_strict(data, &edition()).unwrap_err().to_string().starts_with("duplicate key `id`"));
}
