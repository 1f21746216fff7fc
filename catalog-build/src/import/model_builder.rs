//! One model of a source while its members are read. Decides what happens to a member that cannot be imported.

use super::Action;
use super::duplicates::can_be_kept;
use super::left_out::{Mismatch, shortened};
use super::log::Log;
use super::value::{self, Read};
use model_catalog::__private::{is_exact, json::RawObject};
use model_catalog::{
    Extra, ModelCatalogEntry, ModelPricing, Multipliers, PriceComponent, Rate, Region, ServiceTier, Unit, UnknownRate,
    threshold_rule,
};
use rust_decimal::Decimal;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

/// The largest factor by which a price can be multiplied.
const MAX_MULTIPLIER: Decimal = Decimal::TEN;

/// A rate that the source states, and the position of its price.
#[derive(Clone, Copy)]
pub(super) struct Stated<'t> {
    pub(super) terms: UnknownRate,
    /// The price, or `None` if it is unknown because it could not be read.
    pub(super) price: Option<Decimal>,
    pub(super) value: &'t RawValue,
}

/// The rates and other facts of a model that have been read so far. Notes are attributed to the model.
pub(super) struct ModelBuilder<'r, 't> {
    /// The model's key in the source.
    pub(super) key: &'r str,
    pub(super) log: &'r mut Log<'t>,
    rates: Vec<Stated<'t>>,
    /// Rates that could not be read individually, whose prices are unknown.
    unknown: Vec<UnknownRate>,
    /// Components for which it is unknown which calls one of their prices applies to, so that none of their prices is
    /// certain.
    uncertain: BTreeSet<(PriceComponent, ServiceTier)>,
    /// Whether a threshold is unknown. A call that crosses one may be billed in the standard tier, whichever tier it
    /// requested.
    is_threshold_unknown: bool,
    multipliers: BTreeMap<Region, (Decimal, &'t RawValue)>,
    disputed_regions: BTreeSet<Region>,
    extra: Vec<(String, String)>,
}

impl<'r, 't> ModelBuilder<'r, 't> {
    pub(super) fn new(key: &'r str, log: &'r mut Log<'t>) -> Self {
        Self {
            key,
            log,
            rates: Vec::new(),
            unknown: Vec::new(),
            uncertain: BTreeSet::new(),
            is_threshold_unknown: false,
            multipliers: BTreeMap::new(),
            disputed_regions: BTreeSet::new(),
            extra: Vec::new(),
        }
    }

    /// Completes the entry with the rates and other facts that were read.
    pub(super) fn finish(mut self, mut entry: ModelCatalogEntry<'static>) -> ModelCatalogEntry<'static> {
        if self.is_threshold_unknown {
            let tiers: BTreeSet<ServiceTier> = self.rates.iter().map(|stated| stated.terms.tier).collect();
            self.uncertain.extend(tiers.into_iter().flat_map(|tier| tokens().map(move |component| (component, tier))));
        }
        // The highest threshold that a call crosses determines its rates, so uncertain prices are uncertain above each
        // threshold.
        let thresholds: BTreeSet<u64> = self.rates.iter().map(|stated| stated.terms.above).chain([0]).collect();
        let of_uncertain = self.uncertain.iter().flat_map(|&(component, tier)| {
            thresholds.iter().map(move |&above| UnknownRate { tier, above, ..UnknownRate::list(component) })
        });
        let unknown: BTreeMap<_, UnknownRate> =
            self.unknown.into_iter().chain(of_uncertain).map(|terms| (terms.key(), terms)).collect();
        let (mut rates, mut unknown): (Vec<Rate>, _) = (Vec::new(), unknown);
        for Stated { terms, price, .. } in self.rates {
            let is_certain =
                !self.uncertain.contains(&(terms.component, terms.tier)) && !unknown.contains_key(&terms.key());
            match price.filter(|_| is_certain) {
                Some(price) => rates.push(terms.at(price)),
                None => drop(unknown.insert(terms.key(), terms)),
            }
        }
        rates.sort_by_key(Rate::key);
        let unknown: Vec<UnknownRate> = unknown.into_values().collect();
        let multipliers: Multipliers<'static> =
            self.multipliers.into_iter().map(|(region, (factor, _))| (region, factor)).collect();
        let threshold_rule = threshold_rule(&entry.provider);
        entry.pricing =
            ModelPricing { threshold_rule, rates: rates.into(), unknown: unknown.into(), multipliers, as_of: None };
        entry.extra = Extra::from_members(self.extra.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        entry
    }

    /// Notes that a member was imported, unless it was just left out.
    pub(super) fn note_imported(&mut self, name: &str) {
        let last = self.log.report.left_out.last();
        if !last.is_some_and(|last| last.key == self.key && last.member.as_deref() == Some(name)) {
            self.note(Action::Taken, name);
        }
    }

    pub(super) fn note(&mut self, action: Action, what: impl Into<String>) {
        self.log.note(action, what, self.key);
    }

    /// Returns the value, or leaves out the member if it cannot be imported.
    pub(super) fn take<T>(&mut self, name: &str, read: Read<'_, T>) -> Option<T> {
        read.map_err(|mismatch| self.leave_out(name, mismatch)).ok()
    }

    pub(super) fn leave_out(&mut self, name: &str, mismatch: Mismatch<'_>) {
        self.log.leave_out(self.key, name, mismatch);
    }

    /// Returns the members of an object; if the value is not an object, leaves it out and returns none.
    pub(super) fn members<'v>(&mut self, name: &str, value: &'v RawValue) -> RawObject<'v> {
        self.take(name, value::object(value)).unwrap_or(RawObject(Vec::new()))
    }

