//! Warnings about a snapshot, and the changes between two snapshots.

use catalog_build::{SnapshotDiff, validate};
use model_catalog::{
    Capability, CapabilitySet, Decimal, Finding, ModelCatalogEntry, ModelCatalogSnapshot, PriceComponent, Rate, Region,
    Rule, ServiceTier, Severity, ThresholdRule, money::parse_price, read_snapshot,
};

const SMALL: &str = include_str!("../../../model-catalog/tests/data/small.snapshot.json");

fn small() -> ModelCatalogSnapshot {
    read_snapshot(SMALL).unwrap().into_inner()
}

fn rate(component: PriceComponent, text: &str) -> Rate {
    Rate::list(component, parse_price(text).unwrap())
}

/// Returns the findings after the first model was changed.
fn found(change: impl FnOnce(&mut ModelCatalogEntry<'static>)) -> Vec<Finding> {
    let mut snapshot = small();
    change(&mut snapshot.models[0]);
    validate(&snapshot)
}

#[test]
fn each_warning_is_found_on_its_own_and_names_the_model() {
    let cases: Vec<(Vec<Finding>, Rule, &str)> = vec![
        (
            found(|m| m.pricing.multipliers = [(Region::Eu, Decimal::new(16, 1))].into_iter().collect()),
            Rule::MultiplierOutlier,
            "the multiplier of the region eu is 1.6",
        ),
        (
            found(|m| m.max_output_tokens = Some(400_001)),
            Rule::OutputOverContext,
            "max_output_tokens is 400001, but the context window is 400000",
        ),
        (
            found(|m| {
                let rates =
                    [PriceComponent::Input, PriceComponent::CacheRead].map(|component| rate(component, "0.0000008"));
                m.pricing.rates = rates.to_vec().into();
            }),
            Rule::CacheReadPrice,
            "cache_read costs 0.0000008, but input costs 0.0000008",
        ),
        (
            found(|m| m.pricing.rates = vec![Rate { above: 5, ..rate(PriceComponent::Input, "0.0000008") }].into()),
            Rule::BasePrice,
            "input only has a price above 5 tokens",
        ),
        (found(|m| m.deprecation_date = "2026-08-20".parse().ok()), Rule::Retired, "retired on 2026-08-20"),
        (
            found(|m| m.successor = Some("model-9".into())),
            Rule::SuccessorUnknown,
            "successor \"model-9\" is not a model of this provider",
        ),
    ];
    for (findings, rule, detail) in cases {
        assert_eq!(findings.len(), 1, "{rule}: {findings:?}");
        assert_eq!((findings[0].rule, findings[0].severity()), (rule, Severity::Warning));
        assert_eq!(findings[0].entry.as_deref(), Some("example/model-1"));
        assert!(findings[0].detail.contains(detail), "{}", findings[0]);
    }
}

#[test]
fn a_cache_read_is_compared_with_the_input_price_of_the_same_calls() {
    use PriceComponent::{CacheRead, Input};
    use model_catalog::ServiceTier::Batch;
    let from = |day: &str| Some(day.parse().unwrap());
    let costs = |rates: &[Rate]| {
        let found = found(|m| m.pricing.rates = rates.to_vec().into());
        found.into_iter().map(|finding| (finding.rule, finding.detail)).collect::<Vec<_>>()
    };
    let warning = |detail: &str| vec![(Rule::CacheReadPrice, detail.to_owned())];
    let input = rate(Input, "0.000004");

    let batch = Rate { tier: Batch, ..rate(CacheRead, "0.000005") };
    assert_eq!(costs(&[input, batch]), warning("cache_read.batch costs 0.000005, but input costs 0.000004"));
    let above = Rate { above: 1_000, ..rate(CacheRead, "0.000004") };
    assert_eq!(
        costs(&[input, rate(CacheRead, "0.000001"), above]),
        warning("cache_read.above_1000 costs 0.000004, but input costs 0.000004")
    );

    let read = rate(CacheRead, "0.000001");
    let cheaper = Rate { from: from("2027-01-01"), ..rate(Input, "0.0000008") };
    assert_eq!(costs(&[input, cheaper, read]), warning("cache_read costs 0.000001, but input costs 0.0000008"));
    let cheaper_read = Rate { from: from("2027-01-01"), ..rate(CacheRead, "0.0000001") };
    assert_eq!(costs(&[input, cheaper, read, cheaper_read]), [], "both become cheaper on one day");

    let cheaper_batch = Rate { tier: Batch, ..rate(Input, "0.000001") };
    assert_eq!(costs(&[input, cheaper_batch, read]), [], "the tier has no price for a cache read");
}

#[test]
fn a_retired_successor_is_found() {
    let mut snapshot = small();
    snapshot.models[1].deprecation_date = "2026-08-20".parse().ok();
    let rules: Vec<Rule> = validate(&snapshot).iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [Rule::SuccessorRetired, Rule::Retired]);
}

