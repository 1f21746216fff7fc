//! One model of a source, while its members are read: here is decided what becomes of a member that cannot be taken.

use super::Action;
use super::duplicates::can_be_kept;
use super::left_out::{Problem, shortened};
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

/// The most that a price can be multiplied by.
const MAX_MULTIPLIER: Decimal = Decimal::TEN;

/// A rate that the source states, and where its price stands.
#[derive(Clone, Copy)]
pub(super) struct Stated<'t> {
    pub(super) terms: UnknownRate,
    /// The price, or `None` where it could not be taken, so that it is unknown.
    pub(super) price: Option<Decimal>,
    pub(super) value: &'t RawValue,
}

/// The rates and other facts of a model that were read so far, and what its notes are about.
pub(super) struct Item<'r, 't> {
    /// The model's key in the source.
    pub(super) key: &'r str,
    pub(super) log: &'r mut Log<'t>,
    rates: Vec<Stated<'t>>,
    /// Rates that could not be read as prices of their own, whose prices are unknown.
    unknown: Vec<UnknownRate>,
    /// What has a price of which it is unknown for which calls it holds, so that no price of it is certain.
    uncertain: BTreeSet<(PriceComponent, ServiceTier)>,
    /// Whether a threshold is unknown. A call that crosses one can be billed in the standard tier, whichever it asked for.
    is_threshold_unknown: bool,
    multipliers: BTreeMap<Region, (Decimal, &'t RawValue)>,
    disputed_regions: BTreeSet<Region>,
    extra: Vec<(String, String)>,
}

impl<'r, 't> Item<'r, 't> {
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

    /// The entry with the rates and other facts that were read.
    pub(super) fn finish(mut self, mut entry: ModelCatalogEntry<'static>) -> ModelCatalogEntry<'static> {
        if self.is_threshold_unknown {
            let tiers: BTreeSet<ServiceTier> = self.rates.iter().map(|stated| stated.terms.tier).collect();
            self.uncertain.extend(tiers.into_iter().flat_map(|tier| tokens().map(move |component| (component, tier))));
        }
        // The highest threshold that a call crosses sets its rates, so that what is uncertain is so above each of them.
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
        entry.extra = Extra::of_members(self.extra.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        entry
    }

    /// Notes that a member was taken, unless it was just left out.
    pub(super) fn taken(&mut self, name: &str) {
        let last = self.log.report.left_out.last();
        if !last.is_some_and(|last| last.key == self.key && last.member.as_deref() == Some(name)) {
            self.note(Action::Taken, name);
        }
    }

    pub(super) fn note(&mut self, action: Action, what: impl Into<String>) {
        self.log.note(action, what, self.key);
    }

    /// What was read, unless it cannot be taken; then the member is left out.
    pub(super) fn take<T>(&mut self, name: &str, read: Read<'_, T>) -> Option<T> {
        read.map_err(|problem| self.leave_out(name, problem)).ok()
    }

    pub(super) fn leave_out(&mut self, name: &str, problem: Problem<'_>) {
        self.log.leave_out(self.key, name, problem);
    }

    /// The members of an object, or none where it is something else, which is left out.
    pub(super) fn members<'v>(&mut self, name: &str, value: &'v RawValue) -> RawObject<'v> {
        self.take(name, value::object(value)).unwrap_or(RawObject(Vec::new()))
    }