    /// Returns the elements of a list; if the value is not a list, leaves it out and returns none.
    pub(super) fn elements<'v>(&mut self, name: &str, value: &'v RawValue) -> Vec<&'v RawValue> {
        self.take(name, value::list(value)).unwrap_or_default()
    }

    /// Keeps a member that the import does not know, as a price or as a fact.
    pub(super) fn keep_unknown(&mut self, is_price: bool, name: &str, value: &RawValue) {
        self.keep(if is_price { Action::PriceInExtra } else { Action::Extra }, name, value);
    }

    /// Keeps a member for which there is no field, and reports the prices within a fact. Members with the same name
    /// from
    /// different places in the source are numbered.
    pub(super) fn keep(&mut self, action: Action, name: &str, value: &RawValue) {
        if !can_be_kept(value) {
            self.leave_out(name, Mismatch::new(value, "unique keys, nested at most 24 levels deep"));
            return;
        }
        self.note(action, name);
        if action == Action::Extra {
            self.prices_within(name, value);
        }
        let is_taken = |name: &str| self.extra.iter().any(|(other, _)| other == name);
        let mut unique = name.to_owned();
        let mut number = 1;
        while is_taken(&unique) {
            number += 1;
            unique = format!("{name}#{number}");
        }
        self.extra.push((unique, value.get().to_owned()));
    }

    /// Reports the prices in a fact's objects, except those that have been reported.
    fn prices_within(&mut self, path: &str, value: &RawValue) {
        if !value.get().starts_with(['{', '[']) {
            return;
        }
        for element in value::list(value).unwrap_or_default() {
            self.prices_within(path, element);
        }
        let RawObject(members) = value::object(value).unwrap_or(RawObject(Vec::new()));
        for (name, value) in members {
            let path = format!("{path}.{name}");
            if !looks_like_a_price(&name) {
                self.prices_within(&path, value);
            } else if !self.log.report.is_last_of_some(&path, self.key) {
                self.note(Action::PriceInExtra, path);
            }
        }
    }

    /// Adds a rate, unless there is an equal one. A `price` of `None` is unknown because it could not be read. Of two
    /// different
    /// prices for the same thing, or for overlapping times, neither is used, since the source does not say which one is
    /// right.
    pub(super) fn add(&mut self, name: &str, value: &'t RawValue, terms: UnknownRate, price: Option<Decimal>) {
        let stated = Stated { terms, price, value };
        let clashes = |other: &&mut Stated<'_>| other.terms == terms || overlap(other, &stated);
        let Some(other) = self.rates.iter_mut().find(clashes) else { return self.rates.push(stated) };
        let is_same = other.terms == terms;
        let earlier = *other;
        match (earlier.price, price) {
            (_, None) => other.price = None,
            (None, Some(_)) => self.leave_out(name, Mismatch::new(value, "a single price, but there are several")),
            (Some(known), Some(price)) if is_same && known == price => {
                self.note(Action::Folded, format!("{name}: another key states the same price"));
            }
            (Some(known), Some(price)) => {
                other.price = None;
                let expected = if is_same {
                    format!("{known}, the value of another key")
                } else {
                    self.rates.push(Stated { price: None, ..stated });
                    format!("hours that do not overlap those of the price {known}")
                };
                let mismatch = Mismatch { other: Some(earlier.value.get()), ..Mismatch::new(value, expected) };
                self.leave_out(name, mismatch.found(price));
            }
        }
    }

    /// Marks the price of a rate as unknown, whatever else the source states about it.
    pub(super) fn unknown(&mut self, terms: UnknownRate) {
        self.unknown.push(terms);
    }

    /// The same for all components that are counted in tokens, if the prices for these calls could not be read as a
    /// whole.
    pub(super) fn unknown_tokens(&mut self, terms: impl Fn(PriceComponent) -> UnknownRate) {
        self.unknown.extend(tokens().map(terms));
    }

    /// Marks all prices of the component in the tier as uncertain, because it is unknown which calls one of them
    /// applies to.
    pub(super) fn uncertain(&mut self, component: PriceComponent, tier: ServiceTier) {
        self.uncertain.insert((component, tier));
    }

    /// The same if the threshold of one of the prices is unknown.
    pub(super) fn uncertain_threshold(&mut self, component: PriceComponent, tier: ServiceTier) {
        self.uncertain(component, tier);
        self.is_threshold_unknown |= tier == ServiceTier::Standard;
    }

    /// The same as [`uncertain`](Self::uncertain) for all components that are counted in tokens.
    pub(super) fn uncertain_tokens(&mut self, tier: ServiceTier) {
        self.uncertain.extend(tokens().map(|component| (component, tier)));
    }

    /// The same as [`uncertain_threshold`](Self::uncertain_threshold) for all components that are counted in tokens.
    pub(super) fn uncertain_threshold_of_tokens(&mut self, tier: ServiceTier) {
        self.uncertain_tokens(tier);
        self.is_threshold_unknown |= tier == ServiceTier::Standard;
    }

    /// Marks prices as uncertain if duplicate keys disagree on what is at `path`, within the prices of the standard
    /// tier or of
    /// the other tiers.
    pub(super) fn dispute(
        &mut self,
        of_standard: bool,
        path: &[String],
        component: fn(&str) -> Option<PriceComponent>,
    ) {
        let tiers: BTreeSet<ServiceTier> = self
            .rates()
            .map(|stated| stated.terms.tier)
            .chain([ServiceTier::Standard])
            .filter(|tier| of_standard == (*tier == ServiceTier::Standard))
            .collect();
        let component = path.iter().find_map(|key| component(key));
        for tier in tiers {
            match component {
                Some(component) => self.uncertain(component, tier),
                None => self.uncertain_tokens(tier),
            }
        }
    }

    /// Adds the factor on the prices of calls that must be processed in a region.
    pub(super) fn multiply(&mut self, name: &str, region: Region, value: &'t RawValue) {
        let Some(factor) = self.take(name, multiplier(value)) else { return };
        match self.multipliers.get(&region) {
            _ if self.disputed_regions.contains(&region) => {
                self.leave_out(name, Mismatch::new(value, "a single factor for a region, but there are several"));
            }
            None => drop(self.multipliers.insert(region, (factor, value))),
            Some((other, _)) if *other == factor => {
                self.note(Action::Folded, format!("{name}: another key states the same factor"));
            }
            Some(&(other, stands)) => {
                self.disputed_regions.insert(region);
                self.multipliers.remove(&region);
                let expected = format!("{other}, the value of another key");
                self.leave_out(name, Mismatch { other: Some(stands.get()), ..Mismatch::new(value, expected) });
            }
        }
    }

    /// Adds the rates of a tier in which each token costs a multiple of its standard price. A product that a price
    /// cannot
    /// represent exactly is unknown, as are all of them if the factor is unknown.
    pub(super) fn multiply_tier(&mut self, name: &str, tier: ServiceTier, value: &'t RawValue) {
        let factor = self.take(name, multiplier(value));
        let product = |price: Decimal, factor: Decimal| {
            price.checked_mul(factor).map(|price| price.normalize()).filter(|price| is_exact(*price))
        };
        let is_multiplied =
            |component: PriceComponent, of: ServiceTier| of == ServiceTier::Standard && component.unit() == Unit::Token;
        let mut is_exact = true;
        for stated in
            self.rates().filter(|Stated { terms, .. }| is_multiplied(terms.component, terms.tier)).collect::<Vec<_>>()
        {
            let known = stated.price.zip(factor);
            let price = known.and_then(|(price, factor)| product(price, factor));
            is_exact &= price.is_some() || known.is_none();
            self.add(name, value, UnknownRate { tier, ..stated.terms }, price);
        }
        let unknown = self.unknown.iter().filter(|terms| is_multiplied(terms.component, terms.tier));
        self.unknown.extend(unknown.map(|terms| UnknownRate { tier, ..*terms }).collect::<Vec<_>>());
        let uncertain = self.uncertain.iter().filter(|(component, of)| is_multiplied(*component, *of));
        self.uncertain.extend(uncertain.map(|(component, _)| (*component, tier)).collect::<Vec<_>>());
        if !is_exact {
            self.leave_out(name, Mismatch::new(value, "a factor whose products have at most 15 digits"));
        }
    }

    /// Drops the rates of a tier that start after a date, because a later list of the source replaces them on that
    /// date.
    pub(super) fn drop_later(&mut self, tier: ServiceTier, from: Option<chrono::NaiveDate>) {
        self.rates.retain(|stated| stated.terms.tier != tier || stated.terms.from <= from);
    }

    pub(super) fn rates(&self) -> impl Iterator<Item = Stated<'t>> {
        self.rates.iter().copied()
    }

    /// Returns a price, or reports it and returns `None` if it cannot be read.
    pub(super) fn price(&mut self, name: &str, value: &RawValue) -> Option<Decimal> {
        self.take(name, value::price(value))
    }

    /// The same for a price per number of units.
    pub(super) fn price_for(&mut self, units: u32, name: &str, value: &RawValue) -> Option<Decimal> {
        self.take(name, value::price_for(units, value))
    }

    pub(super) fn count(&mut self, name: &str, value: &RawValue) -> Option<u64> {
        self.take(name, value::count(value))
    }

    pub(super) fn flag(&mut self, name: &str, value: &RawValue) -> Option<bool> {
        self.take(name, value::flag(value))
    }

    /// Returns the valid names in a list, and leaves out the others.
    pub(super) fn texts(&mut self, name: &str, value: &RawValue) -> Vec<String> {
        let elements = self.elements(name, value);
        elements.into_iter().filter_map(|one| self.take(name, value::text(one))).map(Into::into).collect()
    }
}

