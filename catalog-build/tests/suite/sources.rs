//! The import of genai-prices, and what the imports have in common.

use catalog_build::import::{Action, Edition, Import, genai_prices, models_dev};
use catalog_build::merge;
use chrono::{DateTime, NaiveDate, Utc};
use model_catalog::{Image, ModelCatalogEntry, PriceComponent, ServiceTier, Usage, canonical_provider, read_snapshot};
use serde_json::Value;
use std::sync::LazyLock;

const GENAI: &str = include_str!("../data/genai-prices-2026-08-21.json");

fn edition() -> Edition<'static> {
    Edition { version: "2026-08-21", date: NaiveDate::from_ymd_opt(2026, 8, 21).unwrap() }
}

static IMPORT: LazyLock<Import> = LazyLock::new(|| genai_prices::import(GENAI, &edition()).unwrap());
static IMAGE: LazyLock<Image> = LazyLock::new(|| Image::of(&IMPORT.snapshot).unwrap());

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
            let entry = IMAGE.get(spelling, id).unwrap_or_else(|| panic!("{spelling}/{id}"));
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
    assert_eq!(IMAGE.get("openai", "gpt-4o-2024-08-06").unwrap().model_id, "gpt-4o");
    let rules = IMAGE.get("anthropic", "claude-2").unwrap();
    assert!(rules.extra.get("match").unwrap().contains("starts_with"));
}

#[test]
fn prices_with_tiers_dates_and_hours_hold_when_they_should() {
    let sonnet = IMAGE.get("anthropic", "claude-sonnet-4-6").unwrap();
    let long = Usage::new(300_000, 0);
    assert_eq!(cost(&sonnet, long, "2026-03-12T23:59:59Z"), "1.8", "above the threshold that there was");
    assert_eq!(cost(&sonnet, long, "2026-03-13T00:00:00Z"), "0.9", "the later list has no threshold");

    let o3 = IMAGE.get("openai", "o3").unwrap();
    assert_eq!(o3.pricing.input().unwrap().to_string(), "0.000002", "the list price is the one of the snapshot's day");
    assert_eq!(cost(&o3, Usage::new(1_000_000, 0), "2025-06-09T12:00:00Z"), "10");

    let deepseek = IMAGE.get("deepseek", "deepseek-chat").unwrap();
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
        assert_eq!(cost(entry, read, when), expected, "a cache read without a price of its own, at {when}");
    }
    let inferred = "cache_read_mtok as input in a list that leaves it out";
    assert_eq!(dated.report.count(Action::Inferred, inferred), 2, "{}", dated.report);
    let without_input = model(r#"{"constraint": {"start_date": "2026-02-01"}, "prices": {"output_mtok": 5}}"#);
    let kept = "input_mtok of an earlier list, which a later one leaves out";
    assert_eq!(without_input.report.count(Action::Kept, kept), 1, "{}", without_input.report);
}

#[test]
fn components_with_different_thresholds_each_cost_what_their_own_say() {
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
    assert!(error.contains("p/m: input_mtok: 0.000004; expected 0.000002, as another key says"), "{error}");
}

#[test]
fn a_price_for_a_thousand_requests_is_one_for_each() {
    let sonar = IMAGE.get("perplexity", "sonar").unwrap();
    assert_eq!(sonar.pricing.list(PriceComponent::Request).unwrap().to_string(), "0.012");
}

#[test]
fn nothing_of_genai_prices_is_lost_without_a_word() {
    let report = &IMPORT.report;
    assert!(!report.notes.contains_key(&Action::PriceInExtra), "{report}");
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

#[test]
fn unknown_prices_of_one_name_are_all_kept() {
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
fn every_member_of_every_object_of_genai_prices_is_taken_kept_or_dropped_by_name() {
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
            1,
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
    // `together/n` is a name of its own, which the other spelling's alias `n` can not have.
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
    let image = Image::of(&import.snapshot).unwrap();
    for (provider, id, window) in [
        ("together", "m", 1),
        ("together", "q", 1),
        ("together", "n", 4),
        ("together_ai", "m", 2),
        ("together_ai", "n", 2),
        ("together_ai", "o", 3),
        ("together", "o", 3),
    ] {
        assert_eq!(image.get(provider, id).unwrap().context_window, Some(window), "{provider} {id}");
    }
    assert_eq!(import.snapshot.models.len(), 5);
    let dropped = &import.report.notes[&Action::Dropped]["an alias that another model of the provider has as a name"];
    assert_eq!(dropped, &["together_ai/m: o", "together_ai/o: n", "together/m: n"]);
    assert_eq!(import.report.count(Action::Folded, "models of one provider and id that say the same"), 1);
}

#[test]
fn a_strict_import_refuses_what_has_not_the_form_of_genai_prices_with_the_model() {
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
    let image = Image::of(&merged.snapshot).unwrap();
    for entry in litellm.models.iter().chain(&IMPORT.snapshot.models) {
        for name in entry.aliases.iter().chain([&*entry.model_id]) {
            assert!(image.get(&entry.provider, name).is_some(), "{}/{name}", entry.provider);
        }
    }
    let filled =
        merged.snapshot.models.iter().filter(|entry| entry.origin == "litellm" && !entry.provenance.is_empty()).count();
    assert!(filled > 100 && merged.conflicts.len() > 100, "{filled} filled, {} conflicts", merged.conflicts.len());
    let input = image.get("openai", "gpt-4o").unwrap().pricing.input();
    assert_eq!(input, Image::of(&litellm).unwrap().get("openai", "gpt-4o").unwrap().pricing.input());
}

#[test]
fn duplicate_keys_are_refused_by_every_strict_import() {
    let data = "{\"p\": {\"models\": {\n\"m\": {},\n\"m\": {}}}}";
    let error = models_dev::import_strict(data, &edition()).unwrap_err().to_string();
    assert_eq!(error, "key `p.models.m` stands twice in one object, at line 2, column 6 and at line 3, column 6");
    let data = "[{\"id\": \"p\",\n\"id\": \"q\"}]";
    assert!(genai_prices::import_strict(data, &edition()).unwrap_err().to_string().starts_with("key `id` stands twice"));
}
