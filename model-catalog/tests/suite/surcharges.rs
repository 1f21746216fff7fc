//! Multipliers of token prices, and fees in addition to tokens.

use crate::cost::{SEED, model, price, rate};
use model_catalog::{
    CallTerms, Cost, CostError, CostNote, ModelCatalogEntry, PriceComponent, Rate, Region, Rule, SearchContext,
    ServiceTier, Usage, read_snapshot,
};
use proptest::prelude::*;
use rust_decimal::Decimal;

use PriceComponent as C;
use ServiceTier::{Batch, Fast, Standard};

fn in_us() -> CallTerms {
    CallTerms::from(Standard).in_region(Region::Us)
}

fn surcharged(factor: &str) -> ModelCatalogEntry<'static> {
    let mut entry = model(vec![
        rate(C::Input, 0, "0.000005"),
        rate(C::Output, 0, "0.000025"),
        rate(C::CacheRead, 0, "0.0000005"),
        rate(C::SearchLow, 0, "0.01"),
        Rate { tier: Batch, ..rate(C::Input, 0, "0.0000025") },
        Rate { tier: Fast, ..rate(C::Input, 0, "0.00001") },
    ]);
    entry.pricing.multipliers = [(Region::Us, price(factor))].into_iter().collect();
    entry
}