/// Whether two rates have known prices for the same time in different windows.
fn overlap(one: &Stated<'_>, other: &Stated<'_>) -> bool {
    let terms = |rate: &Stated<'_>| UnknownRate { window: None, ..rate.terms };
    let windows = one.terms.window.zip(other.terms.window);
    one.price.is_some()
        && other.price.is_some()
        && terms(one) == terms(other)
        && windows.is_some_and(|(one, other)| one != other && one.overlaps(other))
}

/// Iterates over the components that are counted in tokens.
fn tokens() -> impl Iterator<Item = PriceComponent> {
    PriceComponent::ALL.iter().copied().filter(|component| component.unit() == Unit::Token)
}

fn multiplier(value: &RawValue) -> Read<'_, Decimal> {
    value::price(value)
        .ok()
        .filter(|factor| *factor > Decimal::ZERO && *factor <= MAX_MULTIPLIER)
        .ok_or_else(|| Mismatch::new(value, "a factor greater than 0 and at most 10").found(shortened(value.get())))
}

/// Parts of a key that identify it as a price, compared case-insensitively.
const PRICE: [&str; 7] = ["cost", "price", "pricing", "multiplier", "surcharge", "discount", "billing"];

/// Whole words of a key that identify it as a price.
const PRICE_WORDS: [&str; 4] = ["fee", "fees", "charge", "usd"];

/// Whether a key looks like a price, or like something that changes one, so that it is reported if it is unknown.
pub(super) fn looks_like_a_price(key: &str) -> bool {
    let key = key.to_lowercase();
    PRICE.iter().any(|part| key.contains(part))
        || key.split(|c: char| !c.is_alphanumeric()).any(|word| PRICE_WORDS.contains(&word))
}
