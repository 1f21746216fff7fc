//! Overlays on snapshots, and merges of snapshots.

use catalog_build::{Overlay, merge};
use chrono::{DateTime, Utc};
use model_catalog::{
    ModelCatalogEntry, ModelCatalogSnapshot, PackedCatalog, PriceComponent, Rate, Region, Rule, ServiceTier,
    SnapshotError, UnknownRate, Usage, money::parse_price, read_snapshot,
};

const SMALL: &str = include_str!("../../../model-catalog/tests/data/small.snapshot.json");

fn seed() -> ModelCatalogSnapshot {
    read_snapshot(SMALL).unwrap().into_inner()
}

/// Validates and packs a snapshot.
fn pack(snapshot: &ModelCatalogSnapshot) -> Result<PackedCatalog, SnapshotError> {
    PackedCatalog::from_snapshot(&snapshot.clone().try_into()?)
}

fn overlay(models: &str) -> Result<Overlay, model_catalog::SnapshotError> {
    Overlay::from_json(&format!(
        "{{\"schema_version\": 1, \"source\": {{\"id\": \"ours\", \"version\": \"1\", \"date\": \"2026-08-21\"}},\n\"models\": [{models}]}}"
    ))
}

fn overlaid_seed(models: &str) -> PackedCatalog {
    PackedCatalog::from_snapshot(&overlay(models).unwrap().apply(&pack(&seed()).unwrap()).unwrap()).unwrap()
}

fn cost(catalog: &PackedCatalog, id: &str, usage: Usage) -> String {
    catalog.get("example", id).unwrap().cost(&usage, ServiceTier::Standard).unwrap().total.to_string()
}