#[test]
fn a_region_multiplies_items_but_not_fees() {
    let usage = Usage { cache_read_tokens: 400, web_search_requests: 2, ..Usage::new(1_000, 100) };
    let cost = surcharged("1.1").cost(&usage, in_us()).unwrap();
    let costs: Vec<_> = cost.items.iter().map(|item| (item.component, item.cost.to_string())).collect();
    assert_eq!(costs, [(C::Input, "0.0033".into()), (C::Output, "0.00275".into()), (C::CacheRead, "0.00022".into())]);
    assert!(cost.items.iter().all(|item| item.multiplier == Some(price("1.1"))));
    assert_eq!((cost.fees[0].count, cost.fees[0].cost.to_string().as_str()), (2, "0.02"));
    assert_eq!((cost.total.to_string().as_str(), cost.region), ("0.02627", Some(Region::Us)));
    let json = serde_json::to_string(&cost).unwrap();
    assert!(json.contains(r#""multiplier":"1.1""#) && json.contains(r#""region":"us""#), "{json}");
    assert_eq!(serde_json::from_str::<Cost>(&json).unwrap(), cost);
}

#[test]
fn a_region_multiplies_the_rates_of_every_tier() {
    let usage = Usage::new(1_000, 0);
    for (tier, expected) in [(Standard, "0.0055"), (Batch, "0.00275"), (Fast, "0.011")] {
        let cost = surcharged("1.1").cost(&usage, CallTerms::from(tier).in_region(Region::Us)).unwrap();
        assert_eq!(cost.total.to_string(), expected, "{tier}");
    }
}

#[test]
fn a_region_without_a_price_is_an_error_and_never_the_standard_price() {
    let usage = Usage::new(1_000, 0);
    for terms in [CallTerms::from(Standard), Standard.or_standard()] {
        let error = surcharged("1.1").cost(&usage, terms.in_region(Region::Eu)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the catalog has no price of example/model for calls restricted to the region eu; it has us"
        );
        let error = SEED.get("openai", "gpt-4o").unwrap().cost(&usage, terms.in_region(Region::FedRamp));
        assert!(error.is_ok() || matches!(error, Err(CostError::NoSuchRegion { .. })));
    }
}

#[test]
fn an_invalid_multiplier_is_rejected() {
    let small = include_str!("../data/small.snapshot.json");
    let with = |multipliers: &str| {
        let json = small.replacen("\"rates\"", &format!("\"multipliers\": {multipliers}, \"rates\""), 1);
        read_snapshot(&json).map(|snapshot| snapshot.models[0].pricing.multipliers.iter().collect::<Vec<_>>())
    };
    assert_eq!(
        with(r#"{"us": "1.1", "eu": 1.05}"#).unwrap(),
        [(Region::Us, price("1.1")), (Region::Eu, price("1.05"))]
    );
    for (multipliers, rule) in [
        (r#"{"us": 0}"#, Rule::Multiplier),
        (r#"{"us": "-1"}"#, Rule::Multiplier),
        (r#"{"us": 110}"#, Rule::Multiplier),
        (r#"{"us": 1.1, "us": 1.2}"#, Rule::Shape),
        (r#"{"moon": 1.1}"#, Rule::Shape),
        (r#"{"us": true}"#, Rule::Shape),
        (r#"[["us", 1.1]]"#, Rule::Shape),
    ] {
        assert_eq!(with(multipliers).unwrap_err().findings[0].rule, rule, "{multipliers}");
    }
}

#[test]
fn a_fee_per_request_is_billed_if_requests_are_counted_and_noted_if_not() {
    let entry = SEED.get("perplexity", "pplx-70b-online").unwrap();
    let cost = entry.cost(&Usage { requests: 3, ..Usage::new(0, 1_000) }, Standard).unwrap();
    assert_eq!((cost.total.to_string().as_str(), cost.notes.len()), ("0.0178", 0));
    let cost = entry.cost(&Usage::new(0, 1_000), Standard).unwrap();
    assert_eq!((cost.total.to_string().as_str(), cost.notes.as_slice()), ("0.0028", &[CostNote::RequestFee][..]));
    let without = SEED.get("openai", "gpt-4o").unwrap().cost(&Usage { requests: 1, ..Usage::new(1, 1) }, Standard);
    assert!(without.unwrap().fees.is_empty(), "a list without a fee per request has none");
}

#[test]
fn a_model_that_searches_on_every_call_incurs_the_fee_of_its_search_context() {
    let sonar = SEED.get("perplexity", "sonar").unwrap();
    let usage = Usage { web_search_requests: 1, ..Usage::new(1_000, 1_000) };
    for (context, expected) in
        [(SearchContext::Low, "0.007"), (SearchContext::Medium, "0.010"), (SearchContext::High, "0.014")]
    {
        let terms = CallTerms::from(Standard).with_search_context(context);
        let by_requests = Usage { web_search_requests: 0, requests: 1, ..usage };
        assert_eq!(sonar.cost(&usage, terms).unwrap().total.to_string(), price(expected).to_string());
        assert_eq!(sonar.cost(&by_requests, terms).unwrap().total.to_string(), price(expected).to_string());
    }
    let model = "perplexity/sonar".to_owned();
    assert_eq!(sonar.cost(&usage, Standard), Err(CostError::NoSearchContext { model }));
    let cost = sonar.cost(&Usage::new(1_000, 1_000), Standard).unwrap();
    assert_eq!((cost.total.to_string().as_str(), cost.notes.as_slice()), ("0.002", &[CostNote::SearchFee][..]));
    let deep = SEED.get("perplexity", "sonar-deep-research").unwrap();
    let cost = deep.cost(&Usage { web_search_requests: 3, ..Usage::new(0, 0) }, Standard).unwrap();
    assert_eq!(cost.total.to_string(), "0.015", "where every context costs the same, it need not be said");
}

#[test]
fn searches_on_request_are_billed_and_a_call_without_one_has_no_note() {
    let entry = SEED.get("anthropic", "claude-opus-5").unwrap();
    let searched = Usage { web_search_requests: 2, ..Usage::new(1_000, 0) };
    assert_eq!(entry.cost(&searched, Batch).unwrap().total.to_string(), "0.0225");
    assert!(entry.cost(&Usage::new(1_000, 0), Batch).unwrap().notes.is_empty());
    let requested = Usage { requests: 2, ..Usage::new(1_000, 0) };
    assert!(entry.cost(&requested, Standard).unwrap().fees.is_empty(), "a request is no search");
    let unknown = model(vec![rate(C::Input, 0, "1")]).cost(&searched, Standard);
    assert!(matches!(unknown, Err(CostError::Unpriced { components, .. }) if components.len() == 3));
}

proptest! {
    #[test]
    fn a_surcharge_is_exact_or_an_error(tokens in 0_u64..1_000_000_000_000, mantissa in 1_i64..1_000_000_000_000_000, scale in 0_u32..20, factor in 1_i64..10_000_000_000) {
        let factor = Decimal::new(factor, 9);
        let mut entry = model(vec![Rate::list(C::Input, Decimal::new(mantissa, scale))]);
        entry.pricing.multipliers = [(Region::Us, factor)].into_iter().collect();
        match entry.cost(&Usage::new(tokens, 0), in_us()) {
            Ok(cost) => {
                // Divided by one factor after the other, exactly.
                let (mut left, mut scale_left) = (cost.total.mantissa(), cost.total.scale());
                let digits = i128::from(tokens) * i128::from(mantissa);
                let whole = factor.normalize();
                if let Some(product) = digits.checked_mul(whole.mantissa()) {
                    while scale_left < scale + whole.scale() && left != 0 {
                        left *= 10;
                        scale_left += 1;
                    }
                    prop_assert_eq!(left, product);
                }
            }
            Err(error) => prop_assert_eq!(error, CostError::Inexact),
        }
    }
}
