//! One model of a source, while its members are read.

use super::{Action, ImportError, ImportReport};
use model_catalog::__private::{
    json::{self, RawObject},
    price_of,
};
use model_catalog::{Extra, ModelCatalogEntry, ModelPricing, Rate, threshold_rule};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The rates and other facts of a model that were read so far, and what its errors and notes are about.
pub(super) struct Item<'r> {
    /// The source.
    pub(super) format: &'static str,
    /// The model's key in the source.
    pub(super) key: &'r str,
    pub(super) report: &'r mut ImportReport,
    rates: Vec<Rate>,
    extra: Vec<(String, String)>,
}

impl<'r> Item<'r> {
    pub(super) fn new(format: &'static str, key: &'r str, report: &'r mut ImportReport) -> Self {
        Self { format, key, report, rates: Vec::new(), extra: Vec::new() }
    }

    /// The entry with the rates and other facts that were read.
    pub(super) fn finish(mut self, mut entry: ModelCatalogEntry<'static>) -> ModelCatalogEntry<'static> {
        self.rates.sort_by_key(Rate::key);
        let threshold_rule = threshold_rule(&entry.provider);
        entry.pricing = ModelPricing { threshold_rule, rates: self.rates.into(), ..ModelPricing::default() };
        entry.extra = Extra::of_members(self.extra.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        entry
    }

    pub(super) fn taken(&mut self, name: &str) {
        self.report.note(Action::Taken, name, self.key);
    }

    /// Keeps a member that the import does not know, as a price or as a fact.
    pub(super) fn keep_unknown(&mut self, is_price: bool, name: &str, value: &RawValue) {
        self.keep(if is_price { Action::PriceInExtra } else { Action::Extra }, name, value);
    }

    /// Keeps a member that no field is for, and names the prices within a fact. Members of one name, from different
    /// places of the source, are numbered.
    pub(super) fn keep(&mut self, action: Action, name: &str, value: &RawValue) {
        self.report.note(action, name, self.key);
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
        let elements: Vec<&RawValue> = serde_json::from_str(value.get()).unwrap_or_default();
        for element in elements {
            self.prices_within(path, element);
        }
        let RawObject(members) = serde_json::from_str(value.get()).unwrap_or(RawObject(Vec::new()));
        for (name, value) in members {
            let path = format!("{path}.{name}");
            if !looks_like_a_price(&name) {
                self.prices_within(&path, value);
            } else if !self.report.is_last_of_some(&path, self.key) {
                self.report.note(Action::PriceInExtra, path, self.key);
            }
        }
    }

    /// Adds a rate, unless an equal one is there. Two prices for one thing are refused.
    pub(super) fn add(&mut self, name: &str, rate: Rate) -> Result<(), ImportError> {
        match self.rates.iter().find(|other| other.key() == rate.key()) {
            None => self.rates.push(rate),
            Some(other) if other.price == rate.price => {
                self.report.note(Action::Folded, format!("{name}: the same price stands under another key"), self.key);
            }
            Some(other) => {
                return Err(self.form(name, &rate.price.to_string(), &format!("{}, as another key says", other.price)));
            }
        }
        Ok(())
    }

    pub(super) fn rates(&self) -> &[Rate] {
        &self.rates
    }

    pub(super) fn price(&self, name: &str, value: &RawValue) -> Result<Decimal, ImportError> {
        price_of(value).map_err(|error| self.form(name, &format!("{} {error}", value.get()), "a price"))
    }

    /// A price for `10^power` of a unit, as one for each.
    pub(super) fn price_for(&self, power: u32, name: &str, value: &RawValue) -> Result<Decimal, ImportError> {
        let price = self.price(name, value)?;
        Decimal::try_from_i128_with_scale(price.mantissa(), price.scale() + power)
            .map(|price| price.normalize())
            .map_err(|_| self.form(name, value.get(), "a price with fewer decimal places"))
    }

    /// A number of tokens: an integer, perhaps written as a float.
    pub(super) fn count(&self, name: &str, value: &RawValue) -> Result<u64, ImportError> {
        let text = value.get();
        let whole = match text.split_once('.') {
            Some((whole, zeros)) if zeros.bytes().all(|byte| byte == b'0') => whole,
            _ => text,
        };
        whole.parse().map_err(|_| self.form(name, text, "a whole number of tokens"))
    }

    pub(super) fn flag(&self, name: &str, value: &RawValue) -> Result<bool, ImportError> {
        match value.get() {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(self.form(name, other, "true or false")),
        }
    }

    pub(super) fn text<'v>(&self, name: &str, value: &'v RawValue) -> Result<Cow<'v, str>, ImportError> {
        json::string(value).ok_or_else(|| self.form(name, value.get(), "a string"))
    }

    pub(super) fn parse<'v, T: Deserialize<'v>>(&self, name: &str, value: &'v RawValue) -> Result<T, ImportError> {
        serde_json::from_str(value.get()).map_err(|error| self.form(name, &json::reason(&error), "its usual form"))
    }

    pub(super) fn form(&self, name: &str, found: &str, expected: &str) -> ImportError {
        ImportError::Form { format: self.format, what: format!("{}: {name}: {found}; expected {expected}", self.key) }
    }
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