    /// The elements of a list, or none where it is something else, which is left out.
    pub(super) fn elements<'v>(&mut self, name: &str, value: &'v RawValue) -> Vec<&'v RawValue> {
        self.take(name, value::list(value)).unwrap_or_default()
    }

    /// Keeps a member that the import does not know, as a price or as a fact.
    pub(super) fn keep_unknown(&mut self, is_price: bool, name: &str, value: &RawValue) {
        self.keep(if is_price { Action::PriceInExtra } else { Action::Extra }, name, value);
    }

    /// Keeps a member that no field is for, and names the prices within a fact. Members of one name, from different
    /// places of the source, are numbered.
    pub(super) fn keep(&mut self, action: Action, name: &str, value: &RawValue) {
        if !can_be_kept(value) {
            self.leave_out(name, Problem::new(value, "readable keys, nested at most 24 deep"));
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

    /// Reports the prices in a fact's objects, but for those that were reported already.
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

    /// Adds a rate, unless an equal one is there. A price that could not be taken is `None`, which stands for an unknown
    /// price. Of two prices for one thing, or for overlapping times, neither is taken: which of them is right, the source
    /// does not say.
    pub(super) fn add(&mut self, name: &str, value: &'t RawValue, terms: UnknownRate, price: Option<Decimal>) {
        let stated = Stated { terms, price, value };
        let clashes = |other: &&mut Stated<'_>| other.terms == terms || overlap(other, &stated);
        let Some(other) = self.rates.iter_mut().find(clashes) else { return self.rates.push(stated) };
        let is_same = other.terms == terms;
        let earlier = *other;
        match (earlier.price, price) {
            (_, None) => other.price = None,
            (None, Some(_)) => self.leave_out(name, Problem::new(value, "one price for one thing; there are several")),
            (Some(known), Some(price)) if is_same && known == price => {
                self.note(Action::Folded, format!("{name}: the same price stands under another key"));
            }
            (Some(known), Some(price)) => {
                other.price = None;
                let expected = if is_same {
                    format!("{known}, as another key says")
                } else {
                    self.rates.push(Stated { price: None, ..stated });
                    format!("hours that do not overlap those of {known}")
                };
                let problem = Problem { other: Some(earlier.value.get()), ..Problem::new(value, expected) };
                self.leave_out(name, problem.found(price));
            }
        }
    }

    /// The price of a rate is unknown, whatever else the source states of it.
    pub(super) fn unknown(&mut self, terms: UnknownRate) {
        self.unknown.push(terms);
    }

    /// The same for all that is counted in tokens: what holds for these calls could not be taken as a whole.
    pub(super) fn unknown_tokens(&mut self, terms: impl Fn(PriceComponent) -> UnknownRate) {
        self.unknown.extend(tokens().map(terms));
    }

    /// No price of the component in the tier is certain: there is another one, of which it is unknown for which calls it
    /// holds.
    pub(super) fn uncertain(&mut self, component: PriceComponent, tier: ServiceTier) {
        self.uncertain.insert((component, tier));
    }

    /// The same where what is unknown is the number of tokens from which on a price of the component holds.
    pub(super) fn uncertain_threshold(&mut self, component: PriceComponent, tier: ServiceTier) {
        self.uncertain(component, tier);
        self.is_threshold_unknown |= tier == ServiceTier::Standard;
    }

    /// The same for all that is counted in tokens.
    pub(super) fn uncertain_tokens(&mut self, tier: ServiceTier) {
        self.uncertain.extend(tokens().map(|component| (component, tier)));
    }

    /// The same of both.
    pub(super) fn uncertain_threshold_of_tokens(&mut self, tier: ServiceTier) {
        self.uncertain_tokens(tier);
        self.is_threshold_unknown |= tier == ServiceTier::Standard;
    }

    /// What duplicate keys say differently at `path`, within the prices of the standard tier or those of the others, has no
    /// certain price there.
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

    /// Adds what the prices of calls that must be processed in a region are multiplied by.
    pub(super) fn multiply(&mut self, name: &str, region: Region, value: &'t RawValue) {
        let Some(factor) = self.take(name, multiplier(value)) else { return };
        match self.multipliers.get(&region) {
            _ if self.disputed_regions.contains(&region) => {
                self.leave_out(name, Problem::new(value, "one factor for one region; there are several"));
            }
            None => drop(self.multipliers.insert(region, (factor, value))),
            Some((other, _)) if *other == factor => {
                self.note(Action::Folded, format!("{name}: the same factor stands under another key"));
            }
            Some(&(other, stands)) => {
                self.disputed_regions.insert(region);
                self.multipliers.remove(&region);
                let expected = format!("{other}, as another key says");
                self.leave_out(name, Problem { other: Some(stands.get()), ..Problem::new(value, expected) });
            }
        }
    }

    /// Adds the rates of a tier in which each token costs a multiple of what it does in the standard one. A product
    /// that a price cannot hold exactly is unknown, as all are where the factor is.
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
            self.leave_out(name, Problem::new(value, "a factor whose products have at most 15 digits"));
        }
    }

    /// Drops the rates of a tier that begin after a day: a later list of the source, which begins on that day, holds
    /// instead of them.
    pub(super) fn drop_later(&mut self, tier: ServiceTier, from: Option<chrono::NaiveDate>) {
        self.rates.retain(|stated| stated.terms.tier != tier || stated.terms.from <= from);
    }

    pub(super) fn rates(&self) -> impl Iterator<Item = Stated<'t>> {
        self.rates.iter().copied()
    }

    /// A price, or `None` where it cannot be taken, which is reported.
    pub(super) fn price(&mut self, name: &str, value: &RawValue) -> Option<Decimal> {
        self.take(name, value::price(value))
    }

    /// The same of a price for so many of a unit.
    pub(super) fn price_for(&mut self, units: u32, name: &str, value: &RawValue) -> Option<Decimal> {
        self.take(name, value::price_for(units, value))
    }

    pub(super) fn count(&mut self, name: &str, value: &RawValue) -> Option<u64> {
        self.take(name, value::count(value))
    }

    pub(super) fn flag(&mut self, name: &str, value: &RawValue) -> Option<bool> {
        self.take(name, value::flag(value))
    }

    /// The names in a list, of which those that are no names are left out.
    pub(super) fn texts(&mut self, name: &str, value: &RawValue) -> Vec<String> {
        let elements = self.elements(name, value);
        elements.into_iter().filter_map(|one| self.take(name, value::text(one))).map(Into::into).collect()
    }
}

/// Whether two rates have a known price for the same time, though in windows that differ.
fn overlap(one: &Stated<'_>, other: &Stated<'_>) -> bool {
    let terms = |rate: &Stated<'_>| UnknownRate { window: None, ..rate.terms };
    let windows = one.terms.window.zip(other.terms.window);
    one.price.is_some()
        && other.price.is_some()
        && terms(one) == terms(other)
        && windows.is_some_and(|(one, other)| one != other && one.overlaps(other))
}

/// All that is counted in tokens.
fn tokens() -> impl Iterator<Item = PriceComponent> {
    PriceComponent::ALL.iter().copied().filter(|component| component.unit() == Unit::Token)
}

fn multiplier(value: &RawValue) -> Read<'_, Decimal> {
    value::price(value)
        .ok()
        .filter(|factor| *factor > Decimal::ZERO && *factor <= MAX_MULTIPLIER)
        .ok_or_else(|| Problem::new(value, "a factor of more than 0 and at most 10").found(shortened(value.get())))
}

/// What the key of a price has in it, in whatever letter case.
const PRICE: [&str; 7] = ["cost", "price", "pricing", "multiplier", "surcharge", "discount", "billing"];

/// What it has as a word of its own.
const PRICE_WORDS: [&str; 4] = ["fee", "fees", "charge", "usd"];

/// Whether a key looks like a price, or like what changes one, so that not to know it is worth a line of the report.
pub(super) fn looks_like_a_price(key: &str) -> bool {
    let key = key.to_lowercase();
    PRICE.iter().any(|part| key.contains(part))
        || key.split(|c: char| !c.is_alphanumeric()).any(|word| PRICE_WORDS.contains(&word))
}
