//! Unknown prices: no other price is used in their place, and they matter only where they would be used.

use crate::cost::{model, moment, rate};
use crate::pack;
use model_catalog::{
    CallTerms, CostError, CostNote, ModelCatalogEntry, ModelCatalogSnapshot, ModelPricing, NaiveDate, PriceComponent,
    Rate, SearchContext, ServiceTier, UnknownRate, UnknownRates, Usage, WeeklyWindow, read_snapshot,
};

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;

use PriceComponent as C;
use ServiceTier::{Batch, Priority, Standard};

fn unknown(component: C) -> UnknownRate {
    UnknownRate::list(component)
}

fn with(rates: Vec<Rate>, unknown: Vec<UnknownRate>) -> ModelCatalogEntry<'static> {
    let mut entry = model(rates);
    entry.pricing.unknown = unknown.into();
    entry
}

fn total(entry: &ModelCatalogEntry<'_>, usage: &Usage, terms: impl Into<CallTerms>) -> String {
    entry.cost(usage, terms).map_or_else(|error| error.to_string(), |cost| cost.total.to_string())
}

/// Returns the components of the call whose prices are unknown.
fn unknowns(entry: &ModelCatalogEntry<'_>, usage: &Usage, terms: impl Into<CallTerms>) -> Vec<C> {
    match entry.cost(usage, terms) {
        Err(CostError::UnknownPrice { components, .. }) => components,
        other => panic!("{other:?}"),
    }
}

fn base() -> Vec<Rate> {
    vec![rate(C::Input, 0, "2"), rate(C::Output, 0, "8")]
}

#[test]
fn plain_input_is_not_used_for_a_cache_read_with_an_unknown_price() {
    let entry = with(base(), vec![unknown(C::CacheRead)]);
    let usage = Usage { cache_read_tokens: 5, ..Usage::new(10, 1) };
    let error = entry.cost(&usage, Standard).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the price of {}/{} for cache_read is unknown: the source states one that could not be read",
            entry.provider, entry.model_id
        )
    );
    assert_eq!(total(&entry, &Usage::new(10, 1), Standard), "28", "a call that reads nothing from the cache");
}

#[test]
fn what_falls_back_to_a_component_with_an_unknown_price_has_no_price() {
    let entry = with(base(), vec![unknown(C::CacheRead), unknown(C::AudioInput)]);
    for usage in [
        Usage { audio_input_tokens: 1, ..Usage::new(10, 0) },
        Usage { cache_read_audio_tokens: 1, ..Usage::new(10, 0) },
        Usage { audio_input_tokens: 1, cache_read_audio_tokens: 1, ..Usage::new(10, 0) },
    ] {
        assert_eq!(unknowns(&entry, &usage, Standard), [C::AudioInput]);
    }
    let both = Usage { audio_input_tokens: 1, cache_read_tokens: 1, ..Usage::new(10, 0) };
    assert_eq!(unknowns(&entry, &both, Standard).len(), 2);

    // A component with its own price does not need that of another one.
    let own = with([base(), vec![rate(C::CacheReadAudio, 0, "1")]].concat(), vec![unknown(C::AudioInput)]);
    assert_eq!(total(&own, &Usage { cache_read_audio_tokens: 10, ..Usage::new(10, 0) }, Standard), "10");

    // A longer-lived cache write is not billed as plain input if the price of a shorter-lived one is known.
    let entry = with(base(), vec![unknown(C::CacheWrite)]);
    let error = entry.cost(&Usage { cache_write_1h_tokens: 1, ..Usage::new(10, 0) }, Standard).unwrap_err();
    assert!(matches!(error, CostError::Unpriced { .. }), "{error}");
}

