//! A packed catalog returns what its snapshot contains, under every name, as a linear scan of the snapshot would.

use crate::pack;
use chrono::{NaiveDate, Weekday};
use model_catalog::{
    Aliases, Capability, CapabilitySet, Extra, Finding, Mode, ModelCapabilities, ModelCatalogEntry,
    ModelCatalogSnapshot, ModelFilter, ModelPricing, Multipliers, PackedCatalog, PriceComponent, Provenance, Rate,
    Rates, Region, Rule, ServiceTier, SnapshotSource, ThresholdRule, UnknownRate, WeeklyWindow, read_snapshot,
};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

const SMALL: &str = include_str!("../data/small.snapshot.json");

fn snapshot_of(models: Vec<ModelCatalogEntry<'static>>) -> ModelCatalogSnapshot {
    ModelCatalogSnapshot { models, ..read_snapshot(SMALL).unwrap().into_inner() }
}

fn rate() -> impl Strategy<Value = Rate> {
    let component = prop::sample::select(PriceComponent::ALL);
    let tier = prop::sample::select(ServiceTier::ALL);
    let window = (0_u8..7, 0_u16..1440)
        .prop_map(|(day, start)| WeeklyWindow::new([Weekday::try_from(day).unwrap()], start, 1440).unwrap());
    (component, tier, 0_u64..1_000_000, option::of(20_000_i32..21_000), option::of(window), 0_i64..1_000_000, 0_u32..12)
        .prop_map(|(component, tier, above, from, window, mantissa, scale)| Rate {
            component,
            tier,
            above,
            from: from.and_then(NaiveDate::from_epoch_days),
            window,
            price: Decimal::from_i128_with_scale(mantissa.into(), scale).normalize(),
        })
}

/// A model. Its rates differ in their thresholds, so that no two have the same key.
fn facts() -> impl Strategy<Value = ModelCatalogEntry<'static>> {
    let limits = (option::of(0_u64..1_000_000_000_000), option::of(0_u64..2_000_000), option::of(0_u64..200_000));
    let texts =
        (option::of("[a-z/]{1,9}"), option::of("https://[a-z]{1,9}"), btree_map("[a-z]{1,5}", Just("example"), 0..3));
    let rest = (
        option::of(prop::sample::select(Mode::ALL)),
        vec(any::<bool>(), 11),
        option::of(19_000_i32..25_000),
        any::<bool>(),
        btree_map(prop::sample::select(Region::ALL), 1_i64..1_000, 0..3),
    );
    (limits, texts, rest, vec(rate(), 0..6)).prop_map(
        |(limits, (successor, source, provenance), (mode, flags, day, inclusive, factors), rates)| {
            let mut entry = ModelCatalogEntry::new("", "", "example");
            (entry.context_window, entry.max_input_tokens, entry.max_output_tokens) = limits;
            entry.successor = successor.map(|text| format!("next-{text}").into());
            entry.source = source.map(Into::into);
            entry.provenance = provenance.into_iter().map(|(field, source)| (field, source.to_owned())).collect();
            entry.mode = mode;
            for (capability, flag) in Capability::ALL.iter().zip(flags) {
                entry.capabilities = entry.capabilities.with(*capability, flag);
            }
            entry.deprecation_date = day.and_then(NaiveDate::from_epoch_days);
            let rates: Vec<Rate> =
                rates.into_iter().zip(1..).map(|(rate, step)| Rate { above: rate.above * 10 + step, ..rate }).collect();
            let threshold_rule = if inclusive { ThresholdRule::Inclusive } else { ThresholdRule::Exclusive };
            let multipliers = factors.into_iter().map(|(region, factor)| (region, Decimal::new(factor, 2))).collect();
            let (unknown, rates): (Vec<Rate>, Vec<Rate>) = rates.into_iter().partition(|rate| rate.above % 3 == 0);
            let unknown: Vec<UnknownRate> = unknown.into_iter().map(UnknownRate::from).collect();
            let (rates, unknown) = (rates.into(), unknown.into());
            entry.pricing = ModelPricing { threshold_rule, rates, unknown, multipliers, as_of: None };
            entry
        },
    )
}

