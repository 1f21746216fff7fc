//! Reads the members of one key of the map.

use super::flags::{Evidence, FLAGS, INFERRED};
use super::{Identity, Members, SOURCE, off_peak, price_key};
use crate::import::item::{Item, looks_like_a_price};
use crate::import::members::member;
use crate::import::{Action, ImportError, ImportReport};
use model_catalog::__private::{json::RawObject, parse_date};
use model_catalog::{Capability, Mode, ModelCatalogEntry, Rate, WeeklyWindow};
use rust_decimal::Decimal;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;

/// The member of an item of `tiered_pricing` that says for how many tokens it holds.
const RANGE: &str = "range";

pub(super) struct EntryReader<'r> {
    item: Item<'r>,
    identities: &'r HashMap<&'r str, Identity>,
    entry: ModelCatalogEntry<'static>,
}

impl<'r> EntryReader<'r> {
    pub(super) fn new(
        key: &'r str,
        (provider, id): &Identity,
        identities: &'r HashMap<&'r str, Identity>,
        report: &'r mut ImportReport,
    ) -> Self {
        let entry = ModelCatalogEntry::new(provider.as_str(), id.as_str(), SOURCE);
        Self { item: Item::new(SOURCE, key, report), identities, entry }
    }

    pub(super) fn read(mut self, members: &Members<'_>) -> Result<ModelCatalogEntry<'static>, ImportError> {
        let mut stated = Vec::new();
        for (name, value) in members {
            let name = name.as_ref();
            if let Some(&(_, flag)) = FLAGS.iter().find(|(known, _)| *known == name) {
                if self.item.flag(name, value)? {
                    self.entry.capabilities = self.entry.capabilities.with(flag, true);
                }
                stated.push(flag);
                self.item.taken(name);
            } else if self.field(name, value)? || self.price(name, value)? {
                self.item.taken(name);
            } else {
                let is_price = looks_like_a_price(name) || price_key::TERMS.contains(&name);
                self.item.keep_unknown(is_price, name, value);
            }
        }
        self.infer(&stated, members)?;
        Ok(self.item.finish(self.entry))
    }

    /// Takes a member that has a field of its own, or gives `false`.
    fn field(&mut self, name: &str, value: &RawValue) -> Result<bool, ImportError> {
        let Self { item, entry, .. } = self;
        match name {
            "litellm_provider" | "alias_of" => drop(item.text(name, value)?),
            "mode" => {
                let mode: Result<Mode, _> = item.text(name, value)?.parse();
                entry.mode = Some(mode.map_err(|error| item.form(name, &error.to_string(), "a known mode"))?);
            }
            "max_input_tokens" => entry.max_input_tokens = Some(item.count(name, value)?),
            "max_output_tokens" => entry.max_output_tokens = Some(item.count(name, value)?),
            "deprecation_date" => {
                let text = item.text(name, value)?;
                let date = parse_date(&text).ok_or_else(|| item.form(name, &text, "a date such as 2026-08-21"))?;
                entry.deprecation_date = Some(date);
            }
            "successor_model" => {
                let key = item.text(name, value)?;
                // The name under which the provider knows it, when it is a model of the same provider.
                entry.successor = Some(match self.identities.get(&*key) {
                    Some((provider, id)) if *provider == entry.provider => id.clone().into(),
                    _ => key.into_owned().into(),
                });
            }
            "source" => {
                let text = item.text(name, value)?;
                if !text.starts_with("http") {
                    return Ok(false);
                }
                entry.source = Some(text.into_owned().into());
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes a price, or gives `false` for a member that is none or that no rate can express.
    fn price(&mut self, name: &str, value: &RawValue) -> Result<bool, ImportError> {
        match name {
            "search_context_cost_per_query" => self.search(name, value)?,
            "tiered_pricing" => return self.tiers(name, value),
            "off_peak_pricing" => return self.off_peak(name, value),
            _ => {
                let Some(key) = price_key::read(name) else { return Ok(false) };
                self.rate(name, value, |price| key.rate(price))?;
            }
        }
        Ok(true)
    }

    fn search(&mut self, name: &str, value: &RawValue) -> Result<(), ImportError> {
        let RawObject(sizes) = self.item.parse(name, value)?;
        for (size, price) in sizes {
            match price_key::SEARCH_SIZES.iter().find(|(known, _)| *known == size) {
                Some(&(_, component)) => self.rate(name, price, |price| Rate::list(component, price))?,
                None => self.item.keep(Action::PriceInExtra, &format!("{name}.{size}"), price),
            }
        }
        Ok(())
    }

    /// Prices by ranges of input tokens: each range's beginning is a threshold. Prices by other ranges, such as
    /// numbers of search results, are no rates of tokens.
    fn tiers(&mut self, name: &str, value: &RawValue) -> Result<bool, ImportError> {
        let tiers: Vec<RawObject<'_>> = self.item.parse(name, value)?;
        if tiers.iter().any(|RawObject(tier)| member(tier, RANGE).is_none()) {
            return Ok(false);
        }
        for RawObject(tier) in &tiers {
            let Some(range) = member(tier, RANGE) else { continue };
            let bounds: Vec<&RawValue> = self.item.parse(name, range)?;
            let [from, _] = bounds.as_slice() else {
                return Err(self.item.form(name, range.get(), "a range of two numbers"));
            };
            let above = self.item.count(name, from)?;
            for (key, price) in tier.iter().filter(|(key, _)| key != RANGE) {
                match price_key::read(key).filter(|key| key.above == 0) {
                    Some(read) => self.rate(name, price, |price| Rate { above, ..read.rate(price) })?,
                    None => self.item.keep(Action::PriceInExtra, &format!("{name}.{key}"), price),
                }
            }
        }
        Ok(true)
    }

    /// Prices within windows of the week; windows that say more than when they are, are not understood.
    fn off_peak(&mut self, name: &str, value: &RawValue) -> Result<bool, ImportError> {
        let RawObject(members) = self.item.parse(name, value)?;
        if !off_peak::is_understood(&members) {
            return Ok(false);
        }
        let windows: Vec<WeeklyWindow> =
            off_peak::windows(&members).map_err(|error| self.item.form(name, &error.to_string(), "weekly windows"))?;
        if windows.is_empty() {
            return Ok(false);
        }
        for (key, price) in members.iter().filter(|(key, _)| !off_peak::is_about_time(key)) {
            let Some(read) = price_key::read(key) else {
                self.item.keep(Action::PriceInExtra, &format!("{name}.{key}"), price);
                continue;
            };
            for window in &windows {
                self.rate(name, price, |price| Rate { window: Some(*window), ..read.rate(price) })?;
            }
        }
        Ok(true)
    }

    fn rate(&mut self, name: &str, price: &RawValue, of: impl FnOnce(Decimal) -> Rate) -> Result<(), ImportError> {
        let price = self.item.price(name, price)?;
        self.item.add(name, of(price))
    }

    /// Sets the flags that the map does not state and that follow from what it does.
    fn infer(&mut self, stated: &[Capability], members: &Members<'_>) -> Result<(), ImportError> {
        let Self { item, entry, .. } = self;
        for &(flag, evidence) in INFERRED {
            if stated.contains(&flag) || entry.capabilities.set().contains(flag) {
                continue;
            }
            let (holds, why) = match evidence {
                Evidence::Mode(modes) => (entry.mode.is_some_and(|mode| modes.contains(&mode)), "mode"),
                Evidence::Modality(key, modality) => {
                    let listed = match members.iter().find(|(name, _)| name == key) {
                        Some((_, value)) => {
                            item.parse::<Vec<Cow<'_, str>>>(key, value)?.iter().any(|one| one == modality)
                        }
                        None => false,
                    };
                    (listed, key)
                }
            };
            if holds {
                entry.capabilities = entry.capabilities.with(flag, true);
                item.report.note(Action::Inferred, format!("{flag} from {why}"), item.key);
            }
        }
        Ok(())
    }
}