#[test]
fn an_unknown_price_above_a_threshold_applies_only_to_calls_above_it() {
    let entry = with(base(), vec![UnknownRate { above: 100, ..unknown(C::Input) }]);
    assert_eq!(total(&entry, &Usage::new(100, 1), Standard), "208");
    assert_eq!(unknowns(&entry, &Usage::new(101, 1), Standard), [C::Input]);
    assert_eq!(
        total(&with(base(), vec![UnknownRate { above: 100, ..unknown(C::Output) }]), &Usage::new(101, 0), Standard),
        "202"
    );

    // The threshold also exists for the other components.
    let rates = [base(), vec![rate(C::Output, 50, "9"), rate(C::Output, 100, "10")]].concat();
    let entry = with(rates, vec![UnknownRate { above: 100, ..unknown(C::CacheRead) }]);
    assert_eq!(total(&entry, &Usage::new(101, 1), Standard), "212");
    let read = Usage { cache_read_tokens: 1, ..Usage::new(101, 1) };
    assert_eq!(unknowns(&entry, &read, Standard), [C::CacheRead]);

    // A known price above the threshold is not that of calls below it.
    let entry = with(vec![rate(C::Input, 100, "3"), rate(C::Output, 0, "8")], vec![unknown(C::Input)]);
    assert_eq!(total(&entry, &Usage::new(101, 0), Standard), "303");
    assert_eq!(unknowns(&entry, &Usage::new(100, 0), Standard), [C::Input]);
}

#[test]
fn an_unknown_price_of_a_tier_applies_only_to_its_calls_even_if_the_standard_price_is_accepted() {
    let batch = |component| UnknownRate { tier: Batch, ..unknown(component) };
    let entry = with(base(), vec![batch(C::Input)]);
    assert_eq!(total(&entry, &Usage::new(10, 1), Standard), "28");
    for terms in [CallTerms::from(Batch), Batch.or_standard()] {
        assert_eq!(unknowns(&entry, &Usage::new(10, 1), terms), [C::Input]);
        assert_eq!(total(&entry, &Usage::new(0, 1), terms), "8", "output at the standard rate");
    }
    // A price per output token also applies to reasoning.
    let rates = [base(), vec![rate(C::Reasoning, 0, "9"), Rate { tier: Batch, ..rate(C::Input, 0, "1") }]].concat();
    let entry = with(rates, vec![batch(C::Output)]);
    let reasoned = Usage { reasoning_tokens: 1, ..Usage::new(0, 1) };
    assert_eq!(unknowns(&entry, &reasoned, Batch), [C::Output]);
    assert_eq!(total(&entry, &reasoned, Standard), "9");

    // A call that is too large for a tier is answered in the standard one; a call whose price is unknown is not.
    let rates = [base(), vec![Rate { tier: Priority, ..rate(C::Input, 0, "4") }, rate(C::Input, 100, "3")]].concat();
    let downgraded = with(rates.clone(), Vec::new());
    assert_eq!(total(&downgraded, &Usage::new(101, 0), Priority), "303");
    let entry = with(rates, vec![UnknownRate { tier: Priority, above: 100, ..unknown(C::Input) }]);
    assert_eq!(unknowns(&entry, &Usage::new(101, 0), Priority), [C::Input]);
    assert_eq!(total(&entry, &Usage::new(100, 0), Priority), "400");
}

#[test]
fn an_unknown_price_applies_from_its_date_and_within_its_window() {
    let day = |text: &str| text.parse::<NaiveDate>().ok();
    let at = |entry: &ModelCatalogEntry<'_>, when: &str| {
        let cost = entry.cost_at(&Usage::new(10, 0), Standard, moment(when));
        cost.map_or_else(|error| error.to_string(), |cost| cost.total.to_string())
    };
    let mut entry = with(base(), vec![UnknownRate { from: day("2026-09-01"), ..unknown(C::Input) }]);
    entry.pricing.as_of = day("2026-08-21");
    assert_eq!(at(&entry, "2026-08-31T23:59:59Z"), "20");
    assert!(at(&entry, "2026-09-01T00:00:00Z").contains("unknown"));
    assert_eq!(total(&entry, &Usage::new(10, 0), Standard), "20", "the list of the day before");
    assert_eq!(entry.pricing.input(), Some(2.into()));
    entry.pricing.as_of = day("2026-09-01");
    assert_eq!(unknowns(&entry, &Usage::new(10, 0), Standard), [C::Input]);
    assert_eq!(entry.pricing.input(), None, "the list price is unknown");

    let known_later = Rate { from: day("2026-09-01"), ..rate(C::Input, 0, "3") };
    let mut entry = with(vec![known_later], vec![unknown(C::Input)]);
    entry.pricing.as_of = day("2026-09-01");
    assert_eq!((entry.pricing.input(), at(&entry, "2026-09-01T00:00:00Z")), (Some(3.into()), "30".to_owned()));
    assert!(at(&entry, "2026-08-31T00:00:00Z").contains("unknown"), "{}", at(&entry, "2026-08-31T00:00:00Z"));

    // Thursday, 27 August.
    let window = |start, end| WeeklyWindow::from_parts(0b000_1000, start, end).ok();
    let entry = with(base(), vec![UnknownRate { window: window(60, 120), ..unknown(C::Input) }]);
    assert!(at(&entry, "2026-08-27T01:30:00Z").contains("unknown"));
    assert_eq!(at(&entry, "2026-08-27T02:00:00Z"), "20");
    assert_eq!(total(&entry, &Usage::new(10, 0), Standard), "20");
    // If a known and an unknown window overlap, it is unknown which one applies.
    let rates = [base(), vec![Rate { window: window(60, 180), ..rate(C::Input, 0, "1") }]].concat();
    let entry = with(rates, vec![UnknownRate { window: window(120, 240), ..unknown(C::Input) }]);
    assert_eq!(at(&entry, "2026-08-27T01:30:00Z"), "10");
    assert!(at(&entry, "2026-08-27T02:30:00Z").contains("unknown"));

    let entry = with(vec![rate(C::Output, 0, "8")], vec![UnknownRate { from: day("2027-01-01"), ..unknown(C::Input) }]);
    let error = entry.cost_at(&Usage::new(1, 0), Standard, moment("2026-08-21T00:00:00Z")).unwrap_err();
    assert!(matches!(error, CostError::NotYetPriced { .. }), "{error}");
}

