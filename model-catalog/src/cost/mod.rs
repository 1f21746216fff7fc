//! Computes the cost of a call.
//!
//! The rules, each implemented in one place:
//!
//! - The size of a call is its total input, cached tokens included. The highest threshold that it crosses applies to
//!   all its tokens: a component with a rate above that threshold is billed at it, the others at their base rate
//!   ([`select`]).
//! - A rate that is not in effect, because it starts later or its weekly window is closed, is ignored: it creates
//!   neither a threshold nor a service tier ([`select`]).
//! - A model is offered in a service tier if a rate of that tier for input or output applies to the call ([`select`]).
//! - Service tier and threshold are selected together: a component that has only a standard rate above the threshold is
//!   billed at it, and if that is so for both input and output, the call is not in the tier ([`select`]).
//! - A table defines what is used for a component without a rate, or without one in the tier ([`fallback`]). An item
//!   billed at the standard rate instead is marked. If there is no rate at all, the call has no cost, which is an error
//!   and never 0.
//! - Among rates for different times, one with an open weekly window takes precedence over one without a window, and
//!   among those the one that started last. Without a moment, windows are ignored and the day is the snapshot date
//!   ([`select`]).
//! - A rate without a start date is assumed to have always applied, and the cost of a call before the snapshot date
//!   says so. If every rate of a component starts after the call, no price is known ([`select`]).
//! - A rate with an unknown price is selected like any other, and if it applies, the call has no cost ([`select`]).
//! - A region multiplies the cost of each token. Searches and requests are fees, which it does not change ([`fees`]).

mod error;
mod fallback;
mod fees;
mod note;
mod report;
mod select;
mod terms;

pub use error::CostError;
pub use fallback::fallback_component;
pub use note::CostNote;
pub use select::applicable_rate;
pub use terms::CallTerms;

use crate::component::PriceComponent;
use crate::rate::{Rate, ServiceTier};
use crate::region::Region;
use crate::schema::ModelCatalogEntry;
use crate::usage::{Side, Usage};
use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use select::{NoRate, NoTier, RateSelector};
use serde::{Deserialize, Serialize};

/// The maximum number of tokens that a call can be billed for.
const MAX_TOKENS: u64 = 1_000_000_000_000;

/// The prices that a cost was computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PricedAt {
    /// The list prices on the snapshot date, without weekly windows such as off-peak hours.
    ListPrice,
    /// The prices at this moment.
    Moment(DateTime<Utc>),
}

/// The cost of a call and its breakdown.
///
/// The costs of the items and the fees add up to the total exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// The cost of the call in USD.
    #[serde(with = "crate::money::exact")]
    pub total: Decimal,
    /// What the call was billed for: each component of which it used at least one token.
    pub items: Vec<CostItem>,
    /// What the call was billed for in addition to its tokens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fees: Vec<CostFee>,
    /// The service tier that the call was billed in.
    pub tier: ServiceTier,
    /// The region that multiplied the cost of each item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The threshold that the call crossed, in input tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<u64>,
    /// Which prices were used.
    pub priced_at: PricedAt,
    /// Remarks on the figures, each at most once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<CostNote>,
    /// The id of the snapshot with these prices; empty if the entry was not returned by a catalog.
    pub snapshot_id: String,
}

/// The part of a cost that is due to one component.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostItem {
    /// The component that was used.
    pub component: PriceComponent,
    /// The number of tokens.
    pub tokens: u64,
    /// The rate that was applied: that of another component if this one has no rate, or that of the standard tier if
    /// the
    /// service tier has none.
    pub rate: Rate,
    /// The requested service tier, if it has no rate for the component and another tier's rate was used instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<ServiceTier>,
    /// The region's factor on the price.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::money::optional")]
    pub multiplier: Option<Decimal>,
    /// The cost in USD: tokens times price, times the multiplier if there is one.
    #[serde(with = "crate::money::exact")]
    pub cost: Decimal,
}

/// The part of a cost that is not for tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostFee {
    /// The component that was used.
    pub component: PriceComponent,
    /// The count, in the component's [unit](PriceComponent::unit).
    pub count: u64,
    /// The rate that was applied.
    pub rate: Rate,
    /// The cost in USD: count times price.
    #[serde(with = "crate::money::exact")]
    pub cost: Decimal,
}

