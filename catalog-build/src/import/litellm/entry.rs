//! Reads the members of one key of the map.

use super::flags::{Evidence, FLAGS, INFERRED};
use super::{ALIAS, Identity, Members, OWN, PROVIDER, off_peak, price_key};
use crate::import::Action;
use crate::import::left_out::Mismatch;
use crate::import::log::Log;
use crate::import::members::member;
use crate::import::model_builder::{ModelBuilder, looks_like_a_price};
use crate::import::value::{self, Read};
use model_catalog::__private::json::RawObject;
use model_catalog::{Capability, Mode, ModelCatalogEntry, Region, ServiceTier, Unit, UnknownRate};
use serde_json::value::RawValue;
use std::collections::HashMap;

/// Modes that some releases of the map spell differently.
const MODES: &[(&str, Mode)] = &[("moderations", Mode::Moderation)];

/// The keys of the factors on the prices of tokens for calls that must be processed in a region.
const MULTIPLIERS: &[(&str, Region)] = &[
    ("fedramp_uplift_multiplier", Region::FedRamp),
    ("regional_endpoint_uplift_multiplier", Region::Regional),
    ("regional_processing_uplift_multiplier_eu", Region::Eu),
    ("regional_processing_uplift_multiplier_us", Region::Us),
];

/// The members of `provider_specific_entry` that multiply the prices of tokens, for a region and for a tier.
const REGIONS: &[(&str, Region)] = &[("us", Region::Us), ("eu", Region::Eu)];
const TIERS: &[(&str, ServiceTier)] = &[("fast", ServiceTier::Fast)];

/// The format of weekly windows.
const WINDOWS: &str = "weekly windows with hours such as 10:00-00:00, and weekdays from 1 to 7 or by name";

/// The member that contains these factors.
const FACTORS: &str = "provider_specific_entry";

/// The members with the prices of searches, for ranges of input, and within weekly windows.
const SEARCH: &str = "search_context_cost_per_query";
const TIERED: &str = "tiered_pricing";
const OFF_PEAK: &str = "off_peak_pricing";

/// The member of an element of `tiered_pricing` that states the range of tokens to which it applies.
const RANGE: &str = "range";

pub(super) struct EntryReader<'r, 't> {
    builder: ModelBuilder<'r, 't>,
    identities: &'r HashMap<&'r str, Identity>,
    entry: ModelCatalogEntry<'static>,
}

impl<'r, 't> EntryReader<'r, 't> {
    pub(super) fn new(
        key: &'r str,
        (provider, id): &Identity,
        identities: &'r HashMap<&'r str, Identity>,
        log: &'r mut Log<'t>,
    ) -> Self {
        let entry = ModelCatalogEntry::new(provider.as_str(), id.as_str(), OWN);
        Self { builder: ModelBuilder::new(key, log), identities, entry }
    }

