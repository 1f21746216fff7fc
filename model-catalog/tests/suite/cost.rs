//! The cost of calls: the rules by example, compared with another engine, and as properties.

use crate::pack;
use chrono::{DateTime, NaiveDate, Utc};
use model_catalog::{
    CostError, ModelCatalogEntry, ModelPricing, PackedCatalog, PriceComponent, PricedAt, Rate, ServiceTier,
    StreamUsage, ThresholdRule, Usage, UsageFormat, WeeklyWindow, money::parse_price, read_snapshot,
};
use proptest::collection::vec;
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

use PriceComponent::{CacheRead, CacheWrite, CacheWrite1h, CacheWrite12h, Input, Output, Reasoning};
use ServiceTier::{Batch, Flex, Priority, Standard};

pub(crate) static SEED: LazyLock<PackedCatalog> = LazyLock::new(|| {
    PackedCatalog::from_snapshot(
        &read_snapshot(include_str!("../../../catalog-seed/model-catalog.snapshot.json")).unwrap(),
    )
    .unwrap()
});

pub(crate) fn price(text: &str) -> Decimal {
    parse_price(text).unwrap()
}

pub(crate) fn model(rates: Vec<Rate>) -> ModelCatalogEntry<'static> {
    let mut entry = ModelCatalogEntry::new("example", "model", "example");
    entry.pricing = ModelPricing { rates: rates.into(), ..ModelPricing::default() };
    entry
}

pub(crate) fn rate(component: PriceComponent, above: u64, text: &str) -> Rate {
    Rate { above, ..Rate::list(component, price(text)) }
}

fn total(entry: &ModelCatalogEntry<'_>, usage: Usage) -> String {
    entry.cost(&usage, Standard).unwrap().total.to_string()
}

