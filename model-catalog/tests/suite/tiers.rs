//! The cost of calls in a service tier that does not price every component.

use crate::cost::{SEED, model, moment, price, rate};
use model_catalog::{
    CallTerms, CostError, CostNote, ModelCatalogEntry, PriceComponent, Rate, Region, SearchContext, ServiceTier, Usage,
    UsageReport,
};
use rust_decimal::Decimal;

use PriceComponent as C;
use ServiceTier::{Batch, Fast, Flex, Priority, Standard};

fn of(tier: ServiceTier, rate: Rate) -> Rate {
    Rate { tier, ..rate }
}

fn total(entry: &ModelCatalogEntry<'_>, usage: &Usage, terms: impl Into<CallTerms>) -> Result<String, CostError> {
    entry.cost(usage, terms).map(|cost| cost.total.to_string())
}

#[test]
fn reasoning_is_billed_at_the_output_rate_of_a_tier_that_does_not_price_it() {
    let usage = Usage { reasoning_tokens: 1_000_000, ..Usage::new(0, 1_000_000) };
    let entry = SEED.get("gemini", "gemini-2.5-flash").unwrap();
    for (tier, expected) in [(Standard, "2.5"), (Batch, "1.25"), (Flex, "1.25"), (Priority, "4.5")] {
        let cost = entry.cost(&usage, tier).unwrap();
        assert_eq!((cost.total.normalize().to_string().as_str(), cost.items[0].instead_of), (expected, None), "{tier}");
        assert!(cost.notes.is_empty());
    }
}