/// A snapshot in which names often collide between providers and never within one.
fn snapshot() -> impl Strategy<Value = ModelCatalogSnapshot> {
    let providers = prop::sample::select(vec!["openai", "azure", "bedrock", "a", "b"]);
    btree_map((providers, "[a-c]{1,2}(/[a-c])?"), (facts(), any::<bool>()), 1..40).prop_map(|models| {
        let models = models.into_iter().map(|((provider, id), (mut entry, with_aliases))| {
            entry.provider = provider.into();
            if with_aliases {
                entry.aliases = vec![format!("{id}-latest"), format!("{id}-new")].into();
            }
            entry.model_id = id.into();
            entry
        });
        snapshot_of(models.collect())
    })
}

fn names<'e>(entry: &'e ModelCatalogEntry<'_>) -> impl Iterator<Item = &'e str> {
    entry.aliases.iter().chain([&*entry.model_id])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_snapshot_survives_packing_and_json(snapshot in snapshot()) {
        prop_assert_eq!(&*pack(&snapshot).unwrap().snapshot(), &snapshot);
        prop_assert_eq!(&*read_snapshot(&snapshot.to_json().unwrap()).unwrap(), &snapshot);
    }

    #[test]
    fn equal_snapshots_produce_equal_packed_catalogs(snapshot in snapshot()) {
        let (one, other) = (pack(&snapshot).unwrap(), pack(&snapshot.clone()).unwrap());
        prop_assert_eq!(one.parts(), other.parts());
    }

    #[test]
    fn a_lookup_finds_what_a_scan_of_the_snapshot_finds(
        snapshot in snapshot(),
        provider in "openai|azure|bedrock|a|b|z",
        id in "[a-c]{1,2}(/[a-c])?(-latest|-new)?",
    ) {
        let catalog = pack(&snapshot).unwrap();
        let exact = snapshot.models.iter().find(|entry| entry.provider == provider && names(entry).any(|name| name == id));
        let without = id.strip_prefix(&format!("{provider}/")).unwrap_or(&id);
        let expected = exact.or_else(|| {
            snapshot.models.iter().find(|entry| entry.provider == provider && names(entry).any(|name| name == without))
        });
        let found = catalog.get(&provider, &id);
        prop_assert_eq!(found.as_ref().map(|entry| &entry.model_id), expected.map(|entry| &entry.model_id));
        prop_assert_eq!(found.map(|entry| entry.provider.into_owned()), expected.map(|entry| entry.provider.to_string()));
    }

    #[test]
    fn providers_of_a_name_lists_all_that_have_it_and_first_the_one_it_stands_for(
        snapshot in snapshot(),
        id in "[a-c]{1,2}(-latest|-new)?",
    ) {
        let catalog = pack(&snapshot).unwrap();
        let mut found: Vec<String> = catalog.providers_of(&id).map(|entry| entry.provider.to_string()).collect();
        let first = catalog.get_by_model_id(&id).map(|entry| entry.provider.to_string());
        prop_assert_eq!(first.as_ref(), found.first());
        found.sort();
        let expected: Vec<String> = snapshot.models.iter().filter(|entry| names(entry).any(|name| name == id)).map(|entry| entry.provider.to_string()).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn an_entry_survives_json(entry in facts()) {
        survives_json(&entry);
        survives_json(&entry.pricing);
        survives_json(&entry.pricing.rates);
        survives_json(&entry.pricing.multipliers);
        survives_json(&entry.provenance);
        survives_json(&entry.capabilities);
    }
}

fn survives_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value, "{json}");
}