#[test]
fn a_successor_is_found_in_any_spelling_of_its_provider() {
    let mut snapshot = small();
    snapshot.models[0].provider = "gemini".into();
    snapshot.models[0].successor = Some("model-2".into());
    snapshot.models[1].provider = "google".into();
    let rules: Vec<Rule> = validate(&snapshot).iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [Rule::ProviderSpelling]);
}

#[test]
fn a_price_a_thousand_times_the_median_of_its_mode_is_found_and_one_below_is_not() {
    let mut snapshot = small();
    let model = snapshot.models[1].clone();
    snapshot.models = (0..5)
        .map(|number| {
            let mut model = model.clone();
            model.model_id = format!("m{number}").into();
            model.pricing.rates =
                vec![rate(PriceComponent::Output, if number == 4 { "0.001" } else { "0.000001" })].into();
            model
        })
        .collect();
    let findings = validate(&snapshot);
    assert_eq!(findings.len(), 1);
    assert_eq!((findings[0].rule, findings[0].entry.as_deref()), (Rule::PriceOutlier, Some("example/m4")));
    snapshot.models[4].pricing.rates = vec![rate(PriceComponent::Output, "0.00099")].into();
    assert_eq!(validate(&snapshot), []);
}

#[test]
fn the_seed_has_warnings_but_no_error() {
    let snapshot = read_snapshot(include_str!("../../../catalog-seed/model-catalog.snapshot.json")).unwrap();
    let findings = validate(&snapshot);
    assert!(findings.iter().all(|finding| finding.severity() == Severity::Warning));
    let count = |rule| findings.iter().filter(|finding| finding.rule == rule).count();
    assert!(count(Rule::Retired) > 100 && count(Rule::SuccessorUnknown) > 0 && count(Rule::CacheReadPrice) > 0);
}

#[test]
fn equal_snapshots_do_not_differ() {
    assert!(SnapshotDiff::between(&small(), &small()).is_empty());
}

#[test]
fn a_diff_lists_each_change_of_price_capability_and_field() {
    let (old, mut new) = (small(), small());
    let model = &mut new.models[0];
    let mut rates: Vec<Rate> = model.pricing.rates.iter().collect();
    rates.retain(|rate| rate.tier != ServiceTier::Batch);
    rates[0].price = parse_price("0.00000333").unwrap();
    rates.push(rate(PriceComponent::Reasoning, "0.00002"));
    model.pricing.rates = rates.into();
    model.pricing.threshold_rule = ThresholdRule::Inclusive;
    model.capabilities = model.capabilities.with(Capability::Vision, true).with(Capability::Streaming, false);
    model.max_output_tokens = None;
    model.successor = Some("model-3".into());
    new.models[1].model_id = "model-3".into();

    let diff = SnapshotDiff::between(&old, &new);
    assert_eq!(
        (diff.added.as_slice(), diff.removed.as_slice()),
        (["example/model-3".to_owned()].as_slice(), ["example/model-2".to_owned()].as_slice())
    );
    let [change] = diff.changed.as_slice() else { panic!("{diff:?}") };
    let prices: Vec<_> = change
        .prices
        .iter()
        .map(|price| {
            let show = |price: Option<rust_decimal::Decimal>| price.map(|price| price.to_string()).unwrap_or_default();
            format!("{} {} {} {}", price.rate, show(price.old), show(price.new), show(price.percent))
        })
        .collect();
    assert_eq!(prices, ["input 0.0000025 0.00000333 33.2", "input.batch 0.00000125  ", "reasoning  0.00002 "]);
    assert_eq!(
        (change.gained, change.lost),
        (CapabilitySet::EMPTY.with(Capability::Vision), CapabilitySet::EMPTY.with(Capability::Streaming))
    );
    let fields: Vec<_> =
        change.fields.iter().map(|field| (field.field.as_str(), field.old.as_deref(), field.new.as_deref())).collect();
    assert_eq!(
        fields,
        [
            ("max_output_tokens", Some("4096"), None),
            ("successor", Some("\"model-2\""), Some("\"model-3\"")),
            ("pricing.threshold_rule", None, Some("\"inclusive\"")),
        ]
    );
    let json = serde_json::to_string(&diff).unwrap();
    assert_eq!(serde_json::from_str::<SnapshotDiff>(&json).unwrap(), diff);
}

#[test]
fn a_diff_compares_the_prices_on_each_snapshot_date() {
    let (old, mut new) = (small(), small());
    let dated = |day: &str| {
        let from = Some(day.parse().unwrap());
        [PriceComponent::Input, PriceComponent::Output].map(|of| Rate { from, ..rate(of, "0.000001") }).to_vec()
    };
    let change = |new: &ModelCatalogSnapshot| SnapshotDiff::between(&old, new).changed.remove(0);
    new.models[0].pricing.rates = dated("2026-08-21").into();
    assert_eq!((change(&new).gained, change(&new).lost), (CapabilitySet::EMPTY, CapabilitySet::EMPTY));
    new.models[0].pricing.rates = dated("2026-08-22").into();
    assert_eq!(change(&new).lost, CapabilitySet::EMPTY.with(Capability::Priced));
    new.date = "2026-08-22".parse().unwrap();
    assert_eq!(change(&new).lost, CapabilitySet::EMPTY);
}