#[test]
fn an_overlay_changes_what_it_lists_and_keeps_the_rest() {
    let mut seed = seed();
    seed.models[0].pricing.rates = vec![
        Rate::list(PriceComponent::Input, parse_price("0.000001").unwrap()),
        Rate::list(PriceComponent::CacheRead, parse_price("0.0000005").unwrap()),
    ]
    .into();
    let rates = r#"[{"component": "input", "price": 0.000003}, {"component": "output", "price": "0.000009"}]"#;
    let overlay =
        overlay(&format!(r#"{{"provider": "example", "model_id": "model-1", "pricing": {{"rates": {rates}}}}}"#))
            .unwrap();
    let catalog = PackedCatalog::from_snapshot(&overlay.apply(&pack(&seed).unwrap()).unwrap()).unwrap();
    assert_eq!(cost(&catalog, "model-1", Usage { cache_read_tokens: 800, ..Usage::new(1_000, 0) }), "0.001");

    let model = catalog.get("example", "model-1").unwrap();
    let provenance: Vec<_> = model.provenance.iter().collect();
    assert_eq!(provenance, [("pricing.input", "ours"), ("pricing.output", "ours")]);
    assert_eq!((&*model.origin, &*model.snapshot_id), ("example", "example-2026-08-21+ours"));
    assert_eq!(model.max_output_tokens, Some(4096));
}

#[test]
fn a_list_price_of_an_overlay_applies_at_all_times_and_one_with_a_date_from_then_on() {
    let at = |catalog: &PackedCatalog, when: &str| {
        let when: DateTime<Utc> = when.parse().unwrap();
        let usage = Usage { cache_read_tokens: 1_000_000, ..Usage::new(1_000_000, 0) };
        let model = catalog.get("example", "model-1").unwrap();
        model.cost_at(&usage, ServiceTier::Standard, when).unwrap().total.to_string()
    };
    let patch = |rate: &str| {
        overlaid_seed(&format!(
            r#"{{"provider": "example", "model_id": "model-1", "pricing": {{"rates": [{{"component": "cache_read", {rate}}}, {{"component": "cache_read", "above": 272000, {rate}}}]}}}}"#
        ))
    };
    let always = patch(r#""price": "0.0000001""#);
    assert_eq!(
        (at(&always, "2026-08-01T00:00:00Z"), at(&always, "2026-12-01T00:00:00Z")),
        ("0.1".into(), "0.1".into())
    );
    let later = patch(r#""from": "2026-08-25", "price": "0.0000001""#);
    assert_eq!((at(&later, "2026-08-24T00:00:00Z"), at(&later, "2026-12-01T00:00:00Z")), ("0.25".into(), "0.1".into()));
}

#[test]
fn a_price_of_an_overlay_makes_an_unknown_one_known_and_an_unknown_one_replaces_a_price() {
    use PriceComponent::{Citation, Output};
    let mut seed = seed();
    let unknown = |component| UnknownRate::list(component);
    let autumn = UnknownRate { from: "2026-09-01".parse().ok(), ..unknown(PriceComponent::Output) };
    seed.models[0].pricing.unknown = vec![unknown(PriceComponent::Citation), autumn].into();
    let prices_with = |pricing: &str| {
        let model = format!(r#"{{"provider": "example", "model_id": "model-1", "pricing": {{{pricing}}}}}"#);
        let snapshot = overlay(&model).unwrap().apply(&pack(&seed).unwrap()).unwrap();
        let pricing = snapshot.models[0].pricing.clone();
        (pricing.list(PriceComponent::Citation), pricing.unknown.iter().map(|rate| rate.component).collect::<Vec<_>>())
    };
    assert_eq!(prices_with(""), (None, vec![Output, Citation]));
    let known = r#""rates": [{"component": "citation", "price": "0.5"}]"#;
    assert_eq!(prices_with(known), (parse_price("0.5").ok(), vec![Output]));
    assert_eq!(prices_with(r#""rates": [{"component": "output", "price": "0.5"}]"#), (None, vec![Citation]));
    assert_eq!(prices_with(&format!(r#"{known}, "replace": true"#)), (parse_price("0.5").ok(), Vec::new()));
    assert_eq!(prices_with(r#""unknown": [{"component": "output"}]"#), (None, vec![Output, Citation]));
    let catalog = PackedCatalog::from_snapshot(
        &overlay(r#"{"provider": "example", "model_id": "model-1", "pricing": {"unknown": [{"component": "input"}]}}"#)
            .unwrap()
            .apply(&pack(&seed).unwrap())
            .unwrap(),
    )
    .unwrap();
    let model = catalog.get("example", "model-1").unwrap();
    assert_eq!((model.pricing.input(), model.is_priced()), (None, false));
    assert_eq!(model.provenance.of("pricing.input"), Some("ours"));
    let priced = r#"{"provider": "example", "model_id": "model-1", "pricing": {"unknown": [{"component": "input", "price": 1}]}}"#;
    assert!(overlay(priced).is_err());
}

#[test]
fn contract_prices_have_thresholds_and_can_replace_all_others() {
    let catalog = overlaid_seed(
        r#"{"provider": "example", "model_id": "model-latest", "pricing": {"replace": true, "rates": [
            {"component": "input", "price": "0.000002"}, {"component": "input", "above": 100000, "price": "0.000001"},
            {"component": "output", "price": "0.000004"}]}}"#,
    );
    assert_eq!(cost(&catalog, "model-1", Usage::new(100_000, 0)), "0.2");
    assert_eq!(cost(&catalog, "model-1", Usage::new(100_001, 0)), "0.100001");
    assert_eq!(catalog.get("example", "model-1").unwrap().pricing.rates.len(), 3);
}

#[test]
fn each_of_several_models_gets_its_own_window_and_flags() {
    let catalog = overlaid_seed(
        r#"{"provider": "example", "model_id": "model-1", "context_window": 64000, "capabilities": {"vision": true, "streaming": false}},
           {"provider": "example", "model_id": "model-2", "context_window": 32000, "capabilities": ["reasoning"], "extra": {"rpm": 5}}"#,
    );
    let (one, two) = (catalog.get("example", "model-1").unwrap(), catalog.get("example", "model-2").unwrap());
    assert_eq!((one.window(), two.window()), (Some(64_000), Some(32_000)));
    assert_eq!(one.capabilities.set().to_string(), "tool_calling, json_schema, vision");
    assert_eq!(two.capabilities.set().to_string(), "reasoning");
    assert_eq!((one.extra.get("rpm"), two.extra.get("rpm")), (Some("1000.0"), Some("5")));
    assert_eq!(one.provenance.of("capabilities.streaming"), Some("ours"));
}

#[test]
fn null_removes_a_fact_and_remove_a_model() {
    let catalog = overlaid_seed(
        r#"{"provider": "example", "model_id": "model-1", "successor": null, "deprecation_date": null, "extra": {"rpm": null}},
           {"provider": "example", "model_id": "model-2", "remove": true}"#,
    );
    let model = catalog.get("example", "model-1").unwrap();
    assert_eq!((model.successor.as_ref(), model.deprecation_date, model.extra.json()), (None, None, "{}"));
    assert!(catalog.get("example", "model-2").is_none());
}

#[test]
fn null_removes_facts_with_several_values() {
    let model = r#"{"provider": "example", "model_id": "model-1", "pricing": null, "capabilities": null, "aliases": null, "extra": null}"#;
    let catalog = overlaid_seed(model);
    let model = catalog.get("example", "model-1").unwrap();
    assert!(seed().models[0].is_priced() && !seed().models[0].aliases.is_empty());
    assert!(model.pricing.rates.is_empty() && !model.is_priced());
    assert_eq!((model.capability_set().is_empty(), model.aliases.len(), model.extra.json()), (true, 0, "{}"));
    assert!(catalog.get("example", "model-latest").is_none());
    assert_eq!(model.max_output_tokens, Some(4096));
}

#[test]
fn a_base_model_can_be_one_that_the_overlay_adds_or_changes_in_any_order() {
    let models = [
        r#"{"provider": "example", "model_id": "ft-ft", "base_model": "ft"}"#,
        r#"{"provider": "example", "model_id": "ft", "base_model": "house/tiny", "max_output_tokens": 7}"#,
        r#"{"provider": "house", "model_id": "tiny", "max_output_tokens": 9, "pricing": {"rates": [{"component": "input", "price": "0.000002"}]}}"#,
        r#"{"provider": "example", "model_id": "ft-1", "base_model": "model-1"}"#,
        r#"{"provider": "example", "model_id": "model-latest", "max_output_tokens": 8}"#,
        r#"{"provider": "example", "model_id": "ft-2", "base_model": "model-2"}"#,
        r#"{"provider": "example", "model_id": "model-2", "remove": true}"#,
    ];
    let mut backwards = models;
    backwards.reverse();
    for models in [models, backwards] {
        let catalog = overlaid_seed(&models.join(","));
        let limit = |id| catalog.get("example", id).unwrap().max_output_tokens;
        assert_eq!((limit("ft-ft"), limit("ft"), limit("ft-1")), (Some(7), Some(7), Some(8)));
        assert_eq!(cost(&catalog, "ft-ft", Usage::new(1_000, 0)), "0.002");
        assert!(catalog.get("example", "ft-2").is_some() && catalog.get("example", "model-2").is_none());
    }
    let cycle = r#"{"provider": "example", "model_id": "a", "base_model": "b"}, {"provider": "example", "model_id": "b", "base_model": "a"}"#;
    let error = overlay(cycle).unwrap().apply(&pack(&seed()).unwrap()).unwrap_err();
    assert_eq!(error.findings.len(), 2);
    assert!(
        error.to_string().contains("example/b at line 2, column 73: its base_model leads back to this model"),
        "{error}"
    );
}

#[test]
fn a_fine_tune_starts_from_its_base_model_and_a_private_model_from_nothing() {
    let catalog = overlaid_seed(
        r#"{"provider": "example", "model_id": "ft-1", "base_model": "model-1", "pricing": {"rates": [{"component": "output", "price": "0.00002"}]}},
           {"provider": "example", "model_id": "ft-2", "base_model": "example/model-latest"},
           {"provider": "house", "model_id": "tiny", "mode": "chat", "aliases": ["t"]}"#,
    );
    let tuned = catalog.get("example", "ft-1").unwrap();
    assert_eq!((tuned.base_model.as_deref(), tuned.max_output_tokens), (Some("model-1"), Some(4096)));
    assert_eq!(tuned.pricing.input().unwrap().to_string(), "0.0000025");
    assert_eq!(tuned.pricing.output().unwrap().to_string(), "0.00002");
    assert_eq!((tuned.successor.as_ref(), tuned.aliases.len()), (None, 0));
    assert_eq!((&*tuned.origin, tuned.provenance.of("pricing.output")), ("example", Some("ours")));
    assert_eq!(catalog.get("example", "ft-2").unwrap().max_output_tokens, Some(4096));
    let private = catalog.get("house", "t").unwrap();
    assert_eq!((&*private.origin, private.provenance.is_empty()), ("ours", true));
    assert!(!private.is_priced());
}

#[test]
fn an_unreadable_overlay_names_the_model_and_the_position() {
    for (models, rule, expected) in [
        (r#"{"provider": "example"}"#, Rule::Shape, "models[0] at line 2, column 12: missing field `model_id`"),
        (r#"{"provider": "example", "model_id": 1}"#, Rule::Shape, "model_id: invalid type: integer `1`"),
        (
            r#"{"provider": "example", "model_id": "a", "context": 1}"#,
            Rule::Shape,
            "example/a at line 2, column 64: unknown field `context`",
        ),
        (
            r#"{"provider": "example", "model_id": "a", "capabilities": {"visoin": true}}"#,
            Rule::Shape,
            "did you mean `vision`?",
        ),
        (
            r#"{"provider": "example", "model_id": "a", "pricing": {"rates": [{"component": "input", "price": "x"}]}}"#,
            Rule::Shape,
            "price \"x\" is not a decimal number",
        ),
        (
            r#"{"provider": "example", "model_id": "a", "mode": "chat", "mode": "chat"}"#,
            Rule::Shape,
            "duplicate key `mode`",
        ),
        (
            r#"{"provider": "example", "model_id": "a", "max_input_tokens": "many"}"#,
            Rule::Shape,
            "invalid type: string \"many\"",
        ),
        ("7", Rule::Shape, "invalid type: integer `7`, expected an object"),
        ("{", Rule::Syntax, "error[syntax] overlay at line"),
    ] {
        let error = overlay(models).unwrap_err();
        assert_eq!(error.findings[0].rule, rule, "{models}");
        assert!(error.to_string().contains(expected), "{models}: {error}");
    }
    let version = Overlay::from_json(
        r#"{"schema_version": 2, "source": {"id": "a", "version": "1", "date": "2026-08-21"}, "models": []}"#,
    );
    assert_eq!(version.unwrap_err().findings[0].rule, Rule::SchemaVersion);
}

#[test]
fn an_error_in_an_overlay_names_it_and_has_the_position_of_the_wrong_value() {
    for (member, expected) in [
        (r#""origin": 42"#, "column 20: origin: invalid type: integer `42`, expected a string"),
        (r#""provenance": {"mode": 7}"#, "column 24: provenance: invalid type: integer `7`, expected a string"),
        (r#""mode": "chatt""#, "column 18: `chatt` is not a mode"),
        (r#""pricing": {"rates": [], "multipliers": {"us": "x"}}"#, "column 60: factor \"x\" is not a decimal number"),
    ] {
        let model = format!("{{\"provider\": \"example\",\n \"model_id\": \"a\",\n         {member}}}");
        let error = overlay(&model).unwrap_err().to_string();
        let (first, rest) = error.split_once('\n').unwrap();
        assert_eq!(first, "the overlay breaks 1 rule:", "{member}");
        assert!(rest.starts_with(&format!("  error[shape] example/a at line 4, {expected}")), "{member}: {rest}");
        assert!(!error.contains("snapshot"), "{error}");
    }
    let of_the_head = overlay("7,").unwrap_err().to_string();
    assert!(of_the_head.contains("error[syntax] overlay at line 2, column"), "{of_the_head}");
    let model = r#"{"provider": "example", "model_id": "model-1", "pricing": {"multipliers": {"us": -1}}}"#;
    let error = overlay(model).unwrap().apply(&pack(&seed()).unwrap()).unwrap_err().to_string();
    assert!(
        error.starts_with("the overlay breaks 1 rule:\n  error[multiplier] example/model-1 at line 2, column 12: "),
        "{error}"
    );
    assert!(overlay(r#"{"provider": "example", "model_id": "a", "origin": "x", "provenance": {"mode": "x"}}"#).is_ok());
}

#[test]
fn a_factor_of_an_overlay_replaces_that_of_its_region() {
    let mut seed = seed();
    let factor = |text: &str| parse_price(text).unwrap();
    seed.models[0].pricing.multipliers =
        [(Region::Us, factor("1.1")), (Region::Eu, factor("1.2"))].into_iter().collect();
    let overlaid_seed = |pricing: &str| {
        let model = format!(r#"{{"provider": "example", "model_id": "model-1", "pricing": {pricing}}}"#);
        let model = overlay(&model).unwrap().apply(&pack(&seed).unwrap()).unwrap().models[0].clone();
        let multipliers = model.pricing.multipliers.iter().map(|(region, factor)| format!("{region} {factor}"));
        (multipliers.collect::<Vec<_>>(), model.provenance.of("pricing.multipliers.us").map(str::to_owned))
    };
    let ours = Some("ours".to_owned());
    assert_eq!(
        overlaid_seed(r#"{"multipliers": {"us": 1.05}}"#),
        (vec!["us 1.05".into(), "eu 1.2".into()], ours.clone())
    );
    assert_eq!(overlaid_seed(r#"{"multipliers": {"us": null}}"#), (vec!["eu 1.2".into()], ours.clone()));
    assert_eq!(overlaid_seed(r#"{"replace": true, "multipliers": {"us": "1.3"}}"#), (vec!["us 1.3".into()], ours));
    assert_eq!(overlaid_seed(r#"{"rates": []}"#), (vec!["us 1.1".into(), "eu 1.2".into()], None));
    let mut other = seed.clone();
    other.models[0].pricing.multipliers =
        [(Region::Us, factor("1.4")), (Region::FedRamp, factor("1.1"))].into_iter().collect();
    let merged = merge(&seed.clone().try_into().unwrap(), &other.clone().try_into().unwrap()).unwrap();
    let multipliers: Vec<_> = merged.snapshot.models[0].pricing.multipliers.iter().map(|(of, _)| of.key()).collect();
    assert_eq!(multipliers, ["us", "eu", "fedramp"]);
    assert_eq!((merged.conflicts.len(), merged.conflicts[0].field.as_str()), (1, "pricing.multipliers.us"));
}

#[test]
fn the_name_of_a_removed_model_does_not_stand_for_another_providers_model() {
    let entry = |provider: &str, id: &str| ModelCatalogEntry::new(provider, id, "example");
    let models = vec![
        entry("anthropic", "c"),
        entry("example", "anthropic/c"),
        entry("example", "house/c"),
        entry("house", "c"),
    ];
    let seed = ModelCatalogSnapshot { models, ..seed() };
    let remove = |provider: &str| format!(r#"{{"provider": "{provider}", "model_id": "c", "remove": true}}"#);
    let overlay = overlay(&remove("anthropic")).unwrap();
    let before = pack(&seed).unwrap();
    assert_eq!(before.get_by_model_id("anthropic/c").unwrap().provider, "anthropic");
    let after = PackedCatalog::from_snapshot(&overlay.apply(&pack(&seed).unwrap()).unwrap()).unwrap();
    assert!(after.get_by_model_id("anthropic/c").is_none(), "a known provider even without models");
    assert_eq!(after.get_by_model_id("house/c").unwrap().provider, "house");
}

#[test]
fn an_overlay_that_cannot_be_applied_names_the_model_and_the_rule() {
    for (models, rule, expected) in [
        (
            r#"{"provider": "example", "model_id": "modell-1", "remove": true}"#,
            Rule::OverlayTarget,
            "the snapshot has no model \"modell-1\" of this provider; did you mean `example/model-1`",
        ),
        (
            r#"{"provider": "example", "model_id": "modell-1", "pricing": {"rates": [{"component": "input", "price": "1"}]}}"#,
            Rule::OverlayTarget,
            "has no model \"modell-1\" of this provider to set the price of; did you mean `example/model-1` or `example/model-2`? For a new model, state its mode",
        ),
        (
            r#"{"provider": "example", "model_id": "ft", "base_model": "gone"}"#,
            Rule::OverlayTarget,
            "the snapshot has no model \"gone\"",
        ),
        (
            r#"{"provider": "example", "model_id": "model-1"}, {"provider": "example", "model_id": "model-latest"}"#,
            Rule::OverlayTarget,
            "example/model-latest at line 2, column 60: the overlay lists this model twice",
        ),
        (
            r#"{"provider": "example", "model_id": "model-1", "remove": 1}"#,
            Rule::Shape,
            "remove is 1, expected true or false",
        ),
        (
            r#"{"provider": "example", "model_id": "model-1", "pricing": {"rates": [{"component": "input", "price": -1}]}}"#,
            Rule::NegativePrice,
            "example/model-1",
        ),
        (
            r#"{"provider": "example", "model_id": "new", "aliases": ["model-latest"]}"#,
            Rule::AliasCollision,
            "example/new",
        ),
    ] {
        let error = overlay(models).unwrap().apply(&pack(&seed()).unwrap()).unwrap_err();
        assert_eq!(error.findings[0].rule, rule, "{models}: {error}");
        assert!(error.to_string().contains(expected), "{models}: {error}");
    }
}

#[test]
fn an_overlay_with_a_misspelled_provider_is_rejected_with_the_correct_spelling() {
    for spelling in ["Example", "EXAMPLE", "ex-ample", "exam_ple"] {
        let models = format!(r#"{{"provider": "{spelling}", "model_id": "model-1", "max_output_tokens": 1}}"#);
        let error = overlay(&models).unwrap().apply(&pack(&seed()).unwrap()).unwrap_err();
        let expected =
            "/model-1 at line 2, column 12: the snapshot spells this provider \"example\"; use that spelling";
        assert_eq!(error.findings[0].rule, Rule::OverlayTarget, "{spelling}");
        assert!(error.findings[0].to_string().ends_with(expected), "{error}");
    }
    let google = r#"{"provider": "Google", "model_id": "m"}"#;
    let mut gemini = seed();
    gemini.models[0].provider = "gemini".into();
    let error = overlay(google).unwrap().apply(&pack(&gemini).unwrap()).unwrap_err().to_string();
    assert!(error.contains("the snapshot spells this provider \"gemini\""), "{error}");
    gemini.models[0].provider = "google".into();
    for provider in ["google", "gemini"] {
        let model = format!(r#"{{"provider": "{provider}", "model_id": "model-1", "max_output_tokens": 1}}"#);
        overlay(&model).unwrap().apply(&pack(&gemini).unwrap()).unwrap();
    }
    let ours = overlaid_seed(r#"{"provider": "examples", "model_id": "model-1", "max_output_tokens": 1}"#);
    assert_eq!(ours.get("examples", "model-1").unwrap().max_output_tokens, Some(1), "a new provider");
}

#[test]
fn a_model_that_an_overlay_adds_has_the_threshold_rule_of_its_provider() {
    let rates = r#""rates": [{"component": "input", "price": "0.000001"}, {"component": "input", "above": 1000, "price": "0.000002"}]"#;
    for (provider, stated, expected) in [
        ("xai", "", "0.002"),
        ("x-ai", "", "0.002"),
        ("ours", "", "0.001"),
        ("xai", r#""threshold_rule": "exclusive", "#, "0.001"),
        ("ours", r#""threshold_rule": "inclusive", "#, "0.002"),
    ] {
        let catalog =
            overlaid_seed(&format!(r#"{{"provider": "{provider}", "model_id": "m", "pricing": {{{stated}{rates}}}}}"#));
        let total =
            catalog.get(provider, "m").unwrap().cost(&Usage::new(1_000, 0), ServiceTier::Standard).unwrap().total;
        assert_eq!(total.to_string(), expected, "{provider} {stated}");
    }
}

#[test]
fn an_overlay_cannot_state_that_a_model_is_priced() {
    for flags in [r#"["vision", "priced"]"#, r#"{"priced": true}"#, r#"{"priced": false}"#] {
        let model = format!(r#"{{"provider": "example", "model_id": "model-1", "capabilities": {flags}}}"#);
        let error = overlay(&model).unwrap_err();
        assert_eq!(error.findings[0].rule, Rule::Shape, "{flags}");
        assert!(error.to_string().contains("`priced` is derived from the rates of a model"), "{flags}: {error}");
    }
}

#[test]
fn an_empty_overlay_changes_only_the_snapshot_id() {
    let snapshot = overlay("").unwrap().apply(&pack(&seed()).unwrap()).unwrap();
    assert_eq!(snapshot.models, seed().models);
    assert_eq!(snapshot.snapshot_id, "example-2026-08-21+ours");
}

#[test]
fn a_merge_keeps_the_first_snapshots_values_fills_its_gaps_and_lists_conflicts() {
    let first = seed();
    let mut second = seed();
    second.sources[0].id = "other".into();
    for model in &mut second.models {
        model.origin = "other".into();
    }
    let one = &mut second.models[0];
    one.model_id = "model-latest".into();
    one.aliases = vec!["model-2".to_owned(), "model-one".to_owned()].into();
    one.max_output_tokens = Some(8192);
    one.context_window = Some(500_000);
    one.pricing.rates = vec![
        Rate::list(PriceComponent::Input, parse_price("0.000009").unwrap()),
        Rate::list(PriceComponent::Reasoning, parse_price("0.00002").unwrap()),
    ]
    .into();
    second.models[1].model_id = "model-3".into();

    let merged = merge(&first.clone().try_into().unwrap(), &second.clone().try_into().unwrap()).unwrap();
    let catalog = PackedCatalog::from_snapshot(&merged.snapshot).unwrap();
    let model = catalog.get("example", "model-one").unwrap();
    assert_eq!(
        (&*model.model_id, model.max_output_tokens, model.context_window),
        ("model-1", Some(4096), Some(500_000))
    );
    assert_eq!(model.pricing.input().unwrap().to_string(), "0.0000025");
    assert_eq!(model.pricing.reasoning().unwrap().to_string(), "0.00002");
    let provenance: Vec<_> = model.provenance.iter().map(|(field, _)| field).collect();
    assert_eq!(provenance, ["aliases", "context_window", "pricing.reasoning"]);
    assert!(catalog.get("example", "model-3").is_some());

    let conflicts: Vec<_> =
        merged.conflicts.iter().map(|c| (c.field.as_str(), c.kept.as_str(), c.dropped.as_str())).collect();
    assert_eq!(
        conflicts,
        [
            ("aliases", "another model of this provider", "model-2"),
            ("pricing.input", "0.0000025", "0.000009"),
            ("max_output_tokens", "4096", "8192"),
        ]
    );
    assert_eq!(merged.snapshot.snapshot_id, "example-2026-08-21+example-2026-08-21");
}

#[test]
fn a_merge_with_itself_changes_no_model() {
    let merged = merge(&seed().clone().try_into().unwrap(), &seed().clone().try_into().unwrap()).unwrap();
    assert_eq!(merged.snapshot.models, seed().models);
    assert_eq!((merged.conflicts.len(), merged.snapshot.sources.len()), (0, 1));
}

#[test]
fn a_merge_treats_two_spellings_of_a_provider_as_one() {
    let [mut first, mut second] = [seed(), seed()];
    first.models[0].provider = "gemini".into();
    first.models[0].context_window = None;
    second.models[0].provider = "google".into();
    second.models[0].context_window = Some(500_000);
    let merged = merge(&first.clone().try_into().unwrap(), &second.clone().try_into().unwrap()).unwrap();
    assert_eq!((merged.snapshot.models.len(), merged.conflicts), (2, Vec::new()));
    let model = PackedCatalog::from_snapshot(&merged.snapshot).unwrap().get("gemini", "model-1").unwrap().into_owned();
    assert_eq!((&*model.provider, model.context_window), ("gemini", Some(500_000)));
}
