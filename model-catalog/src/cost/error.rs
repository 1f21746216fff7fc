//! Why a call has no cost.

use crate::component::PriceComponent;
use crate::rate::ServiceTier;
use crate::region::Region;
use crate::usage::{SearchContext, Usage};
use chrono::NaiveDate;

/// Why a call has no cost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CostError {
    /// The catalog has no price for something that the call used. Unknown is not free.
    #[error("the catalog has no price of {model} for {}", keys(components))]
    Unpriced {
        /// The model, as `provider/id`.
        model: String,
        /// What has no price.
        components: Vec<PriceComponent>,
    },
    /// The source of the model states a price of something that the call used, and it could not be taken.
    #[error("the price of {model} for {} is unknown: its source states one that could not be taken", keys(components))]
    UnknownPrice {
        /// The model, as `provider/id`.
        model: String,
        /// What has an unknown price.
        components: Vec<PriceComponent>,
    },
    /// Every price that the catalog has for something that the call used begins after the call.
    #[error("the catalog has no price of {model} for {} on {day}; the first is of {first}", keys(components))]
    NotYetPriced {
        /// The model, as `provider/id`.
        model: String,
        /// What has no price yet.
        components: Vec<PriceComponent>,
        /// The day of the call.
        day: NaiveDate,
        /// The first day on which all of it has a price.
        first: NaiveDate,
    },
    /// The model is not offered in the service tier that was asked for.
    #[error("{model} has no service tier {tier}; it has {}", if available.is_empty() { "none with a price".to_owned() } else { keys(available) })]
    NoSuchTier {
        /// The model, as `provider/id`.
        model: String,
        /// The tier that was asked for.
        tier: ServiceTier,
        /// The tiers that it has.
        available: Vec<ServiceTier>,
    },
    /// The model is offered in the service tier, and for something that the call used only the standard price is known.
    #[error(
        "the catalog has no price of {model} for {} in the service tier {tier}, only the standard one",
        keys(components)
    )]
    NoTierPrice {
        /// The model, as `provider/id`.
        model: String,
        /// The tier that was asked for.
        tier: ServiceTier,
        /// What has no price in it, for a call of this size.
        components: Vec<PriceComponent>,
    },
    /// No price is known for calls that must be processed in this region.
    #[error("the catalog has no price of {model} for calls restricted to the region {region}; it has {}", if available.is_empty() { "none for any region".to_owned() } else { keys(available) })]
    NoSuchRegion {
        /// The model, as `provider/id`.
        model: String,
        /// The region that was asked for.
        region: Region,
        /// The regions that it has.
        available: Vec<Region>,
    },
    /// Searches cost differently by their context, which the call does not say.
    #[error(
        "the price of a search of {model} depends on the search context, which is not said: {}",
        keys(SearchContext::ALL)
    )]
    NoSearchContext {
        /// The model, as `provider/id`.
        model: String,
    },
    /// The parts of a usage are more than their total.
    #[error("the parts of the input or of the output are more than their total: {}", serde_json::to_string(usage).unwrap_or_default())]
    PartsExceedTotal {
        /// The usage.
        usage: Usage,
    },
    /// A usage of more than 10^12 tokens.
    #[error("a call of more than 10^12 tokens: {}", serde_json::to_string(usage).unwrap_or_default())]
    TooManyTokens {
        /// The usage.
        usage: Usage,
    },
    /// The cost has more digits than a decimal can hold.
    #[error("the cost has more than 28 digits")]
    Inexact,
}

fn keys<T: ToString>(keyed: &[T]) -> String {
    keyed.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
