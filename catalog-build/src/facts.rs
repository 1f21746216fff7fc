//! Layers facts about one model over an entry, field by field, and records which source each value comes from.

use model_catalog::__private::{
    json::{self, RawObject},
    price_of, rate_path,
};
use model_catalog::{
    Aliases, Capability, CapabilitySet, Extra, ModelCatalogEntry, ModelPricing, PricedIsDerived, Provenance, Rate,
    Region, ThresholdRule, UnknownRate,
};
use rust_decimal::Decimal;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The members of an entry that state its names and its origin. They are not facts about the model.
const IDENTITY: [&str; 4] = ["provider", "model_id", "origin", "provenance"];

/// Which of two values wins if both layers have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Winner {
    /// The entry's own value; the upper layer only fills gaps.
    Below,
    /// The value of the upper layer.
    Above,
}

/// A field in which the two layers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) field: String,
    pub(super) below: String,
    pub(super) above: String,
}

/// The facts of one entry, with other facts layered over them.
pub(super) struct Facts<'s> {
    entry: ModelCatalogEntry<'static>,
    winner: Winner,
    /// The id of the source of the upper layer.
    source: &'s str,
    provenance: BTreeMap<String, String>,
    pub(super) differences: Vec<Difference>,
}

impl<'s> Facts<'s> {
    pub(super) fn new(entry: ModelCatalogEntry<'static>, winner: Winner, source: &'s str) -> Self {
        let provenance = entry.provenance.iter().map(|(field, source)| (field.to_owned(), source.to_owned())).collect();
        Self { entry, winner, source, provenance, differences: Vec::new() }
    }

