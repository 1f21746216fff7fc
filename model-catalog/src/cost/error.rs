//! Why the cost of a call cannot be computed.

use crate::component::PriceComponent;
use crate::rate::ServiceTier;
use crate::region::Region;
use crate::usage::{SearchContext, Usage};
use chrono::NaiveDate;

/// Why the cost of a call cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CostError {
    /// The catalog has no price for a component that the call used. A missing price does not mean free.
    #[error("the catalog has no price of {model} for {}", keys(components))]
    Unpriced {
        /// The model, as `provider/id`.
        model: String,
        /// The components without a price.
        components: Vec<PriceComponent>,
    },
    /// The price of a component that the call used is unknown: the source states one, but it could not be read.
    #[error("the price of {model} for {} is unknown: the source states one that could not be read", keys(components))]
    UnknownPrice {
        /// The model, as `provider/id`.
        model: String,
        /// The components with an unknown price.
        components: Vec<PriceComponent>,
    },
    /// Every price that the catalog has for a component that the call used starts after the call.
    #[error("the catalog has no price of {model} for {} on {day}; the first price is from {first}", keys(components))]
    NotYetPriced {
        /// The model, as `provider/id`.
        model: String,
        /// The components without a price on that day.
        components: Vec<PriceComponent>,
        /// The day of the call.
        day: NaiveDate,
        /// The first day on which all of them have a price.
        first: NaiveDate,
    },
    /// The model is not offered in the requested service tier.
    #[error("{model} has no service tier {tier}; it has {}", if available.is_empty() { "none with a price".to_owned() } else { keys(available) })]
    NoSuchTier {
        /// The model, as `provider/id`.
        model: String,
        /// The requested tier.
        tier: ServiceTier,
        /// The tiers in which the model is offered.
        available: Vec<ServiceTier>,
    },
    /// The model is offered in the service tier, but only the standard price is known for a component that the call used.
    #[error(
        "the catalog has no price of {model} for {} in the service tier {tier}, only the standard one",
        keys(components)
    )]
    NoTierPrice {
        /// The model, as `provider/id`.
        model: String,
        /// The requested tier.
        tier: ServiceTier,
        /// The components without a price in the tier, for a call of this size.
        components: Vec<PriceComponent>,
    },
    /// No price is known for calls that are restricted to this region.
    #[error("the catalog has no price of {model} for calls restricted to the region {region}; it has {}", if available.is_empty() { "none for any region".to_owned() } else { keys(available) })]
    NoSuchRegion {
        /// The model, as `provider/id`.
        model: String,
        /// The requested region.
        region: Region,
        /// The regions for which the model has a price.
        available: Vec<Region>,
    },
    /// The price of a search depends on the search context, which the call does not state.
    #[error(
        "the price of a search of {model} depends on the search context, which the call does not state; expected one of {}",
        keys(SearchContext::ALL)
    )]
    NoSearchContext {
        /// The model, as `provider/id`.
        model: String,
    },
    /// The parts of a usage exceed their total.
    #[error("the parts of the input or output exceed their total: {}", serde_json::to_string(usage).unwrap_or_default())]
    PartsExceedTotal {
        /// The usage.
        usage: Usage,
    },
    /// The usage has more than 10^12 tokens.
    #[error("the usage has more than 10^12 tokens: {}", serde_json::to_string(usage).unwrap_or_default())]
    TooManyTokens {
        /// The usage.
        usage: Usage,
    },
    /// The cost has more digits than a decimal can represent.
    #[error("the cost has more than 28 digits and cannot be represented exactly")]
    Inexact,
}

fn keys<T: ToString>(keyed: &[T]) -> String {
    keyed.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
