//! What a model costs: its rates, and the list prices among them.

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
/// The methods give list prices: those of the standard tier, below every threshold and outside of weekly windows,
/// as they are on the day of the snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPricing<'a> {
    /// Whether a call of exactly a threshold's size has crossed it.
    #[serde(default = "exclusive", skip_serializing_if = "is_exclusive")]
    pub threshold_rule: ThresholdRule,
    /// Every rate. No two agree in component, tier, threshold, date and window.
    #[serde(default)]
    pub rates: Rates<'a>,
    /// The rates that a source states and whose prices are unknown, since they could not be taken. Where one of them
    /// holds, a call has no cost. None agrees with another, or with one of `rates`, in what those are told apart by.
    #[serde(default, skip_serializing_if = "UnknownRates::is_empty")]
    pub unknown: UnknownRates<'a>,
    /// What the prices of tokens are multiplied by, for a call that must be processed in a region.
    #[serde(default, skip_serializing_if = "Multipliers::is_empty")]
    pub multipliers: Multipliers<'a>,
    /// The day whose list prices these are: that of the snapshot in whose catalog they were found.
    /// It is no part of the JSON, where the snapshot has it once. Without it, rates with a date are no list prices.
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
    /// The list price of `component`, or `None` when it has none or an unknown one. No other component's price stands
    /// in for it.
    pub fn list(&self, component: PriceComponent) -> Option<Decimal> {
        let is_meant = |rate: &Rate| rate.component == component && self.is_list(rate);
        let known = self.rates.iter().filter(is_meant).max_by_key(|rate| rate.from)?;
        let unknown = self.unknown.iter().map(|rate| rate.at(Decimal::ZERO)).filter(is_meant);
        if unknown.map(|rate| rate.from).max().is_some_and(|from| from >= known.from) {
            None
        } else {
            Some(known.price)
        }
    }

    /// Whether `rate` is a list price, perhaps one that a later list price has replaced.
    pub fn is_list(&self, rate: &Rate) -> bool {
        rate.is_list_price_on(self.as_of)
    }

    /// USD per input token.
    pub fn input(&self) -> Option<Decimal> {
        self.list(PriceComponent::Input)
    }

    /// USD per output token.
    pub fn output(&self) -> Option<Decimal> {
        self.list(PriceComponent::Output)
    }

    /// USD per input token read from the prompt cache.
    pub fn cache_read(&self) -> Option<Decimal> {
        self.list(PriceComponent::CacheRead)
    }

    /// USD per input token written to the prompt cache, for the shortest lifetime.
    pub fn cache_creation(&self) -> Option<Decimal> {
        self.list(PriceComponent::CacheWrite)
    }

    /// USD per input token of audio.
    pub fn audio_input(&self) -> Option<Decimal> {
        self.list(PriceComponent::AudioInput)
    }

    /// USD per output token of audio.
    pub fn audio_output(&self) -> Option<Decimal> {
        self.list(PriceComponent::AudioOutput)
    }

    /// USD per output token of reasoning.
    pub fn reasoning(&self) -> Option<Decimal> {
        self.list(PriceComponent::Reasoning)
    }

    /// Whether nothing is said at all: no rate, known or unknown, no multiplier, no rule.
    pub fn is_empty(&self) -> bool {
        self.rates.is_empty()
            && self.unknown.is_empty()
            && self.multipliers.is_empty()
            && is_exclusive(&self.threshold_rule)
    }

    /// The same prices, borrowed from nothing.
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
