//! Checks a snapshot against every rule: those that it must keep, and those whose breach is suspicious but can be right.

use model_catalog::__private::{Findings, path_of, rate_that_holds, validation_errors};
use model_catalog::{
    Finding, Mode, ModelCatalogEntry, ModelCatalogSnapshot, ModelPricing, PriceComponent, Rate, Rule, ServiceTier,
    canonical_provider,
};
use rust_decimal::Decimal;
use std::collections::{HashMap, HashSet};

/// From how many medians on a price is an outlier.
const OUTLIER: u32 = 1_000;

type Names<'s> = HashMap<(&'s str, &'s str), &'s ModelCatalogEntry<'static>>;

/// Everything in which `snapshot` breaks a rule: errors first, each group in the order of the entries.
///
/// ```
/// # let json = include_str!("../../model-catalog/tests/data/small.snapshot.json");
/// let mut snapshot = registry::catalog::read_snapshot(json)?.into_inner();
/// snapshot.models[0].origin = "nowhere".into();
/// let findings = registry::catalog::validate(&snapshot);
/// assert_eq!(findings[0].rule, registry::catalog::Rule::MissingSource);
/// # Ok::<(), registry::catalog::SnapshotError>(())
/// ```
pub fn validate(snapshot: &ModelCatalogSnapshot) -> Vec<Finding> {
    let mut findings = validation_errors(snapshot);
    findings.extend(spellings(snapshot));
    findings.extend(warnings(snapshot));
    findings
}

/// Providers in the spelling of a source.
fn spellings(snapshot: &ModelCatalogSnapshot) -> Vec<Finding> {
    let mut found = Findings::default();
    for entry in &snapshot.models {
        let provider = &*entry.provider;
        let canonical = canonical_provider(provider);
        found.entry = Some(format!("{provider}/{}", entry.model_id));
        found.check(canonical == provider, Rule::ProviderSpelling, || {
            format!("provider is {provider:?}, which is {canonical:?} in another source's spelling")
        });
    }
    found.list
}

fn warnings(snapshot: &ModelCatalogSnapshot) -> Vec<Finding> {
    let mut found = Findings::default();
    let names = names(snapshot);
    let medians = medians(snapshot);
    for entry in &snapshot.models {
        found.entry = Some(format!("{}/{}", entry.provider, entry.model_id));
        limits(entry, &mut found);
        rates(entry, &medians, &mut found);
        unknown(&entry.pricing, &mut found);
        cache_reads(&entry.pricing, &mut found);
        multipliers(&entry.pricing, &mut found);
        retirement(entry, snapshot, &names, &mut found);
        ambiguity(entry, &names, &mut found);
    }
    found.list
}

fn names(snapshot: &ModelCatalogSnapshot) -> Names<'_> {
    snapshot
        .models
        .iter()
        .flat_map(|entry| {
            let provider = canonical_provider(&entry.provider);
            entry.aliases.iter().chain([&*entry.model_id]).map(move |name| ((provider, name), entry))
        })
        .collect()
}

fn limits(entry: &ModelCatalogEntry<'_>, found: &mut Findings) {
    if let (Some(output), Some(window)) = (entry.max_output_tokens, entry.window())
        && output > window
    {
        found.add(Rule::OutputOverContext, format!("max_output_tokens is {output}, the context window {window}"));
    }
}

fn rates(entry: &ModelCatalogEntry<'_>, medians: &Medians, found: &mut Findings) {
    let rates: Vec<Rate> = entry.pricing.rates.iter().collect();
    let with_base: HashSet<(PriceComponent, ServiceTier)> =
        rates.iter().filter(|rate| rate.above == 0).map(|rate| (rate.component, rate.tier)).collect();
    for rate in &rates {
        let standard = (rate.component, ServiceTier::Standard);
        if rate.above > 0 && !with_base.contains(&(rate.component, rate.tier)) && !with_base.contains(&standard) {
            found.add(Rule::BasePrice, format!("{} has a price above {} tokens only", rate.component, rate.above));
        }
        if let Some(median) = medians.get(&(entry.mode, rate.component))
            && median.checked_mul(OUTLIER.into()).is_some_and(|limit| rate.price >= limit)
        {
            found.add(Rule::PriceOutlier, format!("{} costs {}, the median is {median}", rate.component, rate.price));
        }
    }
}