#[test]
fn every_serializable_type_survives_json() {
    let snapshot = read_snapshot(SMALL).unwrap();
    survives_json(&*snapshot);
    survives_json(&snapshot.sources[0]);
    for entry in &snapshot.models {
        survives_json(entry);
        survives_json(&entry.aliases);
        survives_json(&entry.extra);
        entry.pricing.rates.iter().for_each(|rate| survives_json(&rate));
    }
    survives_json(&Aliases::default());
    survives_json(&Extra::default());
    survives_json(&Provenance::default());
    survives_json(&Rates::default());
    survives_json(&ModelPricing::default());
    survives_json(&ModelCapabilities::default());
    survives_json(&Capability::ALL.iter().copied().collect::<CapabilitySet>());
    survives_json(&SnapshotSource { licence: Some("MIT".to_owned()), ..snapshot.sources[0].clone() });
    survives_json(&Mode::ALL.to_vec());
    survives_json(&PriceComponent::ALL.to_vec());
    survives_json(&ServiceTier::ALL.to_vec());
    survives_json(&ThresholdRule::ALL.to_vec());
    survives_json(&Multipliers::default());
    survives_json(&Region::ALL.to_vec());
    survives_json(&Rule::ALL.to_vec());
    let error = read_snapshot(&SMALL.replace("\"chat\"", "\"talk\"")).unwrap_err();
    survives_json::<Vec<Finding>>(&error.findings);
}

#[test]
fn an_entry_of_a_catalog_knows_its_snapshot_and_date() {
    let catalog = pack(&read_snapshot(SMALL).unwrap()).unwrap();
    let entry = catalog.get("example", "model-latest").unwrap();
    assert_eq!(entry.snapshot_id, "example-2026-08-21");
    assert_eq!(entry.pricing.as_of, NaiveDate::from_ymd_opt(2026, 8, 21));
    assert_eq!(entry.clone().into_owned(), entry);
    assert_eq!(entry.aliases.iter().collect::<Vec<_>>(), ["model-latest"]);
    assert_eq!(entry.extra.get("rpm"), Some("1000.0"));
}

#[test]
fn a_list_price_is_the_one_on_the_snapshot_date() {
    let mut snapshot = read_snapshot(SMALL).unwrap().into_inner();
    let price = |snapshot: &ModelCatalogSnapshot| {
        pack(snapshot).unwrap().get("example", "model-1").unwrap().pricing.cache_read().unwrap().to_string()
    };
    assert_eq!(price(&snapshot), "0.00000025");
    snapshot.date = NaiveDate::from_ymd_opt(2026, 9, 1).unwrap();
    assert_eq!(price(&snapshot), "0.0000002");
}

#[test]
fn priced_follows_from_the_rates_and_a_price_of_zero_is_a_price() {
    let mut snapshot = read_snapshot(SMALL).unwrap().into_inner();
    let priced = |snapshot: &ModelCatalogSnapshot, id: &str| {
        pack(snapshot).unwrap().get("example", id).unwrap().capability_set().contains(Capability::Priced)
    };
    assert!(priced(&snapshot, "model-1"));
    assert!(!priced(&snapshot, "model-2"));
    snapshot.models[1].pricing.rates = vec![Rate::list(PriceComponent::Input, Decimal::ZERO)].into();
    assert!(priced(&snapshot, "model-2"));
    snapshot.models[1].mode = Some(Mode::Chat);
    assert!(!priced(&snapshot, "model-2"), "a chat model has output too");
}

#[test]
fn a_model_whose_price_has_started_by_the_snapshot_date_is_priced() {
    let mut snapshot = read_snapshot(SMALL).unwrap().into_inner();
    let rate = Rate::list(PriceComponent::Input, Decimal::ONE);
    snapshot.models[1].pricing.rates = vec![Rate { from: NaiveDate::from_ymd_opt(2026, 8, 21), ..rate }].into();
    let filter = ModelFilter { capabilities: CapabilitySet::EMPTY.with(Capability::Priced), ..ModelFilter::default() };
    let found = |snapshot: &ModelCatalogSnapshot| pack(snapshot).unwrap().search(&filter).count();
    assert_eq!(found(&snapshot), 2);
    snapshot.date = NaiveDate::from_ymd_opt(2026, 8, 20).unwrap();
    assert_eq!(found(&snapshot), 1);
}