    pub(super) fn read(mut self, members: &Members<'t>, disputed: &[Vec<String>]) -> ModelCatalogEntry<'static> {
        let mut stated = Vec::new();
        for (name, value) in members {
            let name = name.as_ref();
            if let Some(&(_, flag)) = FLAGS.iter().find(|(known, _)| *known == name) {
                if let Some(is_set) = self.builder.flag(name, value) {
                    if is_set {
                        self.entry.capabilities = self.entry.capabilities.with(flag, true);
                    }
                    stated.push(flag);
                }
                self.builder.note_imported(name);
            } else if self.field(name, value) || self.price(name, value) {
                self.builder.note_imported(name);
            } else {
                let is_price = looks_like_a_price(name) || price_key::TERMS.contains(&name);
                self.builder.keep_unknown(is_price, name, value);
                if let Some(component) = price_key::above_unknown(name) {
                    self.builder.uncertain_threshold(component, ServiceTier::Standard);
                }
            }
        }
        for path in disputed {
            self.dispute(path);
        }
        if let Some(factors) = member(members, FACTORS) {
            self.tiers_by_factor(factors);
        }
        self.infer(&stated, members);
        self.builder.finish(self.entry)
    }

    /// Whether a member has its own field; if so, the field gets its value unless that cannot be imported.
    fn field(&mut self, name: &str, value: &'t RawValue) -> bool {
        let Self { builder, entry, .. } = self;
        match name {
            PROVIDER | ALIAS => {}
            "mode" => entry.mode = builder.take(name, mode(value)),
            "max_input_tokens" => entry.max_input_tokens = builder.count(name, value),
            "max_output_tokens" => entry.max_output_tokens = builder.count(name, value),
            "deprecation_date" => entry.deprecation_date = builder.take(name, value::date(value)),
            "successor_model" => {
                let Some(key) = builder.take(name, value::name(value)) else { return true };
                // The provider's own name for the model, if it is a model of the same provider.
                let successor = match self.identities.get(&*key) {
                    Some((provider, id)) if *provider == entry.provider => id.clone(),
                    _ => key.into_owned(),
                };
                if successor == entry.model_id {
                    builder.leave_out(name, Mismatch::new(value, "a model other than the entry itself"));
                } else {
                    entry.successor = Some(successor.into());
                }
            }
            "source" => {
                // Some keys have a remark here.
                if value::text(value).is_ok_and(|text| !text.starts_with("http")) {
                    return false;
                }
                entry.source = builder.take(name, value::address(value)).map(|address| address.into_owned().into());
            }
            _ => return false,
        }
        true
    }

    /// Whether a member is a price that rates can express. Parts that cannot be read are left out.
    fn price(&mut self, name: &str, value: &'t RawValue) -> bool {
        match name {
            SEARCH => self.search(name, value),
            TIERED => return self.tiers(name, value),
            OFF_PEAK => return self.off_peak(name, value),
            FACTORS => return self.regions_by_factor(name, value),
            _ => {
                if let Some(&(_, region)) = MULTIPLIERS.iter().find(|(known, _)| *known == name) {
                    self.builder.multiply(name, region, value);
                } else if let Some(key) = price_key::read(name) {
                    self.rate(name, value, key.rate());
                } else {
                    return false;
                }
            }
        }
        true
    }

    fn search(&mut self, name: &str, value: &'t RawValue) {
        let Some(RawObject(sizes)) = self.builder.take(name, value::object(value)) else {
            for (_, component) in price_key::SEARCH_SIZES {
                self.builder.unknown(UnknownRate::list(*component));
            }
            return;
        };
        for (size, price) in sizes {
            match price_key::SEARCH_SIZES.iter().find(|(known, _)| *known == size) {
                Some(&(_, component)) => self.rate(name, price, UnknownRate::list(component)),
                None => self.builder.keep(Action::PriceInExtra, &format!("{name}.{size}"), price),
            }
        }
    }

    /// Reads prices by ranges of input tokens: the start of each range is a threshold. Prices by other ranges, such as
    /// numbers of
    /// search results, are not token rates. If a range cannot be read, the prices of its components are uncertain.
    fn tiers(&mut self, name: &str, value: &'t RawValue) -> bool {
        let Some(tiers) = self.builder.take(name, value::list(value)) else {
            self.builder.uncertain_threshold_of_tokens(ServiceTier::Standard);
            return true;
        };
        let objects = tiers.iter().filter_map(|tier| value::object(tier).ok());
        if objects.clone().any(|RawObject(tier)| !tier.is_empty() && member(&tier, RANGE).is_none()) {
            for RawObject(tier) in objects {
                self.uncertain_where_in_tokens(&tier);
            }
            return false;
        }
        for tier in tiers {
            let Some(RawObject(tier)) = self.builder.take(name, value::object(tier)) else {
                self.builder.uncertain_threshold_of_tokens(ServiceTier::Standard);
                continue;
            };
            let above = member(&tier, RANGE).and_then(|range| self.range_start(name, range));
            for (key, price) in tier.iter().filter(|(key, _)| key != RANGE) {
                match (price_key::read(key).filter(|key| key.above == 0), above) {
                    (Some(read), Some(above)) => self.rate(name, price, UnknownRate { above, ..read.rate() }),
                    (Some(read), None) => self.builder.uncertain_threshold(read.component, read.tier),
                    (None, _) => self.builder.keep(Action::PriceInExtra, &format!("{name}.{key}"), price),
                }
            }
        }
        true
    }

    /// Marks components that are counted in tokens and have a price for unknown calls as uncertain.
    fn uncertain_where_in_tokens(&mut self, prices: &Members<'_>) {
        let keys = prices.iter().filter_map(|(key, _)| price_key::read(key));
        for key in keys.filter(|key| key.component.unit() == Unit::Token) {
            self.builder.uncertain(key.component, key.tier);
        }
    }

    /// Returns the first of a range's two numbers.
    fn range_start(&mut self, name: &str, range: &'t RawValue) -> Option<u64> {
        let bounds = value::list(range).ok().and_then(|bounds| <[&RawValue; 2]>::try_from(bounds).ok());
        let [from, _] =
            self.builder.take(name, bounds.ok_or_else(|| Mismatch::new(range, "a range of two numbers")))?;
        self.builder.count(name, from)
    }

    /// Reads prices within weekly windows. Windows with further conditions are not supported.
    fn off_peak(&mut self, name: &str, value: &'t RawValue) -> bool {
        let Some(RawObject(members)) = self.builder.take(name, value::object(value)) else {
            self.builder.uncertain_tokens(ServiceTier::Standard);
            return true;
        };
        if !off_peak::is_understood(&members) {
            self.uncertain_where_in_tokens(&members);
            return false;
        }
        let windows = off_peak::windows(&members);
        let windows = windows.map_err(|error| Mismatch::new(value, WINDOWS).found(error));
        let windows = self.builder.take(name, windows);
        if windows.as_ref().is_some_and(Vec::is_empty) {
            return false;
        }
        for (key, price) in members.iter().filter(|(key, _)| !off_peak::is_about_time(key)) {
            match (price_key::read(key), &windows) {
                (None, _) => self.builder.keep(Action::PriceInExtra, &format!("{name}.{key}"), price),
                (Some(read), None) => self.builder.uncertain(read.component, read.tier),
                (Some(read), Some(windows)) => {
                    let amount = self.builder.price(name, price);
                    for &window in windows {
                        self.builder.add(name, price, UnknownRate { window: Some(window), ..read.rate() }, amount);
                    }
                }
            }
        }
        true
    }

    /// Whether the member contains factors on prices; reads those for regions.
    fn regions_by_factor(&mut self, name: &str, value: &'t RawValue) -> bool {
        let RawObject(members) = value::object(value).unwrap_or(RawObject(Vec::new()));
        let is_tier = |key: &str| TIERS.iter().any(|(known, _)| *known == key);
        let region = |key: &str| REGIONS.iter().find(|(known, _)| *known == key).map(|(_, region)| *region);
        if !members.iter().any(|(key, _)| is_tier(key) || region(key).is_some()) {
            return false;
        }
        for (key, value) in members.iter().filter(|(key, _)| !is_tier(key)) {
            let path = format!("{name}.{key}");
            match region(key) {
                Some(region) => self.builder.multiply(&path, region, value),
                None => self.builder.keep(Action::PriceInExtra, &path, value),
            }
        }
        true
    }

    /// Reads the tiers in which each token costs a multiple, once the prices that are multiplied are known.
    fn tiers_by_factor(&mut self, value: &'t RawValue) {
        let RawObject(members) = value::object(value).unwrap_or(RawObject(Vec::new()));
        for (key, factor) in &members {
            if let Some(&(_, tier)) = TIERS.iter().find(|(known, _)| known == key) {
                self.builder.multiply_tier(&format!("{FACTORS}.{key}"), tier, factor);
            }
        }
    }

    fn rate(&mut self, name: &str, value: &'t RawValue, terms: UnknownRate) {
        let price = self.builder.price(name, value);
        self.builder.add(name, value, terms, price);
    }

    /// Marks the prices on which duplicate keys disagree as unknown.
    fn dispute(&mut self, path: &[String]) {
        let [root, within @ ..] = path else { return };
        match root.as_str() {
            SEARCH => {
                let matches = |size: &str| within.first().is_none_or(|key| key == size);
                for (_, component) in price_key::SEARCH_SIZES.iter().filter(|(size, _)| matches(size)) {
                    self.builder.unknown(UnknownRate::list(*component));
                }
            }
            TIERED | OFF_PEAK => {
                self.builder.dispute(true, within, |key| price_key::read(key).map(|key| key.component));
            }
            name => {
                if let Some(key) = price_key::read(name) {
                    self.builder.unknown(key.rate());
                }
            }
        }
    }

    /// Sets the flags that the map does not state but that follow from what it states.
    fn infer(&mut self, stated: &[Capability], members: &Members<'t>) {
        let Self { builder, entry, .. } = self;
        for &(flag, evidence) in INFERRED {
            if stated.contains(&flag) || entry.capabilities.set().contains(flag) {
                continue;
            }
            let (holds, why) = match evidence {
                Evidence::Mode(modes) => (entry.mode.is_some_and(|mode| modes.contains(&mode)), "mode"),
                Evidence::Modality(key, modality) => {
                    let listed = member(members, key).and_then(|listed| value::list(listed).ok()).unwrap_or_default();
                    (listed.into_iter().any(|one| value::text(one).is_ok_and(|one| one == modality)), key)
                }
            };
            if holds {
                entry.capabilities = entry.capabilities.with(flag, true);
                builder.note(Action::Inferred, format!("{flag} from {why}"));
            }
        }
    }
}

fn mode(value: &RawValue) -> Read<'_, Mode> {
    let text = value::text(value)?;
    if let Some(&(_, mode)) = MODES.iter().find(|(spelling, _)| *spelling == text) {
        return Ok(mode);
    }
    text.parse().map_err(|error| Mismatch::new(value, "a known mode").found(error))
}
