//! What a model costs: its rates, and which of them are list prices.

use crate::component::PriceComponent;
use crate::multipliers::Multipliers;
use crate::rate::{Rate, ThresholdRule};
use crate::rates::Rates;
use crate::unknown::UnknownRates;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// The prices of a model, in USD.
///
/// The methods return list prices: those of the standard tier, below every threshold and outside weekly windows, as of
/// the snapshot date.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPricing<'a> {
    /// Whether a call of exactly a threshold's size crosses it.
    #[serde(default = "exclusive", skip_serializing_if = "is_exclusive")]
    pub threshold_rule: ThresholdRule,
    /// Every rate. No two have the same component, tier, threshold, date and window.
    #[serde(default)]
    pub rates: Rates<'a>,
    /// The rates whose prices are unknown, because what the source states could not be read. Where one of them applies,
    /// a call has no cost. No two have the same key, and none has the same key as one of `rates`.
    #[serde(default, skip_serializing_if = "UnknownRates::is_empty")]
    pub unknown: UnknownRates<'a>,
    /// The factors applied to the prices of tokens for a call that must be processed in a region.
    #[serde(default, skip_serializing_if = "Multipliers::is_empty")]
    pub multipliers: Multipliers<'a>,
    /// The day whose list prices these are: the date of the snapshot that the entry comes from. It is not part of the
    /// JSON of an entry, since the snapshot states it once. Without it, rates with a date are not list prices.
    #[serde(skip)]
    pub as_of: Option<NaiveDate>,
}

const fn exclusive() -> ThresholdRule {
    ThresholdRule::Exclusive
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_exclusive(rule: &ThresholdRule) -> bool {
    *rule == ThresholdRule::Exclusive
}

impl Default for ModelPricing<'_> {
    fn default() -> Self {
        Self {
            threshold_rule: ThresholdRule::Exclusive,
            rates: Rates::default(),
            unknown: UnknownRates::default(),
            multipliers: Multipliers::default(),
            as_of: None,
        }
    }
}

impl ModelPricing<'_> {
    /// Returns the list price of `component`, or `None` if it has none or its price is unknown. No other component's price
    /// is used in its place.
    pub fn list(&self, component: PriceComponent) -> Option<Decimal> {
        let matches = |rate: &Rate| rate.component == component && self.is_list(rate);
        let known = self.rates.iter().filter(matches).max_by_key(|rate| rate.from)?;
        let unknown = self.unknown.iter().map(|rate| rate.at(Decimal::ZERO)).filter(matches);
        if unknown.map(|rate| rate.from).max().is_some_and(|from| from >= known.from) {
            None
        } else {
            Some(known.price)
        }
    }

    /// Whether `rate` is a list price, possibly one that a later list price has replaced.
    pub fn is_list(&self, rate: &Rate) -> bool {
        rate.is_list_price_on(self.as_of)
    }

    /// Returns the price in USD per input token.
    pub fn input(&self) -> Option<Decimal> {
        self.list(PriceComponent::Input)
    }

    /// Returns the price in USD per output token.
    pub fn output(&self) -> Option<Decimal> {
        self.list(PriceComponent::Output)
    }

    /// Returns the price in USD per input token read from the prompt cache.
    pub fn cache_read(&self) -> Option<Decimal> {
        self.list(PriceComponent::CacheRead)
    }

    /// Returns the price in USD per input token written to the prompt cache for the shortest lifetime.
    pub fn cache_creation(&self) -> Option<Decimal> {
        self.list(PriceComponent::CacheWrite)
    }

    /// Returns the price in USD per audio input token.
    pub fn audio_input(&self) -> Option<Decimal> {
        self.list(PriceComponent::AudioInput)
    }

    /// Returns the price in USD per audio output token.
    pub fn audio_output(&self) -> Option<Decimal> {
        self.list(PriceComponent::AudioOutput)
    }

    /// Returns the price in USD per reasoning token.
    pub fn reasoning(&self) -> Option<Decimal> {
        self.list(PriceComponent::Reasoning)
    }

    /// Whether nothing is known: no rate, known or unknown, no multiplier, and the default threshold rule.
    pub fn is_empty(&self) -> bool {
        self.rates.is_empty()
            && self.unknown.is_empty()
            && self.multipliers.is_empty()
            && is_exclusive(&self.threshold_rule)
    }

    /// Converts into owned prices that borrow nothing.
    pub fn into_owned(self) -> ModelPricing<'static> {
        ModelPricing {
            threshold_rule: self.threshold_rule,
            rates: self.rates.into_owned(),
            unknown: self.unknown.into_owned(),
            multipliers: self.multipliers.into_owned(),
            as_of: self.as_of,
        }
    }
}