pub(crate) fn moment(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

#[test]
fn tokens_read_from_the_cache_are_billed_at_the_cache_price() {
    let entry =
        model(vec![rate(Input, 0, "0.0000014"), rate(CacheRead, 0, "0.00000026"), rate(Output, 0, "0.0000044")]);
    let usage = Usage { cache_read_tokens: 27_146, ..Usage::new(27_147, 351) };
    assert_eq!(total(&entry, usage), "0.00860376");
}

#[test]
fn a_call_above_a_threshold_pays_the_higher_price_for_all_its_tokens() {
    let entry = model(vec![
        rate(Input, 0, "0.00000125"),
        rate(Input, 200_000, "0.0000025"),
        rate(Output, 0, "0.00001"),
        rate(Output, 200_000, "0.000015"),
    ]);
    assert_eq!(total(&entry, Usage::new(250_000, 1_000)), "0.64");
    assert_eq!(total(&entry, Usage::new(200_000, 1_000)), "0.26");
    assert_eq!(entry.cost(&Usage::new(200_001, 0), Standard).unwrap().threshold, Some(200_000));
    assert_eq!(entry.cost(&Usage::new(200_000, 0), Standard).unwrap().threshold, None);
}

#[test]
fn cached_tokens_count_towards_the_threshold() {
    let entry = model(vec![
        rate(Input, 0, "0.000005"),
        rate(Input, 200_000, "0.00001"),
        rate(CacheWrite, 0, "0.00000625"),
        rate(CacheWrite, 200_000, "0.0000125"),
        rate(Output, 200_000, "0.0000375"),
    ]);
    let usage = Usage { cache_write_tokens: 585_659, ..Usage::new(585_659, 1_000) };
    assert_eq!(total(&entry, usage), "7.3582375");
}

#[test]
fn service_tier_and_threshold_are_chosen_together() {
    let entry = SEED.get("openai", "gpt-5.4").unwrap();
    let usage = Usage { cache_read_tokens: 100_000, ..Usage::new(300_000, 1_000) };
    let cost = entry.cost(&usage, Batch).unwrap();
    assert_eq!(cost.total.to_string(), "0.53625");
    assert_eq!((cost.tier, cost.threshold, cost.snapshot_id.as_str()), (Batch, Some(272_000), "litellm-1.110.2"));
}

#[test]
fn off_peak_prices_apply_within_their_windows_and_list_prices_are_marked_as_such() {
    let entry = SEED.get("deepseek", "deepseek/deepseek-v4-pro").unwrap();
    let usage = Usage::new(1_000_000, 0);
    for (when, expected) in [
        ("2026-11-27T02:00:00Z", "1.32"),
        ("2026-11-28T02:00:00Z", "0.66"),
        ("2026-11-27T03:59:59Z", "1.32"),
        ("2026-11-27T04:00:00Z", "0.66"),
        ("2026-11-27T05:59:59Z", "0.66"),
        ("2026-11-27T06:00:00Z", "1.32"),
        ("2026-11-26T23:59:59Z", "0.66"),
        ("2026-11-30T01:00:00Z", "1.32"),
    ] {
        let cost = entry.cost_at(&usage, Standard, moment(when)).unwrap();
        assert_eq!(cost.total.to_string(), expected, "{when}");
        assert_eq!(cost.priced_at, PricedAt::Moment(moment(when)));
    }
    let list = entry.cost(&usage, Standard).unwrap();
    assert_eq!((list.total.to_string().as_str(), list.priced_at), ("1.32", PricedAt::ListPrice));
}

#[test]
fn a_price_change_takes_effect_at_midnight_whatever_the_snapshot_date() {
    let from = NaiveDate::from_ymd_opt(2026, 8, 21);
    let mut snapshot = read_snapshot(include_str!("../data/small.snapshot.json")).unwrap().into_inner();
    snapshot.models.truncate(1);
    snapshot.models[0].pricing.rates =
        vec![rate(Input, 0, "0.000005"), Rate { from, ..rate(Input, 0, "0.000004") }].into();
    for day in ["2026-08-01", "2027-03-01"] {
        snapshot.date = day.parse().unwrap();
        let catalog = pack(&snapshot).unwrap();
        let entry = catalog.get("example", "model-1").unwrap();
        let at = |when| entry.cost_at(&Usage::new(1_000_000, 0), Standard, moment(when)).unwrap().total.to_string();
        assert_eq!((at("2026-08-20T23:59:59Z"), at("2026-08-21T00:00:00Z")), ("5".to_owned(), "4".to_owned()), "{day}");
    }
}

#[test]
fn running_totals_of_a_stream_are_not_added_up() {
    let stream = |frames: &[&str]| {
        let mut usage = StreamUsage::new(UsageFormat::Anthropic);
        for frame in frames {
            usage.push(&serde_json::from_str(frame).unwrap()).unwrap();
        }
        usage.total().unwrap()
    };
    let usage = stream(&[
        r#"{"input_tokens": 2, "cache_creation_input_tokens": 47119, "output_tokens": 4}"#,
        r#"{"input_tokens": 2, "cache_creation_input_tokens": 47119, "output_tokens": 64}"#,
    ]);
    assert_eq!((usage.plain_input_tokens(), usage.cache_write_tokens, usage.output_tokens), (Some(2), 47_119, 64));
    let usage = stream(&[r#"{"input_tokens": 25, "output_tokens": 1}"#, "null", r#"{"output_tokens": 15}"#]);
    assert_eq!((usage.input_tokens, usage.output_tokens), (25, 15));
    let usage = stream(&[
        r#"{"input_tokens": 25, "output_tokens": 1, "cache_creation": {"ephemeral_1h_input_tokens": 5}}"#,
        r#"{"input_tokens": null, "output_tokens": 15, "cache_creation": {"ephemeral_5m_input_tokens": 3}}"#,
    ]);
    assert_eq!((usage.input_tokens, usage.output_tokens), (33, 15));
    assert_eq!((usage.cache_write_tokens, usage.cache_write_1h_tokens), (3, 5));
    let zeros = r#"{"input_tokens": 0, "output_tokens": 15, "cache_read_input_tokens": 0}"#;
    let usage = stream(&[r#"{"input_tokens": 25, "output_tokens": 0, "cache_read_input_tokens": 9}"#, zeros]);
    assert_eq!((usage.input_tokens, usage.output_tokens, usage.cache_read_tokens), (34, 15, 9));
}

#[test]
fn an_inclusive_threshold_is_crossed_by_a_call_of_its_size() {
    let mut entry = model(vec![rate(Input, 0, "0.000001"), rate(Input, 200_000, "0.000002")]);
    entry.pricing.threshold_rule = ThresholdRule::Inclusive;
    assert_eq!(total(&entry, Usage::new(200_000, 0)), "0.4");
    assert_eq!(total(&entry, Usage::new(199_999, 0)), "0.199999");
}

#[test]
fn only_the_highest_threshold_applies_and_a_component_without_a_rate_there_keeps_its_base_rate() {
    let entry = model(vec![
        rate(Input, 0, "0.000001"),
        rate(Input, 1_000, "0.000002"),
        rate(Input, 2_000, "0.000004"),
        rate(Output, 0, "0.00001"),
        rate(Output, 1_000, "0.00002"),
    ]);
    assert_eq!(total(&entry, Usage::new(1_500, 100)), "0.005");
    assert_eq!(total(&entry, Usage::new(3_000, 100)), "0.013");
}

#[test]
fn a_component_without_a_rate_in_a_tier_keeps_its_standard_rate_and_thresholds_precede_tiers() {
    let tiered = |component, above, tier, text| Rate { tier, ..rate(component, above, text) };
    let entry = model(vec![
        rate(Input, 0, "0.000004"),
        rate(Input, 1_000, "0.000008"),
        rate(Output, 0, "0.00001"),
        rate(CacheRead, 0, "0.000001"),
        tiered(Input, 0, Flex, "0.000002"),
        tiered(Output, 0, Flex, "0.000005"),
    ]);
    let cost = |usage| entry.cost(&usage, Flex).unwrap();
    let below = cost(Usage { cache_read_tokens: 500, ..Usage::new(1_000, 100) });
    assert_eq!(below.total.to_string(), "0.002", "500 × 0.000002 + 500 × 0.000001 + 100 × 0.000005");
    let above = cost(Usage { cache_read_tokens: 500, ..Usage::new(1_500, 100) });
    assert_eq!(above.total.to_string(), "0.009", "1,000 × 0.000008 + 500 × 0.000001 + 100 × 0.000005");
}

#[test]
fn a_tier_that_a_model_does_not_have_is_an_error_unless_the_standard_price_is_accepted() {
    let entry = model(vec![
        rate(Input, 0, "0.000004"),
        rate(Output, 0, "0.00001"),
        Rate { tier: Batch, ..rate(Input, 0, "0.000002") },
        Rate { tier: Priority, ..rate(CacheRead, 0, "0.000002") },
    ]);
    let usage = Usage::new(1_000, 0);
    let error = entry.cost(&usage, Priority).unwrap_err();
    let expected =
        CostError::NoSuchTier { model: "example/model".into(), tier: Priority, available: vec![Standard, Batch] };
    assert_eq!(error, expected);
    assert_eq!(error.to_string(), "example/model has no service tier priority; it has standard, batch");
    let cost = entry.cost(&usage, Priority.or_standard()).unwrap();
    assert_eq!((cost.total.to_string().as_str(), cost.tier), ("0.004", Standard));
    assert_eq!(entry.cost(&usage, Batch.or_standard()).unwrap().tier, Batch);
}

#[test]
fn a_part_without_its_own_rate_is_billed_at_its_fallback() {
    let entry = model(vec![rate(Input, 0, "0.000001"), rate(Output, 0, "0.00001"), rate(CacheWrite, 0, "0.000003")]);
    let usage = Usage {
        cache_read_tokens: 100,
        cache_write_tokens: 100,
        audio_input_tokens: 100,
        reasoning_tokens: 50,
        ..Usage::new(1_000, 100)
    };
    let cost = entry.cost(&usage, Standard).unwrap();
    let billed_as: Vec<_> = cost.items.iter().map(|item| (item.component, item.rate.component)).collect();
    assert_eq!(
        billed_as,
        [
            (Input, Input),
            (Output, Output),
            (CacheRead, Input),
            (CacheWrite, CacheWrite),
            (PriceComponent::AudioInput, Input),
            (Reasoning, Output),
        ]
    );
    assert_eq!(cost.total.to_string(), "0.0022");
}

#[test]
fn a_missing_price_is_not_free_and_a_price_of_zero_is_a_price() {
    let entry = model(vec![rate(Input, 0, "0")]);
    assert_eq!(total(&entry, Usage::new(1_000, 0)), "0");
    let usage = Usage { reasoning_tokens: 5, ..Usage::new(1_000, 10) };
    let error = entry.cost(&usage, Standard).unwrap_err();
    assert_eq!(error, CostError::Unpriced { model: "example/model".into(), components: vec![Output, Reasoning] });
    assert_eq!(error.to_string(), "the catalog has no price of example/model for output, reasoning");
}

#[test]
fn parts_that_exceed_their_total_are_an_error() {
    let entry = model(vec![rate(Input, 0, "0.000001"), rate(Output, 0, "0.00001")]);
    for usage in [
        Usage { cache_read_tokens: 60, cache_write_tokens: 50, ..Usage::new(100, 0) },
        Usage { reasoning_tokens: 11, ..Usage::new(0, 10) },
        Usage { cache_read_tokens: u64::MAX, cache_write_tokens: u64::MAX, ..Usage::new(100, 0) },
    ] {
        assert_eq!(entry.cost(&usage, Standard), Err(CostError::PartsExceedTotal { usage }));
    }
    let usage = Usage::new(u64::MAX, 0);
    assert_eq!(entry.cost(&usage, Standard), Err(CostError::TooManyTokens { usage }));
}

#[test]
fn a_windowed_rate_takes_precedence_and_then_the_latest() {
    let window = |start, end| Some(WeeklyWindow::new([chrono::Weekday::Fri], start, end).unwrap());
    let from = |day: &str| Some(day.parse().unwrap());
    let entry = model(vec![
        rate(Input, 0, "1"),
        Rate { from: from("2026-11-01"), ..rate(Input, 0, "2") },
        Rate { from: from("2026-12-01"), ..rate(Input, 0, "3") },
        Rate { window: window(0, 60), ..rate(Input, 0, "4") },
        Rate { window: window(0, 60), from: from("2026-11-27"), ..rate(Input, 0, "5") },
    ]);
    for (when, expected) in [
        ("2026-10-31T12:00:00Z", "1"),
        ("2026-11-01T00:00:00Z", "2"),
        ("2026-11-20T00:30:00Z", "4"),
        ("2026-11-27T00:30:00Z", "5"),
        ("2026-11-27T01:00:00Z", "2"),
        ("2026-12-04T02:00:00Z", "3"),
    ] {
        assert_eq!(
            entry.cost_at(&Usage::new(1, 0), Standard, moment(when)).unwrap().total.to_string(),
            expected,
            "{when}"
        );
    }
}

#[test]
fn a_threshold_that_is_not_in_effect_does_not_hide_one_that_is() {
    let from = Some("2027-01-01".parse().unwrap());
    let window = Some(WeeklyWindow::new([chrono::Weekday::Fri], 0, 60).unwrap());
    let common = [rate(Input, 0, "0.000001"), rate(Input, 128_000, "0.000002")];
    let later = Rate { from, ..rate(Input, 256_000, "0.000004") };
    let windowed = Rate { window, ..rate(Input, 256_000, "0.000004") };
    let usage = Usage::new(300_000, 0);
    for (special, before, within) in [
        (later, "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"),
        (windowed, "2026-11-27T01:00:00Z", "2026-11-27T00:59:59Z"),
        (Rate { tier: Batch, ..later }, "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"),
    ] {
        let mut entry = model([&common[..], &[Rate { tier: Batch, ..common[0] }, special]].concat());
        entry.pricing.as_of = Some("2026-11-30".parse().unwrap());
        let terms = special.tier.or_standard();
        let list = entry.cost(&usage, terms).unwrap();
        assert_eq!((list.total.to_string().as_str(), list.threshold), ("0.6", Some(128_000)), "{special:?}");
        let at = |when| entry.cost_at(&usage, terms, moment(when)).unwrap();
        assert_eq!(
            (at(before).total.to_string().as_str(), at(before).threshold),
            ("0.6", Some(128_000)),
            "{special:?}"
        );
        assert_eq!(
            (at(within).total.to_string().as_str(), at(within).threshold),
            ("1.2", Some(256_000)),
            "{special:?}"
        );
    }
}

#[test]
fn a_tier_exists_from_the_date_of_its_first_rate_and_for_calls_to_which_one_of_its_rates_can_apply() {
    let from = Some("2027-01-01".parse().unwrap());
    let mut entry = model(vec![
        rate(Input, 0, "0.000004"),
        rate(Output, 0, "0.00001"),
        Rate { tier: Flex, from, ..rate(Input, 0, "0.000002") },
        Rate { tier: Priority, ..rate(Output, 200_000, "0.00002") },
    ]);
    entry.pricing.as_of = Some("2026-11-30".parse().unwrap());
    let (small, large) = (Usage::new(1_000, 100), Usage::new(200_001, 100));
    let available = |tier, usage, when| match entry.cost_at(usage, tier, moment(when)) {
        Ok(cost) => Err(cost.total.to_string()),
        Err(CostError::NoSuchTier { available, .. }) => Ok(available),
        Err(error) => panic!("{error}"),
    };
    let (today, then) = ("2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z");
    assert_eq!(available(Flex, &small, today), Ok(vec![Standard]));
    assert_eq!(available(Flex, &large, today), Ok(vec![Standard, Priority]));
    assert_eq!(available(Flex, &small, then), Err("0.003".to_owned()), "1,000 × 0.000002 + 100 × 0.00001");
    assert_eq!(available(Priority, &small, then), Ok(vec![Standard, Flex]), "its one rate is above a threshold");
    assert_eq!(available(Priority, &large, then), Err("0.802004".to_owned()), "200,001 × 0.000004 + 100 × 0.00002");
    assert!(matches!(entry.cost(&small, Flex), Err(CostError::NoSuchTier { .. })), "the list of the snapshot's day");
    assert_eq!(entry.cost(&small, Flex.or_standard()).unwrap().total.to_string(), "0.005");
}

#[derive(Deserialize)]
struct Call {
    case: String,
    provider: String,
    model: String,
    usage: Usage,
    service_tier: String,
    expected_cost: String,
}

#[test]
fn every_cost_matches_another_engine() {
    let lines: Vec<Call> =
        include_str!("../data/costs.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 312);
    let mut wrong = Vec::new();
    for Call { case, provider, model, usage, service_tier, expected_cost } in lines {
        let entry = SEED.get(&provider, &model).unwrap_or_else(|| panic!("{provider} {model}"));
        let expected: Decimal = expected_cost.parse().unwrap();
        let tier: ServiceTier = service_tier.parse().unwrap();
        match entry.cost(&usage, tier) {
            Ok(cost) if (cost.total - expected).abs() <= expected.abs() * price("1e-12") => {}
            Ok(cost) => wrong.push(format!("{case} {provider} {model}: {} instead of {expected}", cost.total)),
            Err(error) => wrong.push(format!("{case} {provider} {model}: {error} instead of {expected}")),
        }
    }
    assert!(wrong.is_empty(), "{} of 312:\n{}", wrong.len(), wrong.join("\n"));
}

fn usage() -> impl Strategy<Value = Usage> {
    (vec(0_u64..500_000, 12), 0_u64..500_000, 0_u64..50_000).prop_map(|(parts, input, output)| {
        let mut usage = Usage::default();
        let mut parts = parts.into_iter();
        let mut next = || parts.next().unwrap_or_default();
        usage.cache_read_tokens = next();
        usage.cache_write_tokens = next();
        usage.cache_write_1h_tokens = next();
        usage.cache_write_12h_tokens = next();
        usage.audio_input_tokens = next();
        usage.image_input_tokens = next();
        usage.video_input_tokens = next();
        usage.cache_read_audio_tokens = next();
        usage.cache_read_image_tokens = next();
        let inputs: u64 = input
            + usage.cache_read_tokens
            + usage.cache_write_tokens
            + usage.cache_write_1h_tokens
            + usage.cache_write_12h_tokens
            + usage.audio_input_tokens
            + usage.image_input_tokens
            + usage.video_input_tokens
            + usage.cache_read_audio_tokens
            + usage.cache_read_image_tokens;
        usage.reasoning_tokens = next();
        usage.audio_output_tokens = next();
        usage.image_output_tokens = next();
        usage.input_tokens = inputs;
        usage.output_tokens = output + usage.reasoning_tokens + usage.audio_output_tokens + usage.image_output_tokens;
        usage
    })
}

/// The same tokens, with longer-lived cache writes counted as shortest-lived ones if the model has a price only for
/// these.
fn priced(entry: &ModelCatalogEntry<'_>, usage: Usage) -> Usage {
    let has = |component| entry.pricing.rates.iter().any(|rate| rate.component == component);
    let mut usage = usage;
    if has(CacheWrite) && !has(CacheWrite1h) {
        usage.cache_write_tokens += std::mem::take(&mut usage.cache_write_1h_tokens);
    }
    if (has(CacheWrite) || has(CacheWrite1h)) && !has(CacheWrite12h) {
        usage.cache_write_tokens += std::mem::take(&mut usage.cache_write_12h_tokens);
    }
    usage
}

/// A model of the seed that has a price.
fn priced_model() -> impl Strategy<Value = ModelCatalogEntry<'static>> {
    let priced: Vec<usize> = SEED
        .models()
        .enumerate()
        .filter(|(_, entry)| entry.pricing.input().is_some() && entry.pricing.output().is_some())
        .map(|(place, _)| place)
        .collect();
    prop::sample::select(priced).prop_map(|place| SEED.models().nth(place).unwrap().into_owned())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_breakdown_sums_to_the_total_exactly(entry in priced_model(), usage in usage()) {
        let usage = priced(&entry, usage);
        let cost = entry.cost(&usage, Standard).unwrap();
        let sum: Decimal = cost.items.iter().map(|item| item.cost).sum();
        prop_assert_eq!(sum, cost.total);
        for item in &cost.items {
            prop_assert_eq!(item.cost, Decimal::from(item.tokens) * item.rate.price);
        }
        let tokens: u64 = cost.items.iter().map(|item| item.tokens).sum();
        prop_assert_eq!(tokens, usage.input_tokens + usage.output_tokens);
        let json = serde_json::to_string(&cost).unwrap();
        prop_assert_eq!(serde_json::from_str::<model_catalog::Cost>(&json).unwrap(), cost);
    }

    #[test]
    fn more_output_adds_its_price_and_changes_nothing_else(entry in priced_model(), usage in usage(), more in 1_u64..10_000) {
        let usage = priced(&entry, usage);
        let before = entry.cost(&usage, Standard).unwrap();
        let after = entry.cost(&Usage { output_tokens: usage.output_tokens + more, ..usage }, Standard).unwrap();
        let output = after.items.iter().find(|item| item.component == Output).unwrap();
        prop_assert_eq!(after.total, before.total + Decimal::from(more) * output.rate.price);
        prop_assert_eq!(after.threshold, before.threshold);
    }

    #[test]
    fn within_a_band_more_of_anything_never_costs_less(entry in priced_model(), usage in usage(), more in 1_u64..1_000) {
        let usage = priced(&entry, usage);
        let before = entry.cost(&usage, Standard).unwrap();
        let grown = Usage { input_tokens: usage.input_tokens + more, cache_read_tokens: usage.cache_read_tokens + more, ..usage };
        let after = entry.cost(&grown, Standard).unwrap();
        if before.threshold == after.threshold {
            prop_assert!(after.total >= before.total);
        }
        let grown = Usage { output_tokens: usage.output_tokens + more, reasoning_tokens: usage.reasoning_tokens + more, ..usage };
        prop_assert!(entry.cost(&grown, Standard).unwrap().total >= before.total);
    }
}