/// What a source states and an import could not take.
fn unknown(pricing: &ModelPricing<'_>, found: &mut Findings) {
    for rate in pricing.unknown.iter().map(|rate| rate.at(Decimal::ZERO)) {
        let from = rate.from.map(|from| format!(" from {from} on")).unwrap_or_default();
        found.add(Rule::UnknownPrice, format!("the price of {}{from} is unknown", path_of(&rate)));
    }
}

/// A price of a cache read, and the input price of the same calls: with a day on which either changes.
fn cache_reads(pricing: &ModelPricing<'_>, found: &mut Findings) {
    for read in pricing.rates.iter().filter(|rate| rate.component == PriceComponent::CacheRead && !rate.price.is_zero())
    {
        let later = |rate: &Rate| rate.component == PriceComponent::Input && rate.from > read.from;
        let days = pricing.rates.iter().filter(later).map(|input| input.from);
        let costlier = std::iter::once(read.from).chain(days).find_map(|day| {
            let in_time = |rate: &Rate| rate.from <= day && (rate.window.is_none() || rate.window == read.window);
            let held = |component| rate_that_holds(pricing, component, read.tier, read.above, in_time);
            let input = held(PriceComponent::Input)?;
            (held(PriceComponent::CacheRead) == Some(read) && read.price >= input.price).then_some(input)
        });
        if let Some(input) = costlier {
            let (read, paths) = (read.price, [path_of(&read), path_of(&input)]);
            found.add(Rule::CacheReadPrice, format!("{} costs {read}, {} {}", paths[0], paths[1], input.price));
        }
    }
}

/// A surcharge is a part of the price; what is more was perhaps meant as a percentage.
fn multipliers(pricing: &ModelPricing<'_>, found: &mut Findings) {
    let (least, most) = (Decimal::new(5, 1), Decimal::new(15, 1));
    for (region, factor) in pricing.multipliers.iter() {
        found.check((least..=most).contains(&factor), Rule::MultiplierOutlier, || {
            format!("the multiplier of the region {region} is {factor}")
        });
    }
}

fn retirement(entry: &ModelCatalogEntry<'_>, snapshot: &ModelCatalogSnapshot, names: &Names<'_>, found: &mut Findings) {
    if let Some(date) = entry.deprecation_date.filter(|date| *date < snapshot.date) {
        found.add(Rule::Retired, format!("retired on {date}, the snapshot is of {}", snapshot.date));
    }
    if let Some(name) = &entry.successor {
        match names.get(&(canonical_provider(&entry.provider), &**name)) {
            None => found.add(Rule::SuccessorUnknown, format!("successor {name:?} is no model of this provider")),
            Some(successor) => {
                if let Some(date) = successor.deprecation_date.filter(|date| *date < snapshot.date) {
                    found.add(Rule::SuccessorRetired, format!("successor {name:?} was itself retired on {date}"));
                }
            }
        }
    }
}

/// A model of the same provider that is called as this one is with its provider before it: maps have both where they say
/// different things of them, and `provider/id` means this one.
fn ambiguity(entry: &ModelCatalogEntry<'static>, names: &Names<'_>, found: &mut Findings) {
    let provider = canonical_provider(&entry.provider);
    let prices = |pricing: &ModelPricing<'static>| {
        let ModelPricing { rates, unknown, multipliers, .. } = pricing.clone();
        (rates, unknown, multipliers)
    };
    for name in entry.aliases.iter().chain([&*entry.model_id]) {
        let full = format!("{}/{name}", entry.provider);
        if let Some(other) = names.get(&(provider, full.as_str()))
            && prices(&other.pricing) != prices(&entry.pricing)
        {
            let detail =
                format!("{full:?} means this model, and not the one that the provider calls so, at other prices");
            found.add(Rule::AmbiguousId, detail);
        }
    }
}

type Medians = HashMap<(Option<Mode>, PriceComponent), Decimal>;

/// The median of the list prices of each component among the models of each mode, those of 0 left out.
fn medians(snapshot: &ModelCatalogSnapshot) -> Medians {
    let mut prices: HashMap<_, Vec<Decimal>> = HashMap::new();
    for entry in &snapshot.models {
        let is_listed = |rate: &Rate| rate.is_list_price_on(Some(snapshot.date)) && !rate.price.is_zero();
        for rate in entry.pricing.rates.iter().filter(is_listed) {
            prices.entry((entry.mode, rate.component)).or_default().push(rate.price);
        }
    }
    prices
        .into_iter()
        .filter_map(|(key, mut prices)| {
            prices.sort_unstable();
            prices.get(prices.len() / 2).map(|median| (key, *median))
        })
        .collect()
}