#[test]
fn a_small_price_change_is_not_shown_as_zero() {
    for (new, percent) in [
        ("0.00000250000001", Some("0.0000004")),
        ("0.00000249988", Some("-0.0048")),
        ("0.000002500125", Some("0.005")),
        ("0.00000250125", Some("0.05")),
        ("0", Some("-100")),
        ("0.00000833333", Some("233.33")),
    ] {
        let (old, mut snapshot) = (small(), small());
        let mut rates: Vec<Rate> = snapshot.models[0].pricing.rates.iter().collect();
        rates[0].price = parse_price(new).unwrap();
        snapshot.models[0].pricing.rates = rates.into();
        let diff = SnapshotDiff::between(&old, &snapshot);
        let shown = diff.changed[0].prices[0].percent.map(|percent| percent.to_string());
        assert_eq!(shown.as_deref(), percent, "{new}");
    }
}

#[test]
fn a_provider_in_another_sources_spelling_is_a_warning() {
    let findings = found(|m| {
        m.provider = "google".into();
        m.successor = None;
    });
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!((findings[0].rule, findings[0].severity()), (Rule::ProviderSpelling, Severity::Warning));
    assert_eq!(findings[0].entry.as_deref(), Some("google/model-1"));
    assert_eq!(findings[0].detail, "provider is \"google\", which is another source's spelling of \"gemini\"");
}

#[test]
fn a_name_in_two_spellings_of_a_provider_is_an_error() {
    let mut snapshot = small();
    snapshot.models[0].provider = "google".into();
    snapshot.models[1] = ModelCatalogEntry { provider: "gemini".into(), ..snapshot.models[0].clone() };
    let errors: Vec<Finding> =
        validate(&snapshot).into_iter().filter(|finding| finding.severity() == Severity::Error).collect();
    let rules: Vec<Rule> = errors.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [Rule::DuplicateId, Rule::AliasCollision]);
    assert_eq!(
        errors[0].detail,
        "models[0] and models[1] both have this provider and id; \"google\" and \"gemini\" are the same provider"
    );
}

#[test]
fn a_model_whose_provider_is_spelled_differently_is_the_same_model_in_a_diff() {
    let mut respelled = small();
    let mut old = small();
    old.models[0].provider = "gemini".into();
    respelled.models[0].provider = "google".into();
    assert!(SnapshotDiff::between(&old, &respelled).added.is_empty());
    assert!(SnapshotDiff::between(&old, &respelled).removed.is_empty());
}

#[test]
fn an_ambiguous_full_name_is_found_if_the_prices_differ() {
    let with = |price: &str| {
        let mut snapshot = small();
        snapshot.models[1] = ModelCatalogEntry { model_id: "example/model-1".into(), ..snapshot.models[0].clone() };
        snapshot.models[1].aliases = vec![].into();
        snapshot.models[0].successor = None;
        snapshot.models[1].successor = None;
        let rates = snapshot.models[1].pricing.rates.iter();
        let rates: Vec<Rate> = rates
            .map(|of| {
                if of.component == PriceComponent::CacheRead {
                    Rate { price: parse_price(price).unwrap(), ..of }
                } else {
                    of
                }
            })
            .collect();
        snapshot.models[0].pricing.rates =
            rates.iter().copied().filter(|rate| rate.from.is_none()).collect::<Vec<_>>().into();
        snapshot.models[1].pricing.rates =
            if price == "0.00000025" { snapshot.models[0].pricing.rates.clone() } else { rates.into() };
        validate(&snapshot)
    };
    assert_eq!(with("0.00000025"), []);
    let found = with("0.0000003");
    assert_eq!(
        (found.len(), found[0].rule, found[0].entry.as_deref()),
        (1, Rule::AmbiguousId, Some("example/model-1"))
    );
    assert_eq!(
        found[0].detail,
        r#""example/model-1" stands for this model, not for the provider's model with that id, whose prices differ"#
    );
}

#[test]
fn a_change_of_a_multiplier_is_shown() {
    let (old, mut new) = (small(), small());
    new.models[0].pricing.multipliers = [(Region::Us, Decimal::new(11, 1))].into_iter().collect();
    let change = SnapshotDiff::between(&old, &new).changed.remove(0);
    let field = &change.fields[0];
    assert_eq!(
        (field.field.as_str(), field.old.as_deref(), field.new.as_deref()),
        ("pricing.multipliers", None, Some(r#"{"us":"1.1"}"#))
    );
}