#[test]
fn no_tier_of_the_seed_that_prices_output_bills_reasoning_at_the_standard_rate() {
    let usage = Usage { reasoning_tokens: 1_000, ..Usage::new(10, 1_000) };
    let mut pairs = 0;
    for entry in SEED.models() {
        let rates: Vec<Rate> = entry.pricing.rates.iter().filter(|rate| rate.above == 0).collect();
        let has = |component, tier| rates.iter().find(|rate| rate.component == component && rate.tier == tier);
        for &tier in &ServiceTier::ALL[1..] {
            if let (Some(output), None, Some(_)) =
                (has(C::Output, tier), has(C::Reasoning, tier), has(C::Reasoning, Standard))
            {
                let cost = entry.cost(&usage, tier).unwrap();
                let reasoning = cost.items.iter().find(|item| item.component == C::Reasoning).unwrap();
                assert_eq!(reasoning.rate, *output, "{} {tier}", entry.model_id);
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, 112);
}

/// Every kind of token, each with its own standard rate; the tier prices only input and output.
#[test]
fn each_component_that_a_tier_does_not_price_follows_the_fallback_table() {
    type Count = fn(&mut Usage) -> &mut u64;
    const USED: [(C, Count); 13] = [
        (C::CacheRead, |usage| &mut usage.cache_read_tokens),
        (C::CacheWrite, |usage| &mut usage.cache_write_tokens),
        (C::CacheWrite1h, |usage| &mut usage.cache_write_1h_tokens),
        (C::CacheWrite12h, |usage| &mut usage.cache_write_12h_tokens),
        (C::AudioInput, |usage| &mut usage.audio_input_tokens),
        (C::ImageInput, |usage| &mut usage.image_input_tokens),
        (C::VideoInput, |usage| &mut usage.video_input_tokens),
        (C::CacheReadAudio, |usage| &mut usage.cache_read_audio_tokens),
        (C::CacheReadImage, |usage| &mut usage.cache_read_image_tokens),
        (C::Citation, |usage| &mut usage.citation_tokens),
        (C::Reasoning, |usage| &mut usage.reasoning_tokens),
        (C::AudioOutput, |usage| &mut usage.audio_output_tokens),
        (C::ImageOutput, |usage| &mut usage.image_output_tokens),
    ];
    let mut rates = vec![
        rate(C::Input, 0, "1"),
        rate(C::Output, 0, "2"),
        of(Batch, rate(C::Input, 0, "0.5")),
        of(Batch, rate(C::Output, 0, "1")),
    ];
    rates.extend(USED.iter().zip(10..).map(|((component, _), price)| Rate::list(*component, Decimal::from(price))));
    let entry = model(rates);
    for ((component, count), standard) in USED.into_iter().zip(10..) {
        let mut usage = Usage::new(1, 1);
        *count(&mut usage) = 1;
        let item = |terms: CallTerms| {
            let cost = entry.cost(&usage, terms)?;
            let item = *cost.items.iter().find(|item| item.component == component).unwrap();
            assert_eq!(cost.notes.contains(&CostNote::StandardRate), item.instead_of.is_some(), "{component}");
            Ok((item.cost, item.instead_of))
        };
        let at_standard = Ok((Decimal::from(standard), Some(Batch)));
        let (billed, or_standard) = (item(Batch.into()), item(Batch.or_standard()));
        match component {
            C::Reasoning => assert_eq!((billed, or_standard), (Ok((price("1"), None)), Ok((price("1"), None)))),
            C::CacheWrite1h | C::CacheWrite12h => {
                let model = "example/model".to_owned();
                assert_eq!(billed, Err(CostError::NoTierPrice { model, tier: Batch, components: vec![component] }));
                assert_eq!(or_standard, at_standard);
            }
            _ => assert_eq!((&billed, &or_standard), (&at_standard, &at_standard), "{component}"),
        }
    }
}

#[test]
fn a_cache_read_in_a_batch_is_never_billed_as_batch_input() {
    let usage = Usage { cache_read_tokens: 1_000_000, ..Usage::new(1_000_000, 0) };
    for (provider, id, expected, instead_of) in [
        ("anthropic", "claude-opus-5", "0.25", None),
        ("azure", "eu/gpt-4.1", "0.55", Some(Batch)),
        ("gemini", "gemini-2.5-flash", "0.03", None),
    ] {
        let cost = SEED.get(provider, id).unwrap().cost(&usage, Batch).unwrap();
        assert_eq!((cost.total.normalize().to_string().as_str(), cost.items[0].instead_of), (expected, instead_of));
    }
}

#[test]
fn a_cache_write_for_an_hour_never_takes_the_rate_of_five_minutes() {
    let usage = Usage { cache_write_1h_tokens: 1_000, ..Usage::new(1_000, 0) };
    let with = |more: &[Rate]| model([&[rate(C::Input, 0, "1"), rate(C::Output, 0, "5")], more].concat());
    let unpriced = |component| Err(CostError::Unpriced { model: "example/model".into(), components: vec![component] });
    let (short, hour, half_day) =
        (rate(C::CacheWrite, 0, "1.25"), rate(C::CacheWrite1h, 0, "2"), rate(C::CacheWrite12h, 0, "3"));
    assert_eq!(total(&with(&[short]), &usage, Standard), unpriced(C::CacheWrite1h));
    assert_eq!(total(&with(&[short]), &usage, Standard.or_standard()), unpriced(C::CacheWrite1h));
    assert_eq!(total(&with(&[short, hour]), &usage, Standard), Ok("2000".to_owned()));
    assert_eq!(total(&with(&[]), &usage, Standard), Ok("1000".to_owned()), "writing costs what input costs");
    let usage = Usage { cache_write_12h_tokens: 1_000, ..Usage::new(1_000, 0) };
    for list in [&[short][..], &[hour], &[short, hour]] {
        assert_eq!(total(&with(list), &usage, Standard), unpriced(C::CacheWrite12h), "{list:?}");
    }
    assert_eq!(total(&with(&[short, half_day]), &usage, Standard), Ok("3000".to_owned()));
}

#[test]
fn a_batch_above_its_priced_thresholds_has_no_price_unless_the_standard_price_is_accepted() {
    let entry = SEED.get("vertex_ai", "gemini-3-pro-preview").unwrap();
    let usage = Usage::new(300_000, 1_000);
    let error = entry.cost(&usage, Batch).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the catalog has no price of vertex_ai/gemini-3-pro-preview for input, output in the service tier batch, only the standard one"
    );
    let cost = entry.cost(&usage, Batch.or_standard()).unwrap();
    assert_eq!((cost.total.to_string().as_str(), cost.tier, cost.threshold), ("1.218", Standard, Some(200_000)));
    assert!(cost.items.iter().all(|item| item.instead_of == Some(Batch)));
    assert_eq!(cost.notes, [CostNote::StandardRate]);
    let small = entry.cost(&Usage::new(200_000, 1_000), Batch).unwrap();
    assert_eq!((small.total.to_string().as_str(), small.tier, small.notes.len()), ("0.206", Batch, 0));
}

#[test]
fn a_call_that_is_too_large_for_flex_is_billed_and_reported_as_standard() {
    let cost = SEED.get("gemini", "gemini-pro-latest").unwrap().cost(&Usage::new(300_000, 2_000), Flex).unwrap();
    assert_eq!((cost.total.to_string().as_str(), cost.tier), ("1.236", Standard));
    assert!(cost.items.iter().all(|item| item.instead_of == Some(Flex)));
}

#[test]
fn an_hour_of_cache_in_a_batch_has_no_price() {
    let entry = SEED.get("anthropic", "claude-opus-5").unwrap();
    let usage = Usage { cache_write_1h_tokens: 1_000, ..Usage::new(1_001, 0) };
    let error = entry.cost(&usage, Batch).unwrap_err();
    assert!(matches!(&error, CostError::NoTierPrice { components, .. } if components == &[C::CacheWrite1h]), "{error}");
    let cost = entry.cost(&usage, Batch.or_standard()).unwrap();
    let marks: Vec<_> = cost.items.iter().map(|item| (item.component, item.instead_of)).collect();
    assert_eq!(marks, [(C::Input, None), (C::CacheWrite1h, Some(Batch))]);
    assert_eq!((cost.total.to_string().as_str(), cost.tier), ("0.0100025", Batch));
}

#[test]
fn a_fast_call_of_a_model_without_a_fast_price_is_an_error() {
    let entry = SEED.get("openai", "gpt-4o").unwrap();
    let report = UsageReport { usage: Usage::new(1_000, 0), tier: Some(Fast), ..UsageReport::default() };
    assert!(matches!(entry.cost_of(&report), Err(CostError::NoSuchTier { tier: Fast, .. })));
}

#[test]
fn the_terms_of_a_call_are_those_that_its_response_reports() {
    let report = UsageReport {
        tier: Some(Priority),
        region: Some(Region::Us),
        search_context: Some(SearchContext::High),
        ..UsageReport::default()
    };
    let expected = CallTerms::from(Priority).in_region(Region::Us).with_search_context(SearchContext::High);
    assert_eq!(CallTerms::from(&report), expected);
    assert_eq!(CallTerms::from(&UsageReport::default()), CallTerms::from(Standard));
}

#[test]
fn a_component_has_no_price_and_no_fallback_before_its_first_price() {
    let from = |day: &str, rate: Rate| Rate { from: Some(day.parse().unwrap()), ..rate };
    let entry = model(vec![
        from("2026-08-01", rate(C::Input, 0, "4")),
        rate(C::Output, 0, "5"),
        from("2026-09-01", rate(C::CacheRead, 0, "1")),
        from("2026-10-01", rate(C::CacheRead, 0, "0.5")),
    ]);
    let at = |usage: Usage, day: &str| {
        let cost = entry.cost_at(&usage, Standard, moment(&format!("{day}T12:00:00Z")));
        cost.map(|cost| cost.total.to_string()).map_err(|error| error.to_string())
    };
    let cached = Usage { cache_read_tokens: 10, ..Usage::new(10, 0) };
    assert_eq!(
        at(cached, "2026-08-31"),
        Err("the catalog has no price of example/model for cache_read on 2026-08-31; the first price is from 2026-09-01".into())
    );
    assert_eq!(at(cached, "2026-09-01"), Ok("10".into()));
    assert_eq!(
        at(Usage { cache_read_tokens: 10, ..Usage::new(20, 0) }, "2026-07-31"),
        Err(
            "the catalog has no price of example/model for input, cache_read on 2026-07-31; the first price is from 2026-09-01"
                .into()
        )
    );
    assert_eq!(at(Usage::new(0, 1), "1999-01-01"), Ok("5".into()), "a price without a date has always applied");
}

#[test]
fn a_call_before_the_snapshot_date_is_marked_if_its_price_has_no_date() {
    let entry = SEED.get("openai", "gpt-4o").unwrap();
    let notes =
        |day: &str| entry.cost_at(&Usage::new(1, 1), Standard, moment(&format!("{day}T12:00:00Z"))).unwrap().notes;
    assert_eq!(notes("2020-01-01"), [CostNote::UndatedPrice]);
    assert_eq!(notes("2026-11-29"), [CostNote::UndatedPrice]);
    assert_eq!((notes("2026-11-30"), notes("2027-01-01")), (vec![], vec![]));
    assert!(entry.cost(&Usage::new(1, 1), Standard).unwrap().notes.is_empty());
    let mut dated = entry.clone();
    let since = |rate: Rate| Rate { from: Some("2019-01-01".parse().unwrap()), ..rate };
    dated.pricing.rates = entry.pricing.rates.iter().map(since).collect::<Vec<_>>().into();
    assert!(dated.cost_at(&Usage::new(1, 1), Standard, moment("2020-01-01T00:00:00Z")).unwrap().notes.is_empty());
}

#[test]
fn each_sampling_of_a_call_crosses_a_threshold_by_itself() {
    let entry = SEED.get("gemini", "gemini-pro-latest").unwrap();
    let report = |iterations: &[Usage]| UsageReport {
        usage: Usage { web_search_requests: 1, ..Usage::new(400_000, 20) },
        iterations: iterations.to_vec(),
        ..UsageReport::default()
    };
    let cost = |iterations: &[Usage]| entry.cost_of(&report(iterations)).unwrap();
    let whole = cost(&[]);
    assert_eq!((whole.total, whole.threshold), (price("1.61436"), Some(200_000)));
    let halves = cost(&[Usage::new(200_000, 10), Usage::new(200_000, 10)]);
    assert_eq!((halves.total, halves.threshold, halves.fees.len()), (price("0.81424"), None, 1));
    assert_eq!(halves.items.iter().map(|item| item.tokens).collect::<Vec<_>>(), [400_000, 20]);
    let uneven = cost(&[Usage::new(300_000, 10), Usage::new(100_000, 10)]);
    assert_eq!((uneven.total, uneven.threshold, uneven.items.len()), (price("1.4143"), Some(200_000), 4));
}