#[test]
fn each_condition_of_a_filter_is_checked() {
    let catalog = pack(&read_snapshot(SMALL).unwrap()).unwrap();
    let passes = |filter: ModelFilter| catalog.search(&filter).any(|model| model.model_id == "model-1");
    let none = ModelFilter::default;
    assert_eq!(catalog.search(&none()).count(), 2);
    let price = |text: &str| Some(text.parse().unwrap());
    for (passing, failing) in [
        (
            ModelFilter { provider: Some("example".into()), ..none() },
            ModelFilter { provider: Some("openai".into()), ..none() },
        ),
        (ModelFilter { mode: Some(Mode::Chat), ..none() }, ModelFilter { mode: Some(Mode::Embedding), ..none() }),
        (
            ModelFilter { capabilities: CapabilitySet::EMPTY.with(Capability::Streaming), ..none() },
            ModelFilter {
                capabilities: CapabilitySet::EMPTY.with(Capability::Streaming).with(Capability::Vision),
                ..none()
            },
        ),
        (ModelFilter { min_context: Some(400_000), ..none() }, ModelFilter { min_context: Some(400_001), ..none() }),
        (
            ModelFilter { max_input_price: price("0.0000025"), ..none() },
            ModelFilter { max_input_price: price("0.0000024"), ..none() },
        ),
        (
            ModelFilter { max_output_price: price("0.00001"), ..none() },
            ModelFilter { max_output_price: price("0.000009"), ..none() },
        ),
        (ModelFilter { name: Some("latest".into()), ..none() }, ModelFilter { name: Some("Latest".into()), ..none() }),
    ] {
        assert!(passes(passing.clone()), "{passing:?}");
        assert!(!passes(failing.clone()), "{failing:?}");
    }
}

#[test]
fn an_entry_in_another_sources_spelling_is_found_by_every_lookup_in_every_spelling() {
    let mut snapshot = read_snapshot(SMALL).unwrap().into_inner();
    snapshot.models[0].provider = "google".into();
    let catalog = pack(&snapshot).unwrap();
    assert_eq!(*catalog.snapshot(), snapshot);
    for provider in ["google", "gemini"] {
        let filter = ModelFilter { provider: Some(provider.into()), ..ModelFilter::default() };
        assert_eq!(catalog.search(&filter).map(|model| model.model_id).collect::<Vec<_>>(), ["model-1"], "{provider}");
        assert!(filter.matches(&snapshot.models[0]) && !filter.matches(&snapshot.models[1]), "{provider}");
        for id in ["model-1", "model-latest", "gemini/model-1", "google/model-1"] {
            assert_eq!(catalog.get(provider, id).unwrap().model_id, "model-1", "{provider} {id}");
        }
        let name = format!("{provider}/model-1");
        assert_eq!(catalog.get_by_model_id(&name).unwrap().provider, "google");
        assert_eq!(catalog.nearest(&format!("{provider}/model-i"))[0], "gemini/model-1");
    }
}

#[test]
fn an_unknown_name_has_suggestions() {
    let catalog = pack(&read_snapshot(SMALL).unwrap()).unwrap();
    assert_eq!(catalog.nearest("modell-1"), ["model-1", "model-2"]);
    assert_eq!(catalog.nearest("example/modell-1")[0], "example/model-1");
    assert!(catalog.nearest("zzz").is_empty());
}

#[test]
#[should_panic(expected = "do not belong together")]
fn two_files_that_do_not_belong_together_are_rejected() {
    let catalog = pack(&read_snapshot(SMALL).unwrap()).unwrap();
    let (_, data) = catalog.parts();
    PackedCatalog::embedded("", data.to_vec().leak());
}

#[test]
#[should_panic(expected = "different version")]
fn a_packed_catalog_of_another_version_is_rejected() {
    PackedCatalog::embedded("", vec![0; 96].leak());
}