#[test]
fn an_unknown_fee_is_an_error_where_it_is_billed() {
    let entry = with(base(), vec![unknown(C::Request), unknown(C::SearchHigh)]);
    let cost = entry.cost(&Usage::new(10, 0), Standard).unwrap();
    assert_eq!((cost.total.to_string().as_str(), cost.notes.as_slice()), ("20", [CostNote::RequestFee].as_slice()));
    assert_eq!(unknowns(&entry, &Usage { requests: 1, ..Usage::new(10, 0) }, Standard), [C::Request]);

    let entry = with([base(), vec![rate(C::SearchLow, 0, "5")]].concat(), vec![unknown(C::SearchHigh)]);
    let searched = Usage { web_search_requests: 2, ..Usage::new(10, 0) };
    let of = |context| CallTerms::from(Standard).with_search_context(context);
    assert_eq!(total(&entry, &searched, of(SearchContext::Low)), "30");
    assert_eq!(unknowns(&entry, &searched, of(SearchContext::High)), [C::SearchHigh]);
    assert_eq!(unknowns(&entry, &searched, Standard), [C::SearchHigh], "the context may have been the high one");
}

const SNAPSHOT: &str = include_str!("../data/small.snapshot.json");

fn snapshot_with(unknown: Vec<UnknownRate>) -> ModelCatalogSnapshot {
    let mut snapshot = read_snapshot(SNAPSHOT).unwrap().into_inner();
    snapshot.models[0].pricing.unknown = unknown.into();
    snapshot
}

