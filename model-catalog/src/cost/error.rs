//! Why a call has no cost.

use crate::component::PriceComponent;
use crate::rate::ServiceTier;
use crate::usage::Usage;

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