impl ModelCatalogEntry<'_> {
    /// Returns the cost of a call with this usage at list prices.
    ///
    /// ```
    /// # let json = include_str!("../../tests/data/small.snapshot.json");
    /// # let catalog = registry::catalog::PackedCatalog::from_snapshot(&registry::catalog::read_snapshot(json)?)?;
    /// use registry::catalog::{ServiceTier, Usage};
    ///
    /// let model = catalog.get("example", "model-1").unwrap();
    /// let usage = Usage { cache_read_tokens: 800, ..Usage::new(1_000, 50) };
    /// let cost = model.cost(&usage, ServiceTier::Standard)?;
    /// assert_eq!(cost.total.to_string(), "0.0012"); // 200 × 0.0000025 + 800 × 0.00000025 + 50 × 0.00001
    /// assert_eq!(cost.items.len(), 3);
    ///
    /// let error = model.cost(&usage, ServiceTier::Flex).unwrap_err();
    /// assert_eq!(error.to_string(), "example/model-1 has no service tier flex; it has standard, batch");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CostError`] if a price is unknown or missing, if the model lacks the service tier or the region, or if the
    /// usage is
    /// inconsistent.
    pub fn cost(&self, usage: &Usage, terms: impl Into<CallTerms>) -> Result<Cost, CostError> {
        self.priced(usage, terms.into(), PricedAt::ListPrice)
    }

    /// Returns the cost of a call with this usage at a moment: dated prices and weekly windows apply.
    ///
    /// The catalog has the prices on its own date, and those of other days as far as its rates have dates. A rate
    /// without a date
    /// is assumed to have always applied: if one is used for a call before the snapshot date, the cost has the note
    /// [`CostNote::UndatedPrice`].
    ///
    /// # Errors
    ///
    /// [`CostError::NotYetPriced`] if every rate of a component starts after the call; otherwise as for
    /// [`cost`](Self::cost).
    pub fn cost_at(&self, usage: &Usage, terms: impl Into<CallTerms>, when: DateTime<Utc>) -> Result<Cost, CostError> {
        self.priced(usage, terms.into(), PricedAt::Moment(when))
    }

    fn priced(&self, usage: &Usage, call: CallTerms, priced_at: PricedAt) -> Result<Cost, CostError> {
        let [plain_input, plain_output] = [Side::Input, Side::Output].map(|side| usage.rest(side));
        let (Some(plain_input), Some(plain_output)) = (plain_input, plain_output) else {
            return Err(CostError::PartsExceedTotal { usage: *usage });
        };
        let counts = [usage.input_tokens, usage.output_tokens, usage.requests, usage.web_search_requests];
        if counts.into_iter().any(|count| count > MAX_TOKENS) {
            return Err(CostError::TooManyTokens { usage: *usage });
        }
        let selector = RateSelector::new(&self.pricing, usage.input_tokens, call, priced_at)
            .map_err(|no_tier| self.tier_error(call.tier, no_tier))?;
        let multiplier = call.region.map(|region| self.multiplier(region)).transpose()?;

        let plain = [(PriceComponent::Input, plain_input), (PriceComponent::Output, plain_output)];
        let parts = usage.parts().map(|(_, component, tokens)| (component, tokens));
        let mut items = Vec::with_capacity(4);
        let mut unpriced = Vec::new();
        for (component, tokens) in plain.into_iter().chain(parts).filter(|(_, tokens)| *tokens > 0) {
            match selector.rate(component) {
                Ok(rate) => {
                    let instead_of = Some(call.tier).filter(|tier| rate.tier != *tier);
                    let cost = item_cost(tokens, rate.price, multiplier).ok_or(CostError::Inexact)?;
                    items.push(CostItem { component, tokens, rate, instead_of, multiplier, cost });
                }
                Err(reason) => unpriced.push((component, reason)),
            }
        }
        if !unpriced.is_empty() {
            return Err(self.rate_error(&unpriced, call.tier, &selector));
        }
        let (mut fees, mut notes) = (Vec::new(), Vec::new());
        if items.iter().any(|item| item.instead_of.is_some()) {
            notes.push(CostNote::StandardRate);
        }
        fees::add(self, usage, call.search_context, &selector, &mut fees, &mut notes)?;
        let mut rates = items.iter().map(|item| item.rate).chain(fees.iter().map(|fee| fee.rate));
        if selector.is_before_snapshot() && rates.any(|rate| rate.from.is_none()) {
            notes.push(CostNote::UndatedPrice);
        }
        let of_items = items.iter().map(|item| item.cost);
        let total = match fees.as_slice() {
            [] => exact_sum(of_items),
            fees => exact_sum(of_items.chain(fees.iter().map(|fee| fee.cost))),
        };
        Ok(Cost {
            total: total.ok_or(CostError::Inexact)?,
            items,
            fees,
            tier: selector.tier(),
            region: call.region,
            threshold: selector.threshold(),
            priced_at,
            notes,
            snapshot_id: self.snapshot_id.clone().into_owned(),
        })
    }

    fn multiplier(&self, region: Region) -> Result<Decimal, CostError> {
        let multipliers = &self.pricing.multipliers;
        multipliers.get(region).ok_or_else(|| {
            let available = multipliers.iter().map(|(region, _)| region).collect();
            CostError::NoSuchRegion { model: self.name(), region, available }
        })
    }

    #[cold]
    fn tier_error(&self, tier: ServiceTier, no_tier: NoTier) -> CostError {
        let model = self.name();
        match no_tier {
            NoTier::Other(available) => CostError::NoSuchTier { model, tier, available },
            NoTier::OfThisSize => {
                CostError::NoTierPrice { model, tier, components: vec![PriceComponent::Input, PriceComponent::Output] }
            }
        }
    }

    /// Creates the error for components without a rate. Components without any price take precedence over those with an
    /// unknown
    /// price, then those that are priced later, then those without a price in the tier.
    #[cold]
    fn rate_error(
        &self,
        unpriced: &[(PriceComponent, NoRate)],
        tier: ServiceTier,
        selector: &RateSelector<'_>,
    ) -> CostError {
        let model = self.name();
        let of = |matches: fn(NoRate) -> bool| -> Vec<PriceComponent> {
            unpriced.iter().filter(|(_, reason)| matches(*reason)).map(|(component, _)| *component).collect()
        };
        let unlisted = of(|reason| matches!(reason, NoRate::Unlisted));
        let mut unknown: Vec<PriceComponent> = unpriced
            .iter()
            .filter_map(|(_, reason)| if let NoRate::Unknown(component) = reason { Some(*component) } else { None })
            .collect();
        // Several components can fall back to the same one.
        unknown.sort_unstable();
        unknown.dedup();
        let first: Option<NaiveDate> = unpriced
            .iter()
            .filter_map(|(_, reason)| if let NoRate::Later(first) = reason { Some(*first) } else { None })
            .max();
        match (first, selector.day()) {
            _ if !unlisted.is_empty() => CostError::Unpriced { model, components: unlisted },
            _ if !unknown.is_empty() => CostError::UnknownPrice { model, components: unknown },
            (Some(first), Some(day)) => {
                let components = of(|reason| matches!(reason, NoRate::Later(_)));
                CostError::NotYetPriced { model, components, day, first }
            }
            _ => CostError::NoTierPrice { model, tier, components: of(|reason| matches!(reason, NoRate::NotInTier)) },
        }
    }

    fn name(&self) -> String {
        format!("{}/{}", self.provider, self.model_id)
    }
}

