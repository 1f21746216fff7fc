//! Validates a snapshot against every rule: errors, and warnings about what is suspicious but may be correct.

use model_catalog::__private::{Findings, applicable_rate, rate_path, validation_errors};
use model_catalog::{
    Finding, Mode, ModelCatalogEntry, ModelCatalogSnapshot, ModelPricing, PriceComponent, Rate, Rule, ServiceTier,
    canonical_provider,
};
use rust_decimal::Decimal;
use std::collections::{HashMap, HashSet};

/// The multiple of the median from which a price is an outlier.
const OUTLIER: u32 = 1_000;

type Names<'s> = HashMap<(&'s str, &'s str), &'s ModelCatalogEntry<'static>>;

/// Returns every violation of a rule in `snapshot`: errors first, each group in the order of the entries.
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
    findings.extend(check_spellings(snapshot));
    findings.extend(warnings(snapshot));
    findings
}

/// Finds providers in the spelling of a source.
fn check_spellings(snapshot: &ModelCatalogSnapshot) -> Vec<Finding> {
    let mut found = Findings::default();
    for entry in &snapshot.models {
        let provider = &*entry.provider;
        let canonical = canonical_provider(provider);
        found.entry = Some(format!("{provider}/{}", entry.model_id));
        found.check(canonical == provider, Rule::ProviderSpelling, || {
            format!("provider is {provider:?}, which is another source's spelling of {canonical:?}")
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
        check_limits(entry, &mut found);
        check_rates(entry, &medians, &mut found);
        check_unknown_prices(&entry.pricing, &mut found);
        check_cache_reads(&entry.pricing, &mut found);
        check_multipliers(&entry.pricing, &mut found);
        check_retirement(entry, snapshot, &names, &mut found);
        check_ambiguity(entry, &names, &mut found);
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

fn check_limits(entry: &ModelCatalogEntry<'_>, found: &mut Findings) {
    if let (Some(output), Some(window)) = (entry.max_output_tokens, entry.window())
        && output > window
    {
        found
            .add(Rule::OutputOverContext, format!("max_output_tokens is {output}, but the context window is {window}"));
    }
}

fn check_rates(entry: &ModelCatalogEntry<'_>, medians: &Medians, found: &mut Findings) {
    let rates: Vec<Rate> = entry.pricing.rates.iter().collect();
    let with_base: HashSet<(PriceComponent, ServiceTier)> =
        rates.iter().filter(|rate| rate.above == 0).map(|rate| (rate.component, rate.tier)).collect();
    for rate in &rates {
        let standard = (rate.component, ServiceTier::Standard);
        if rate.above > 0 && !with_base.contains(&(rate.component, rate.tier)) && !with_base.contains(&standard) {
            found.add(Rule::BasePrice, format!("{} only has a price above {} tokens", rate.component, rate.above));
        }
        if let Some(median) = medians.get(&(entry.mode, rate.component))
            && median.checked_mul(OUTLIER.into()).is_some_and(|limit| rate.price >= limit)
        {
            found.add(
                Rule::PriceOutlier,
                format!("{} costs {}, but the median is {median}", rate.component, rate.price),
            );
        }
    }
}

/// Finds prices that a source states but that an import could not read.
fn check_unknown_prices(pricing: &ModelPricing<'_>, found: &mut Findings) {
    for rate in pricing.unknown.iter().map(|rate| rate.at(Decimal::ZERO)) {
        let from = rate.from.map(|from| format!(" from {from}")).unwrap_or_default();
        found.add(Rule::UnknownPrice, format!("the price of {}{from} is unknown", rate_path(&rate)));
    }
}

/// Finds prices of cache reads that are not below the input price of the same calls, on any day on which either
/// changes.
fn check_cache_reads(pricing: &ModelPricing<'_>, found: &mut Findings) {
    for read in pricing.rates.iter().filter(|rate| rate.component == PriceComponent::CacheRead && !rate.price.is_zero())
    {
        let later = |rate: &Rate| rate.component == PriceComponent::Input && rate.from > read.from;
        let days = pricing.rates.iter().filter(later).map(|input| input.from);
        let cheaper_input = std::iter::once(read.from).chain(days).find_map(|day| {
            let in_effect = |rate: &Rate| rate.from <= day && (rate.window.is_none() || rate.window == read.window);
            let applicable = |component| applicable_rate(pricing, component, read.tier, read.above, in_effect);
            let input = applicable(PriceComponent::Input)?;
            (applicable(PriceComponent::CacheRead) == Some(read) && read.price >= input.price).then_some(input)
        });
        if let Some(input) = cheaper_input {
            let (read, paths) = (read.price, [rate_path(&read), rate_path(&input)]);
            found.add(
                Rule::CacheReadPrice,
                format!("{} costs {read}, but {} costs {}", paths[0], paths[1], input.price),
            );
        }
    }
}

/// Finds implausible multipliers: a surcharge is a fraction of the price, so a larger factor may be meant as a
/// percentage.
fn check_multipliers(pricing: &ModelPricing<'_>, found: &mut Findings) {
    let (least, most) = (Decimal::new(5, 1), Decimal::new(15, 1));
    for (region, factor) in pricing.multipliers.iter() {
        found.check((least..=most).contains(&factor), Rule::MultiplierOutlier, || {
            format!("the multiplier of the region {region} is {factor}")
        });
    }
}

fn check_retirement(
    entry: &ModelCatalogEntry<'_>,
    snapshot: &ModelCatalogSnapshot,
    names: &Names<'_>,
    found: &mut Findings,
) {
    if let Some(date) = entry.deprecation_date.filter(|date| *date < snapshot.date) {
        found.add(Rule::Retired, format!("retired on {date}, but the snapshot is dated {}", snapshot.date));
    }
    if let Some(name) = &entry.successor {
        match names.get(&(canonical_provider(&entry.provider), &**name)) {
            None => found.add(Rule::SuccessorUnknown, format!("successor {name:?} is not a model of this provider")),
            Some(successor) => {
                if let Some(date) = successor.deprecation_date.filter(|date| *date < snapshot.date) {
                    found.add(Rule::SuccessorRetired, format!("successor {name:?} was itself retired on {date}"));
                }
            }
        }
    }
}

/// Finds a model of the same provider whose name is this one's full name: price maps list both if they differ, and
/// `provider/id` stands for this one.
fn check_ambiguity(entry: &ModelCatalogEntry<'static>, names: &Names<'_>, found: &mut Findings) {
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
            let detail = format!(
                "{full:?} stands for this model, not for the provider's model with that id, whose prices differ"
            );
            found.add(Rule::AmbiguousId, detail);
        }
    }
}

type Medians = HashMap<(Option<Mode>, PriceComponent), Decimal>;

/// Returns the median of the list prices of each component among the models of each mode, ignoring prices of 0.
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
