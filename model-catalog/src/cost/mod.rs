//! What a call costs.
//!
//! The rules, each in one place:
//!
//! - A call's size is its total input, cached tokens included. The highest threshold that it crosses holds for all
//!   its tokens: a component that has a rate there is billed at it, the others at their base rate ([`select`]).
//! - A rate that is not in force, since it begins later or its weekly window is not now, counts for nothing: it makes no
//!   threshold and no tier ([`select`]).
//! - A model is offered in a service tier in which it has a rate for input or for output that can hold for the call
//!   ([`select`]).
//! - Service tier and threshold are chosen together. In a tier that exists, a component that has no rate there is
//!   billed at its standard rate, and so is one that has only a standard rate above the threshold ([`select`]).
//! - Of rates that differ in time, one whose weekly window holds comes before one without a window, and of those the
//!   one that began last. Without a moment, windows do not count and the day is the snapshot's ([`select`]).
//! - A component without a rate of its own is billed as a plainer one ([`plainer`]); without any, the call has no
//!   price, which is an error and never 0.

mod error;
mod select;

pub use error::CostError;

use crate::component::PriceComponent;
use crate::rate::{Rate, ServiceTier};
use crate::schema::ModelCatalogEntry;
use crate::usage::{Side, Usage};
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use select::Terms;
pub use select::rate_that_holds;
use serde::{Deserialize, Serialize};

/// The most tokens that a call can be billed for.
const MAX_TOKENS: u64 = 1_000_000_000_000;

/// The service tier that a call is billed in, and whether the standard tier will do.
///
/// A [`ServiceTier`] alone asks for that tier and no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierChoice {
    /// The tier that is asked for.
    pub tier: ServiceTier,
    /// Whether a model without that tier is billed in the standard one.
    pub or_standard: bool,
}

impl From<ServiceTier> for TierChoice {
    fn from(tier: ServiceTier) -> Self {
        Self { tier, or_standard: false }
    }
}

impl ServiceTier {
    /// This tier, or the standard one for a model that does not have it.
    pub const fn or_standard(self) -> TierChoice {
        TierChoice { tier: self, or_standard: true }
    }
}

/// Which prices a cost was computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PricedAt {
    /// The list prices of the snapshot's day: weekly windows, such as off-peak hours, were left out of account.
    ListPrice,
    /// The prices of this moment.
    Moment(DateTime<Utc>),
}

/// What a call costs, and how that came about.
///
/// The costs of the items sum to the total exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// USD for the call.
    #[serde(with = "crate::money::exact")]
    pub total: Decimal,
    /// What the call was billed for: each component of which it used at least one token.
    pub items: Vec<CostItem>,
    /// The service tier that the call was billed in.
    pub tier: ServiceTier,
    /// The threshold that the call crossed, in tokens of input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<u64>,
    /// Which prices these are.
    pub priced_at: PricedAt,
    /// The id of the snapshot whose prices these are; empty when the entry came from no catalog.
    pub snapshot_id: String,
}

/// The part of a cost that one component makes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostItem {
    /// What was used.
    pub component: PriceComponent,
    /// How many tokens of it.
    pub tokens: u64,
    /// The rate that was used: of another component when this one has none of its own, of the standard tier when the
    /// tier has none.
    pub rate: Rate,
    /// USD: the tokens times the rate's price.
    #[serde(with = "crate::money::exact")]
    pub cost: Decimal,
}