/// Tokens times price times multiplier, or `None` if a decimal cannot represent the result exactly.
fn item_cost(tokens: u64, price: Decimal, multiplier: Option<Decimal>) -> Option<Decimal> {
    let cost = Decimal::from(tokens).checked_mul(price)?;
    let Some(multiplier) = multiplier else { return Some(cost) };
    let (cost, multiplier) = (cost.normalize(), multiplier.normalize());
    let mantissa = cost.mantissa().checked_mul(multiplier.mantissa())?;
    exact(mantissa, cost.scale() + multiplier.scale())
}

/// The sum, or `None` if a decimal cannot represent it exactly.
fn exact_sum(costs: impl Iterator<Item = Decimal> + Clone) -> Option<Decimal> {
    let scale = costs.clone().map(|cost| cost.scale()).max().unwrap_or_default();
    let mut sum = 0_i128;
    for cost in costs {
        sum = sum.checked_add(cost.mantissa().checked_mul(10_i128.checked_pow(scale - cost.scale())?)?)?;
    }
    match Decimal::try_from_i128_with_scale(sum, scale) {
        Ok(sum) => Some(sum.normalize()),
        Err(_) => exact(sum, scale),
    }
}

/// The decimal with this mantissa and scale, without trailing zeros.
fn exact(mut mantissa: i128, mut scale: u32) -> Option<Decimal> {
    while scale > 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        scale -= 1;
    }
    Decimal::try_from_i128_with_scale(mantissa, scale).ok()
}