    pub(super) fn into_entry(self) -> ModelCatalogEntry<'static> {
        ModelCatalogEntry { provenance: self.provenance.into_iter().collect(), ..self.entry }
    }

    /// Layers the members of an entry's JSON over the facts. `null` removes a fact.
    pub(super) fn layer(&mut self, members: &[(Cow<'_, str>, &RawValue)]) -> Result<(), serde_json::Error> {
        let mut plain: Vec<(&str, &RawValue)> = Vec::new();
        for (name, value) in members {
            match &**name {
                "aliases" if is_null(value) => self.remove_aliases(),
                "aliases" => self.aliases(serde_json::from_str(value.get())?),
                "capabilities" if is_null(value) => self.capabilities(&self.cleared_flags()),
                "capabilities" => self.capabilities(&flags(value)?),
                "pricing" if is_null(value) => self.pricing(PricingAbove::none()),
                "pricing" => self.pricing(serde_json::from_str(value.get())?),
                "extra" if is_null(value) => self.remove_extra(),
                "extra" => self.extra(&serde_json::from_str(value.get())?)?,
                name if IDENTITY.contains(&name) => {}
                name => plain.push((name, value)),
            }
        }
        self.single_values(&plain)
    }

    /// Whether a value of the upper layer replaces the one below it. If so, records the source of the field.
    fn replaces(&mut self, field: &str, below: Option<&str>, above: &str) -> bool {
        let replaces = match below {
            None => true,
            Some(below) if below == above => false,
            Some(below) => {
                let (below, above) = (below.to_owned(), above.to_owned());
                self.differences.push(Difference { field: field.to_owned(), below, above });
                self.winner == Winner::Above
            }
        };
        if replaces {
            self.provenance.insert(field.to_owned(), self.source.to_owned());
        }
        replaces
    }

    /// Layers fields that have a single value.
    fn single_values(&mut self, members: &[(&str, &RawValue)]) -> Result<(), serde_json::Error> {
        let known = serde_json::to_string(&ModelCatalogEntry {
            aliases: Aliases::default(),
            pricing: ModelPricing::default(),
            extra: Extra::default(),
            provenance: Provenance::default(),
            ..self.entry.clone()
        })?;
        let RawObject(known) = serde_json::from_str(&known)?;
        let mut fields: Vec<(String, String)> =
            known.into_iter().map(|(name, value)| (name.into_owned(), value.get().to_owned())).collect();
        for (name, value) in members {
            let above = json::compact(value.get());
            let place = fields.iter().position(|(field, _)| field == name);
            let below = place.and_then(|place| fields.get(place)).map(|(_, value)| value.clone());
            if above == "null" && below.is_none() {
                continue;
            }
            if self.replaces(name, below.as_deref(), &above) {
                fields.retain(|(field, _)| field != name);
                if above != "null" {
                    fields.push(((*name).to_owned(), above));
                }
            }
        }
        let members: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}:{value}", serde_json::Value::from(name.as_str()))).collect();
        let entry: ModelCatalogEntry<'static> = serde_json::from_str(&format!("{{{}}}", members.join(",")))?;
        let below = std::mem::take(&mut self.entry);
        let ModelCatalogEntry { aliases, pricing, extra, .. } = below;
        self.entry = ModelCatalogEntry { aliases, pricing, extra, ..entry };
        Ok(())
    }

    fn remove_aliases(&mut self) {
        if self.entry.aliases.iter().next().is_some() {
            self.entry.aliases = Aliases::default();
            self.provenance.insert("aliases".to_owned(), self.source.to_owned());
        }
    }

    /// Returns every flag that is set, as a change that clears it.
    fn cleared_flags(&self) -> BTreeMap<Capability, bool> {
        self.entry.capabilities.set().iter().map(|capability| (capability, false)).collect()
    }

    fn remove_extra(&mut self) {
        self.provenance.retain(|field, _| !field.starts_with("extra."));
        self.entry.extra = Extra::default();
    }

    fn aliases(&mut self, above: Vec<String>) {
        let mut aliases: Vec<String> = self.entry.aliases.iter().map(str::to_owned).collect();
        let known = aliases.len();
        aliases.extend(above);
        aliases.sort_unstable();
        aliases.dedup();
        if aliases.len() > known {
            self.provenance.insert("aliases".to_owned(), self.source.to_owned());
        }
        self.entry.aliases = aliases.into();
    }

    fn capabilities(&mut self, above: &BTreeMap<Capability, bool>) {
        for (&capability, value) in above {
            let stated = self.entry.capabilities.set().contains(capability);
            // A source that does not state a flag does not deny it either.
            let below = (stated || self.winner == Winner::Above).then(|| stated.to_string());
            if self.replaces(&format!("capabilities.{capability}"), below.as_deref(), &value.to_string()) {
                self.entry.capabilities = self.entry.capabilities.with(capability, *value);
            }
        }
    }

    fn pricing(&mut self, above: PricingAbove) {
        let PricingAbove { threshold_rule, rates: above, unknown, multipliers, replace } = above;
        if let Some(rule) = threshold_rule
            && self.replaces("pricing.threshold_rule", Some(self.entry.pricing.threshold_rule.key()), rule.key())
        {
            self.entry.pricing.threshold_rule = rule;
        }
        self.multipliers(multipliers, replace);
        let mut rates: Vec<Stated> = if replace { Vec::new() } else { stated(&self.entry.pricing).collect() };
        let mut slots: Vec<Vec<Stated>> = Vec::new();
        for rate in stated_of(above, unknown) {
            match slots
                .iter_mut()
                .find(|slot| slot.first().is_some_and(|first| differs_only_in_price_and_date(first, &rate)))
            {
                Some(slot) => slot.push(rate),
                None => slots.push(vec![rate]),
            }
        }
        for slot in slots {
            let Some(&first) = slot.first() else { continue };
            let below: Vec<Stated> =
                rates.iter().copied().filter(|rate| differs_only_in_price_and_date(rate, &first)).collect();
            let shown = (!below.is_empty()).then(|| prices(&below));
            let path = rate_path(&first.terms.at(Decimal::ZERO));
            if self.replaces(&format!("pricing.{path}"), shown.as_deref(), &prices(&slot)) {
                // Prices from a date on keep those before that date; a price without a date replaces all of them.
                let begins = slot.iter().map(|rate| rate.terms.from).min().flatten();
                rates.retain(|rate| {
                    !differs_only_in_price_and_date(rate, &first)
                        || begins.is_some_and(|begins| rate.terms.from < Some(begins))
                });
                rates.extend(slot);
            }
        }
        rates.sort_by_key(|rate| rate.terms.key());
        let known = rates.iter().filter_map(|rate| Some(rate.terms.at(rate.price?)));
        self.entry.pricing.rates = known.collect::<Vec<Rate>>().into();
        let unknown = rates.iter().filter(|rate| rate.price.is_none()).map(|rate| rate.terms);
        self.entry.pricing.unknown = unknown.collect::<Vec<UnknownRate>>().into();
    }

    /// A factor replaces that of its region; `null` removes it.
    fn multipliers(&mut self, above: BTreeMap<Region, Option<Factor>>, replace: bool) {
        let mut factors: BTreeMap<Region, Decimal> =
            if replace { BTreeMap::new() } else { self.entry.pricing.multipliers.iter().collect() };
        for (region, above) in above {
            let below = factors.get(&region).map(|factor| factor.normalize().to_string());
            let shown = above.as_ref().map_or_else(|| "null".to_owned(), |Factor(above)| above.normalize().to_string());
            if (above.is_some() || below.is_some())
                && self.replaces(&format!("pricing.multipliers.{region}"), below.as_deref(), &shown)
            {
                match above {
                    Some(Factor(above)) => factors.insert(region, above),
                    None => factors.remove(&region),
                };
            }
        }
        self.entry.pricing.multipliers = factors.into_iter().collect();
    }

    fn extra(&mut self, above: &Extra<'_>) -> Result<(), serde_json::Error> {
        let below = self.entry.extra.clone();
        let RawObject(members) = serde_json::from_str(below.json())?;
        let mut members: Vec<(String, String)> =
            members.into_iter().map(|(name, value)| (name.into_owned(), value.get().to_owned())).collect();
        let RawObject(above) = serde_json::from_str(above.json())?;
        for (name, value) in above {
            let known = members.iter().find(|(member, _)| *member == name).map(|(_, value)| value.clone());
            if self.replaces(&format!("extra.{name}"), known.as_deref(), value.get()) {
                members.retain(|(member, _)| *member != name);
                if value.get() != "null" {
                    members.push((name.into_owned(), value.get().to_owned()));
                }
            }
        }
        self.entry.extra = Extra::from_members(members.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        Ok(())
    }
}

fn is_null(value: &RawValue) -> bool {
    value.get() == "null"
}

/// A rate with its price, or `None` if the price is unknown.
#[derive(Clone, Copy)]
struct Stated {
    terms: UnknownRate,
    price: Option<Decimal>,
}

/// Iterates over all rates of a model.
fn stated(pricing: &ModelPricing<'_>) -> impl Iterator<Item = Stated> {
    stated_of(pricing.rates.iter(), pricing.unknown.iter())
}

fn stated_of(
    known: impl IntoIterator<Item = Rate>,
    unknown: impl IntoIterator<Item = UnknownRate>,
) -> impl Iterator<Item = Stated> {
    let known = known.into_iter().map(|rate| Stated { terms: rate.into(), price: Some(rate.price) });
    known.chain(unknown.into_iter().map(|terms| Stated { terms, price: None }))
}

/// Whether two rates differ only in price and start date.
fn differs_only_in_price_and_date(a: &Stated, b: &Stated) -> bool {
    (a.terms.component, a.terms.tier, a.terms.above, a.terms.window)
        == (b.terms.component, b.terms.tier, b.terms.above, b.terms.window)
}

fn prices(rates: &[Stated]) -> String {
    let mut prices: Vec<String> = rates
        .iter()
        .map(|rate| {
            let price = rate.price.map_or_else(|| "unknown".to_owned(), |price| price.normalize().to_string());
            match rate.terms.from {
                None => price,
                Some(from) => format!("{price} from {from}"),
            }
        })
        .collect();
    prices.sort_unstable();
    prices.join(", ")
}

/// A list of flags sets them; an object sets and clears them.
fn flags(value: &RawValue) -> Result<BTreeMap<Capability, bool>, serde_json::Error> {
    let flags: BTreeMap<Capability, bool> = if value.get().starts_with('{') {
        serde_json::from_str(value.get())?
    } else {
        let set: CapabilitySet = serde_json::from_str(value.get())?;
        set.iter().map(|capability| (capability, true)).collect()
    };
    if flags.contains_key(&Capability::Priced) { Err(serde_json::Error::custom(PricedIsDerived)) } else { Ok(flags) }
}

/// The `pricing` of an entry, or of a model in an overlay, where `replace` discards the prices below it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PricingAbove {
    #[serde(default)]
    threshold_rule: Option<ThresholdRule>,
    #[serde(default)]
    rates: Vec<Rate>,
    #[serde(default)]
    unknown: Vec<UnknownRate>,
    #[serde(default)]
    multipliers: BTreeMap<Region, Option<Factor>>,
    #[serde(default)]
    replace: bool,
}

/// A factor given as a number or a string, exact.
struct Factor(Decimal);

impl<'de> Deserialize<'de> for Factor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Box::<RawValue>::deserialize(deserializer)?;
        let invalid = |error| D::Error::custom(format_args!("factor {} {error}", value.get()));
        price_of(&value).map(Self).map_err(invalid)
    }
}

impl PricingAbove {
    /// Removes all prices of a model.
    fn none() -> Self {
        Self {
            threshold_rule: Some(ThresholdRule::Exclusive),
            rates: Vec::new(),
            unknown: Vec::new(),
            multipliers: BTreeMap::new(),
            replace: true,
        }
    }
}