impl ModelCatalogEntry<'_> {
    /// What a call of this usage costs at list prices.
    ///
    /// ```
    /// # let json = include_str!("../../tests/data/small.snapshot.json");
    /// # let image = registry::catalog::Image::of(&registry::catalog::read_snapshot(json)?)?;
    /// use registry::catalog::{ServiceTier, Usage};
    ///
    /// let model = image.get("example", "model-1").unwrap();
    /// let usage = Usage { cache_read_tokens: 800, ..Usage::new(1_000, 50) };
    /// let cost = model.cost(&usage, ServiceTier::Standard)?;
    /// assert_eq!(cost.total.to_string(), "0.0012"); // 200 × 0.0000025 + 800 × 0.00000025 + 50 × 0.00001
    /// assert_eq!(cost.items.len(), 3);
    ///
    /// let error = model.cost(&usage, ServiceTier::Flex).unwrap_err();
    /// assert_eq!(error.to_string(), "example/model-1 has no service tier flex; it has standard, batch");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cost(&self, usage: &Usage, tier: impl Into<TierChoice>) -> Result<Cost, CostError> {
        self.priced(usage, tier.into(), PricedAt::ListPrice)
    }

    /// What a call of this usage costs at a moment: dated prices and weekly windows count.
    pub fn cost_at(&self, usage: &Usage, tier: impl Into<TierChoice>, when: DateTime<Utc>) -> Result<Cost, CostError> {
        self.priced(usage, tier.into(), PricedAt::Moment(when))
    }

    fn priced(&self, usage: &Usage, choice: TierChoice, priced_at: PricedAt) -> Result<Cost, CostError> {
        let [plain_input, plain_output] = [Side::Input, Side::Output].map(|side| usage.rest(side));
        let (Some(plain_input), Some(plain_output)) = (plain_input, plain_output) else {
            return Err(CostError::PartsExceedTotal { usage: *usage });
        };
        if usage.input_tokens.max(usage.output_tokens) > MAX_TOKENS {
            return Err(CostError::TooManyTokens { usage: *usage });
        }
        let terms = Terms::of(&self.pricing, usage.input_tokens, choice, priced_at)
            .map_err(|available| CostError::NoSuchTier { model: self.name(), tier: choice.tier, available })?;

        let plain = [(PriceComponent::Input, plain_input), (PriceComponent::Output, plain_output)];
        let parts = usage.parts().map(|(_, component, tokens)| (component, tokens));
        let mut items = Vec::with_capacity(4);
        let mut unpriced = Vec::new();
        for (component, tokens) in plain.into_iter().chain(parts).filter(|(_, tokens)| *tokens > 0) {
            match rate_of(&terms, component) {
                Some(rate) => {
                    let cost = Decimal::from(tokens).checked_mul(rate.price);
                    items.push(CostItem { component, tokens, rate, cost: cost.ok_or(CostError::Inexact)? });
                }
                None => unpriced.push(component),
            }
        }
        if !unpriced.is_empty() {
            return Err(CostError::Unpriced { model: self.name(), components: unpriced });
        }
        Ok(Cost {
            total: exact_sum(items.iter().map(|item| item.cost)).ok_or(CostError::Inexact)?,
            items,
            tier: terms.tier(),
            threshold: terms.threshold(),
            priced_at,
            snapshot_id: self.snapshot_id.clone().into_owned(),
        })
    }

    fn name(&self) -> String {
        format!("{}/{}", self.provider, self.model_id)
    }
}

/// The component whose rate is used for one that has no rate of its own.
pub const fn plainer(component: PriceComponent) -> Option<PriceComponent> {
    use PriceComponent as C;
    match component {
        C::CacheRead | C::CacheWrite | C::AudioInput | C::ImageInput | C::VideoInput => Some(C::Input),
        C::CacheReadExplicit => Some(C::CacheRead),
        C::CacheWrite1h => Some(C::CacheWrite),
        C::CacheWrite12h => Some(C::CacheWrite1h),
        C::CacheReadAudio | C::CacheWriteAudio => Some(C::AudioInput),
        C::CacheReadImage => Some(C::ImageInput),
        C::Reasoning | C::AudioOutput | C::ImageOutput | C::VideoOutput => Some(C::Output),
        _ => None,
    }
}

fn rate_of(terms: &Terms<'_>, component: PriceComponent) -> Option<Rate> {
    std::iter::successors(Some(component), |&component| plainer(component)).find_map(|component| terms.rate(component))
}

/// The sum, or `None` when a decimal cannot hold every digit of it.
fn exact_sum(costs: impl Iterator<Item = Decimal> + Clone) -> Option<Decimal> {
    let scale = costs.clone().map(|cost| cost.scale()).max().unwrap_or_default();
    let mut sum = 0_i128;
    for cost in costs {
        sum = sum.checked_add(cost.mantissa().checked_mul(10_i128.checked_pow(scale - cost.scale())?)?)?;
    }
    Decimal::try_from_i128_with_scale(sum, scale).ok().map(|sum| sum.normalize())
}