#[test]
fn unknown_rates_survive_json_and_packing() {
    let rates = vec![
        UnknownRate { tier: Batch, above: 7, from: "2026-09-01".parse().ok(), ..unknown(C::CacheRead) },
        UnknownRate { window: WeeklyWindow::from_parts(1, 0, 60).ok(), ..unknown(C::Input) },
    ];
    let snapshot = snapshot_with(rates.clone());
    let json = snapshot.to_json().unwrap();
    assert!(json.contains(r#""unknown""#), "{json}");
    assert_eq!(*read_snapshot(&json).unwrap(), snapshot);
    let catalog = pack(&snapshot).unwrap();
    assert_eq!(*catalog.snapshot(), snapshot);
    let entry = catalog.models().next().unwrap();
    assert_eq!(entry.pricing.unknown.iter().collect::<Vec<_>>(), rates);
    assert_eq!(entry.into_owned().pricing.unknown, UnknownRates::from(rates));
    assert!(catalog.models().nth(1).unwrap().pricing.unknown.is_empty());
    assert!(
        !read_snapshot(SNAPSHOT).unwrap().to_json().unwrap().contains("unknown"),
        "older snapshots stay as they are"
    );
    let only = ModelPricing { unknown: vec![unknown(C::Input)].into(), ..ModelPricing::default() };
    assert!(!only.is_empty());
}

#[test]
fn a_rate_is_either_known_or_unknown_and_has_no_price_if_unknown() {
    for (rates, expected) in [
        (vec![unknown(C::Input)], "two rates for input, one with an unknown price"),
        (vec![unknown(C::Citation), unknown(C::Citation)], "two rates for citation, one with an unknown price"),
        (vec![UnknownRate { above: u64::MAX, ..unknown(C::Citation) }], "the threshold of citation"),
    ] {
        let error = pack(&snapshot_with(rates)).unwrap_err();
        assert_eq!(error.findings.len(), 1, "{error}");
        assert!(error.findings[0].detail.starts_with(expected), "{error}");
    }
    let priced = r#"{"rates": [], "unknown": [{"component": "input", "price": "1"}]}"#;
    assert!(serde_json::from_str::<ModelPricing<'_>>(priced).is_err());
}

/// Rates of a model with distinct keys and prices, and whether the price of each is to be unknown.
fn rates() -> impl Strategy<Value = Vec<(Rate, bool)>> {
    let components = [
        C::Input,
        C::Output,
        C::CacheRead,
        C::CacheWrite,
        C::CacheWrite1h,
        C::Reasoning,
        C::AudioInput,
        C::CacheReadAudio,
        C::Request,
        C::SearchLow,
    ];
    let window = WeeklyWindow::from_parts(0b111_1111, 0, 720).ok();
    let terms = (
        select(components.to_vec()),
        select(vec![Standard, Batch, Priority]),
        select(vec![0_u64, 50, 100]),
        select(vec![None, "2026-08-01".parse().ok(), "2026-09-01".parse().ok()]),
        select(vec![None, window]),
    );
    btree_map(terms, any::<bool>(), 1..24).prop_map(|rates| {
        let priced =
            rates.into_iter().zip(1_i64..).map(|(((component, tier, above, from, window), is_unknown), price)| {
                (Rate { component, tier, above, from, window, price: price.into() }, is_unknown)
            });
        priced.collect()
    })
}

proptest! {
    #[test]
    fn an_unknown_price_is_an_error_exactly_where_it_would_be_billed(
        rates in rates(),
        counts in vec(0_u64..40, 8),
        tier in select(vec![Standard, Batch, Priority]),
        or_standard in any::<bool>(),
        when in select(vec!["2026-07-15T01:00:00Z", "2026-08-21T01:00:00Z", "2026-08-21T13:00:00Z", "2026-09-02T01:00:00Z", ""]),
    ) {
        let known = with(rates.iter().map(|(rate, _)| *rate).collect(), Vec::new());
        let of = |unknown: bool| rates.iter().filter(move |(_, is)| *is == unknown).map(|(rate, _)| *rate);
        let partly = with(of(false).collect(), of(true).map(UnknownRate::from).collect());
        let (input, output) = (counts[..5].iter().sum(), counts[5] + counts[6]);
        let usage = Usage {
            cache_read_tokens: counts[0],
            cache_write_tokens: counts[1],
            cache_write_1h_tokens: counts[2],
            cache_read_audio_tokens: counts[3],
            reasoning_tokens: counts[5],
            requests: counts[7] % 3,
            web_search_requests: counts[7] % 2,
            ..Usage::new(input, output)
        };
        let terms = CallTerms { or_standard, ..tier.into() }.with_search_context(SearchContext::Low);
        let cost = |entry: &ModelCatalogEntry<'_>| {
            let mut entry = entry.clone();
            entry.pricing.as_of = "2026-08-21".parse().ok();
            if when.is_empty() { entry.cost(&usage, terms) } else { entry.cost_at(&usage, terms, moment(when)) }
        };
        match (cost(&known), cost(&partly)) {
            (Ok(all), partly) => {
                let used = all.items.iter().map(|item| item.rate).chain(all.fees.iter().map(|fee| fee.rate));
                let missed = used.into_iter().any(|rate| of(true).any(|unknown| unknown == rate));
                match partly {
                    Ok(cost) => prop_assert!(!missed && cost == all, "{cost:?}"),
                    Err(error) => prop_assert!(missed && matches!(error, CostError::UnknownPrice { .. }), "{error}"),
                }
            }
            (Err(_), partly) => prop_assert!(partly.is_err(), "{partly:?}"),
        }
    }
}
