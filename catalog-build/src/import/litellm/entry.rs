//! Reads the members of one key of the map.

use super::flags::{Evidence, FLAGS, INFERRED};
use super::{Identity, Members, SOURCE, not_a_string, off_peak, price_key};
use crate::date::parse_date;
use crate::extra::Extra;
use crate::import::{Action, ImportError, ImportReport};
use crate::json::{self, Object};
use crate::mode::Mode;
use crate::money::price_of;
use crate::pricing::{ModelPricing, Rate};
use crate::provider::threshold_rule;
use crate::schema::ModelCatalogEntry;
use crate::window::WeeklyWindow;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;

pub(super) struct EntryReader<'r> {
    pub(super) key: &'r str,
    pub(super) provider: &'r str,
    pub(super) identities: &'r HashMap<&'r str, Identity>,
    pub(super) report: &'r mut ImportReport,
}

impl EntryReader<'_> {
    pub(super) fn read(mut self, id: &str, members: &Members<'_>) -> Result<ModelCatalogEntry<'static>, ImportError> {
        let mut entry = ModelCatalogEntry::new(self.provider, id, SOURCE);
        let mut rates = Vec::new();
        let mut stated = Vec::new();
        let mut extra: Vec<(&str, &str)> = Vec::new();
        for (name, value) in members {
            let name = name.as_ref();
            if let Some(&(_, flag)) = FLAGS.iter().find(|(known, _)| *known == name) {
                match value.get() {
                    "true" => entry.capabilities = entry.capabilities.with(flag, true),
                    "false" => {}
                    other => return Err(self.form(name, other, "true or false")),
                }
                stated.push(flag);
                self.taken(name);
            } else if !self.field(&mut entry, name, value)? && !self.price(&mut rates, name, value)? {
                let action = if price_key::looks_like_a_price(name) { Action::PriceInExtra } else { Action::Extra };
                self.report.note(action, name, self.key);
                extra.push((name, value.get()));
            }
        }
        self.infer(&mut entry, &stated, members)?;
        rates.sort_by_key(Rate::key);
        entry.pricing =
            ModelPricing { threshold_rule: threshold_rule(self.provider), rates: rates.into(), as_of: None };
        entry.extra = Extra::of_members(extra);
        Ok(entry)
    }

    /// Takes a member that has a field of its own, or gives `false`.
    fn field(&mut self, entry: &mut ModelCatalogEntry<'_>, name: &str, value: &RawValue) -> Result<bool, ImportError> {
        let text = || json::string(value).ok_or_else(|| not_a_string(self.key, name, value));
        match name {
            "litellm_provider" | "alias_of" => {}
            "mode" => {
                let mode: Result<Mode, _> = text()?.parse();
                entry.mode = Some(mode.map_err(|error| self.form(name, &error.to_string(), "a known mode"))?);
            }
            "max_input_tokens" => entry.max_input_tokens = Some(self.count(name, value)?),
            "max_output_tokens" => entry.max_output_tokens = Some(self.count(name, value)?),
            "deprecation_date" => {
                let text = text()?;
                let date = parse_date(&text).ok_or_else(|| self.form(name, &text, "a date such as 2026-08-21"))?;
                entry.deprecation_date = Some(date);
            }
            "successor_model" => entry.successor = Some(self.successor(&text()?).into()),
            "source" => {
                let text = text()?;
                if !text.starts_with("http") {
                    return Ok(false);
                }
                entry.source = Some(text.into_owned().into());
            }
            _ => return Ok(false),
        }
        self.taken(name);
        Ok(true)
    }

    /// The name under which the provider's successor is found, when it is a model of the same provider.
    fn successor(&self, key: &str) -> String {
        match self.identities.get(key) {
            Some((provider, id)) if provider == self.provider => id.clone(),
            _ => key.to_owned(),
        }
    }

    /// Takes a price, or gives `false` for a member that is none or that no rate can express.
    fn price(&mut self, rates: &mut Vec<Rate>, name: &str, value: &RawValue) -> Result<bool, ImportError> {
        match name {
            "search_context_cost_per_query" => self.search(rates, name, value)?,
            "tiered_pricing" => return self.tiers(rates, name, value),
            "off_peak_pricing" => return self.off_peak(rates, name, value),
            _ => {
                let Some(key) = price_key::read(name) else { return Ok(false) };
                self.rate(rates, name, value, |price| Rate {
                    tier: key.tier,
                    above: key.above,
                    ..Rate::list(key.component, price)
                })?;
            }
        }
        self.taken(name);
        Ok(true)
    }

    fn search(&mut self, rates: &mut Vec<Rate>, name: &str, value: &RawValue) -> Result<(), ImportError> {
        let Object(sizes) = self.parse(name, value)?;
        for (size, price) in sizes {
            let Some(&(_, component)) = price_key::SEARCH_SIZES.iter().find(|(known, _)| *known == size) else {
                return Err(self.form(name, &size, "search_context_size_low, _medium or _high"));
            };
            self.rate(rates, name, price, |price| Rate::list(component, price))?;
        }
        Ok(())
    }

    /// Prices by ranges of input tokens: each range's beginning is a threshold.
    fn tiers(&mut self, rates: &mut Vec<Rate>, name: &str, value: &RawValue) -> Result<bool, ImportError> {
        let tiers: Vec<Object<'_>> = self.parse(name, value)?;
        let range_of =
            |tier: &Object<'_>| tier.0.iter().find(|(key, _)| key == "range").map(|(_, value)| value.get().to_owned());
        let mut taken: Vec<Rate> = Vec::new();
        for tier in &tiers {
            // Prices by other ranges, such as numbers of search results, are no rates of tokens.
            let Some(range) = range_of(tier) else { return Ok(false) };
            let bounds: Vec<&RawValue> =
                serde_json::from_str(&range).map_err(|_| self.form(name, &range, "a range of two numbers"))?;
            let [from, _] = bounds.as_slice() else { return Err(self.form(name, &range, "a range of two numbers")) };
            let above = self.count(name, from)?;
            for (key, price) in tier.0.iter().filter(|(key, _)| key != "range") {
                match price_key::read(key) {
                    Some(key) if key.above == 0 => {
                        self.rate(&mut taken, name, price, |price| Rate {
                            tier: key.tier,
                            above,
                            ..Rate::list(key.component, price)
                        })?;
                    }
                    _ => return Err(self.form(name, key, "a price of a known component")),
                }
            }
        }
        for rate in taken {
            self.add(rates, name, rate)?;
        }
        self.taken(name);
        Ok(true)
    }

    fn off_peak(&mut self, rates: &mut Vec<Rate>, name: &str, value: &RawValue) -> Result<bool, ImportError> {
        let Object(members) = self.parse(name, value)?;
        let windows: Vec<WeeklyWindow> =
            off_peak::windows(&members).map_err(|error| self.form(name, &error.to_string(), "weekly windows"))?;
        for (key, price) in members.iter().filter(|(key, _)| !off_peak::is_about_time(key)) {
            let Some(key) = price_key::read(key) else {
                return Err(self.form(name, key, "a price of a known component"));
            };
            for window in &windows {
                self.rate(rates, name, price, |price| Rate {
                    tier: key.tier,
                    above: key.above,
                    window: Some(*window),
                    ..Rate::list(key.component, price)
                })?;
            }
        }
        self.taken(name);
        Ok(true)
    }

    fn rate(
        &mut self,
        rates: &mut Vec<Rate>,
        name: &str,
        price: &RawValue,
        of: impl FnOnce(rust_decimal::Decimal) -> Rate,
    ) -> Result<(), ImportError> {
        let price = price_of(price).map_err(|error| self.form(name, &format!("{} {error}", price.get()), "a price"))?;
        self.add(rates, name, of(price))
    }

    /// Adds a rate, unless an equal one is there. Two prices for one thing are refused.
    fn add(&mut self, rates: &mut Vec<Rate>, name: &str, rate: Rate) -> Result<(), ImportError> {
        match rates.iter().find(|other| other.key() == rate.key()) {
            None => rates.push(rate),
            Some(other) if other.price == rate.price => {
                self.report.note(Action::Folded, format!("{name}: the same price stands under another key"), self.key);
            }
            Some(other) => {
                return Err(self.form(name, &rate.price.to_string(), &format!("{}, as another key says", other.price)));
            }
        }
        Ok(())
    }

    /// Sets the flags that the map does not state and that follow from what it does.
    fn infer(
        &mut self,
        entry: &mut ModelCatalogEntry<'_>,
        stated: &[crate::Capability],
        members: &Members<'_>,
    ) -> Result<(), ImportError> {
        for &(flag, evidence) in INFERRED {
            if stated.contains(&flag) || entry.capabilities.set().contains(flag) {
                continue;
            }
            let (holds, why) = match evidence {
                Evidence::Mode(modes) => (entry.mode.is_some_and(|mode| modes.contains(&mode)), "mode"),
                Evidence::Modality(key, modality) => {
                    let listed = match members.iter().find(|(name, _)| name == key) {
                        Some((_, value)) => {
                            self.parse::<Vec<Cow<'_, str>>>(key, value)?.iter().any(|one| one == modality)
                        }
                        None => false,
                    };
                    (listed, key)
                }
            };
            if holds {
                entry.capabilities = entry.capabilities.with(flag, true);
                self.report.note(Action::Inferred, format!("{flag} from {why}"), self.key);
            }
        }
        Ok(())
    }

    /// A number of tokens: an integer, perhaps written as a float.
    fn count(&self, name: &str, value: &RawValue) -> Result<u64, ImportError> {
        let text = value.get();
        let whole = text
            .split_once('.')
            .map_or(text, |(whole, zeros)| if zeros.bytes().all(|b| b == b'0') { whole } else { text });
        whole.parse().map_err(|_| self.form(name, text, "a whole number of tokens"))
    }

    fn parse<'v, T: Deserialize<'v>>(&self, name: &str, value: &'v RawValue) -> Result<T, ImportError> {
        serde_json::from_str(value.get()).map_err(|error| self.form(name, &json::reason(&error), "its usual form"))
    }

    fn taken(&mut self, name: &str) {
        self.report.note(Action::Taken, name, self.key);
    }

    fn form(&self, name: &str, found: &str, expected: &str) -> ImportError {
        ImportError::Form { format: SOURCE, what: format!("{}: {name}: {found}; expected {expected}", self.key) }
    }
}
