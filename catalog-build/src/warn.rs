//! The rules whose breach is suspicious but can be right.

use crate::mode::Mode;
use crate::pricing::{PriceComponent, Rate, ServiceTier};
use crate::rule::{Finding, Rule};
use crate::schema::{ModelCatalogEntry, ModelCatalogSnapshot};
use crate::validate::Findings;
use rust_decimal::Decimal;
use std::collections::{HashMap, HashSet};

/// From how many medians on a price is an outlier.
const OUTLIER: u32 = 1_000;

type Names<'s> = HashMap<(&'s str, &'s str), &'s ModelCatalogEntry<'static>>;

pub(crate) fn warnings(snapshot: &ModelCatalogSnapshot) -> Vec<Finding> {
    let mut found = Findings::default();
    let names = names(snapshot);
    let medians = medians(snapshot);
    for entry in &snapshot.models {
        found.entry = Some(format!("{}/{}", entry.provider, entry.model_id));
        limits(entry, &mut found);
        rates(entry, &medians, &mut found);
        retirement(entry, snapshot, &names, &mut found);
    }
    found.list
}

fn names(snapshot: &ModelCatalogSnapshot) -> Names<'_> {
    snapshot
        .models
        .iter()
        .flat_map(|entry| {
            entry.aliases.iter().chain([&*entry.model_id]).map(move |name| ((&*entry.provider, name), entry))
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
        if rate.component == PriceComponent::CacheRead {
            let same_terms = |other: &&Rate| {
                other.component == PriceComponent::Input
                    && (other.tier, other.above, other.from, other.window)
                        == (rate.tier, rate.above, rate.from, rate.window)
            };
            if let Some(input) = rates.iter().find(same_terms)
                && rate.price >= input.price
                && !rate.price.is_zero()
            {
                found.add(Rule::CacheReadPrice, format!("cache_read costs {}, input {}", rate.price, input.price));
            }
        }
        if let Some(median) = medians.get(&(entry.mode, rate.component))
            && median.checked_mul(OUTLIER.into()).is_some_and(|limit| rate.price >= limit)
        {
            found.add(Rule::PriceOutlier, format!("{} costs {}, the median is {median}", rate.component, rate.price));
        }
    }
}

fn retirement(entry: &ModelCatalogEntry<'_>, snapshot: &ModelCatalogSnapshot, names: &Names<'_>, found: &mut Findings) {
    if let Some(date) = entry.deprecation_date.filter(|date| *date < snapshot.date) {
        found.add(Rule::Retired, format!("retired on {date}, the snapshot is of {}", snapshot.date));
    }
    if let Some(name) = &entry.successor {
        match names.get(&(&*entry.provider, &**name)) {
            None => found.add(Rule::SuccessorUnknown, format!("successor {name:?} is no model of this provider")),
            Some(successor) => {
                if let Some(date) = successor.deprecation_date.filter(|date| *date < snapshot.date) {
                    found.add(Rule::SuccessorRetired, format!("successor {name:?} was itself retired on {date}"));
                }
            }
        }
    }
}

type Medians = HashMap<(Option<Mode>, PriceComponent), Decimal>;

/// The median of the list prices of each component among the models of each mode, those of 0 left out.
fn medians(snapshot: &ModelCatalogSnapshot) -> Medians {
    let mut prices: HashMap<_, Vec<Decimal>> = HashMap::new();
    for entry in &snapshot.models {
        for rate in entry.pricing.rates.iter().filter(|rate| rate.tier == ServiceTier::Standard && rate.above == 0) {
            if !rate.price.is_zero() {
                prices.entry((entry.mode, rate.component)).or_default().push(rate.price);
            }
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
