//! What a call costs.
//!
//! The rules, each in one place:
//!
//! - A call's size is its total input, cached tokens included. The highest threshold that it crosses holds for all
//!   its tokens: a component that has a rate there is billed at it, the others at their base rate ([`select`]).
//! - A rate that is not in force, since it begins later or its weekly window is not now, counts for nothing: it makes no
//!   threshold and no tier ([`select`]).
//! - A model is offered in a service tier in which a rate for input or for output holds for the call ([`select`]).
//! - Service tier and threshold are chosen together: a component that has only a standard rate above the threshold is
//!   billed at it, and a call of which that is true for input and output is not in the tier ([`select`]).
//! - What stands in for a component that has no rate, or none in the tier, is a table ([`fallback`]). An item at the
//!   standard rate is marked as such; without any rate, the call has no price, which is an error and never 0.
//! - Of rates that differ in time, one whose weekly window holds comes before one without a window, and of those the
//!   one that began last. Without a moment, windows do not count and the day is the snapshot's ([`select`]).
//! - A rate without a first day is taken to have held since ever, and the cost of a call before the catalog's day says
//!   so. Where every rate of a component begins after the call, no price is known ([`select`]).
//! - A rate whose price is unknown is chosen as any other, and where it holds the call has no price ([`select`]).
//! - A region multiplies the cost of each token; searches and requests are fees, which it leaves as they are ([`fees`]).

mod error;
mod fallback;
mod fees;
mod note;
mod report;
mod select;
mod terms;

pub use error::CostError;
pub use fallback::plainer;
pub use note::CostNote;
pub use select::rate_that_holds;
pub use terms::CallTerms;

use crate::component::PriceComponent;
use crate::rate::{Rate, ServiceTier};
use crate::region::Region;
use crate::schema::ModelCatalogEntry;
use crate::usage::{Side, Usage};
use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use select::{NoRate, NoTier, Terms};
use serde::{Deserialize, Serialize};

/// The most tokens that a call can be billed for.
const MAX_TOKENS: u64 = 1_000_000_000_000;

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
/// The costs of the items and the fees sum to the total exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// USD for the call.
    #[serde(with = "crate::money::exact")]
    pub total: Decimal,
    /// What the call was billed for: each component of which it used at least one token.
    pub items: Vec<CostItem>,
    /// What it was billed for beside its tokens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fees: Vec<CostFee>,
    /// The service tier that the call was billed in.
    pub tier: ServiceTier,
    /// The region that multiplied the cost of each item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The threshold that the call crossed, in tokens of input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<u64>,
    /// Which prices these are.
    pub priced_at: PricedAt,
    /// What is to be said besides, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<CostNote>,
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
    /// The service tier that has no rate of it, when the rate is the standard one in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<ServiceTier>,
    /// What the region multiplies the price by.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::money::optional")]
    pub multiplier: Option<Decimal>,
    /// USD: the tokens times the rate's price, times the multiplier where there is one.
    #[serde(with = "crate::money::exact")]
    pub cost: Decimal,
}

/// The part of a cost that is not for tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostFee {
    /// What was used.
    pub component: PriceComponent,
    /// How many of it, in the component's [unit](PriceComponent::unit).
    pub count: u64,
    /// The rate that was used.
    pub rate: Rate,
    /// USD: the count times the rate's price.
    #[serde(with = "crate::money::exact")]
    pub cost: Decimal,
}

impl ModelCatalogEntry<'_> {
    /// What a call of this usage costs at list prices.
    ///
    /// ```
    /// # let json = include_str!("../../tests/data/small.snapshot.json");
    /// # let catalog = registry::catalog::PackedCatalog::of(&registry::catalog::read_snapshot(json)?)?;
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
    pub fn cost(&self, usage: &Usage, terms: impl Into<CallTerms>) -> Result<Cost, CostError> {
        self.priced(usage, terms.into(), PricedAt::ListPrice)
    }

    /// What a call of this usage costs at a moment: dated prices and weekly windows count.
    ///
    /// The catalog knows the prices of its own day, and those of other days as far as its rates have dates. A rate
    /// without one is taken to have held since ever: the cost of a call before the catalog's day that uses it has
    /// [`CostNote::UndatedPrice`]. Where every rate begins after the call the error is [`CostError::NotYetPriced`].
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
        let terms = Terms::of(&self.pricing, usage.input_tokens, call, priced_at)
            .map_err(|no_tier| self.without_tier(call.tier, no_tier))?;
        let multiplier = call.region.map(|region| self.multiplier(region)).transpose()?;

        let plain = [(PriceComponent::Input, plain_input), (PriceComponent::Output, plain_output)];
        let parts = usage.parts().map(|(_, component, tokens)| (component, tokens));
        let mut items = Vec::with_capacity(4);
        let mut unpriced = Vec::new();
        for (component, tokens) in plain.into_iter().chain(parts).filter(|(_, tokens)| *tokens > 0) {
            match terms.rate(component) {
                Ok(rate) => {
                    let instead_of = Some(call.tier).filter(|tier| rate.tier != *tier);
                    let cost = item_cost(tokens, rate.price, multiplier).ok_or(CostError::Inexact)?;
                    items.push(CostItem { component, tokens, rate, instead_of, multiplier, cost });
                }
                Err(reason) => unpriced.push((component, reason)),
            }
        }
        if !unpriced.is_empty() {
            return Err(self.without_rates(&unpriced, call.tier, &terms));
        }
        let (mut fees, mut notes) = (Vec::new(), Vec::new());
        if items.iter().any(|item| item.instead_of.is_some()) {
            notes.push(CostNote::StandardRate);
        }
        fees::add(self, usage, call.search_context, &terms, &mut fees, &mut notes)?;
        let mut rates = items.iter().map(|item| item.rate).chain(fees.iter().map(|fee| fee.rate));
        if terms.is_before_the_list() && rates.any(|rate| rate.from.is_none()) {
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
            tier: terms.tier(),
            region: call.region,
            threshold: terms.threshold(),
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
    fn without_tier(&self, tier: ServiceTier, no_tier: NoTier) -> CostError {
        let model = self.name();
        match no_tier {
            NoTier::Other(available) => CostError::NoSuchTier { model, tier, available },
            NoTier::OfThisSize => {
                CostError::NoTierPrice { model, tier, components: vec![PriceComponent::Input, PriceComponent::Output] }
            }
        }
    }

    /// What has no price at all comes before what has an unknown one, that before what has none yet, and that before what has none in the tier.
    #[cold]
    fn without_rates(&self, unpriced: &[(PriceComponent, NoRate)], tier: ServiceTier, terms: &Terms<'_>) -> CostError {
        let model = self.name();
        let of = |is_meant: fn(NoRate) -> bool| -> Vec<PriceComponent> {
            unpriced.iter().filter(|(_, reason)| is_meant(*reason)).map(|(component, _)| *component).collect()
        };
        let unlisted = of(|reason| matches!(reason, NoRate::Unlisted));
        let mut unknown: Vec<PriceComponent> = unpriced
            .iter()
            .filter_map(|(_, reason)| if let NoRate::Unknown(component) = reason { Some(*component) } else { None })
            .collect();
        // Several can stand for one.
        unknown.sort_unstable();
        unknown.dedup();
        let first: Option<NaiveDate> = unpriced
            .iter()
            .filter_map(|(_, reason)| if let NoRate::Later(first) = reason { Some(*first) } else { None })
            .max();
        match (first, terms.day()) {
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

/// Tokens times price times multiplier, or `None` when a decimal cannot hold every digit of it.
fn item_cost(tokens: u64, price: Decimal, multiplier: Option<Decimal>) -> Option<Decimal> {
    let cost = Decimal::from(tokens).checked_mul(price)?;
    let Some(multiplier) = multiplier else { return Some(cost) };
    let (cost, multiplier) = (cost.normalize(), multiplier.normalize());
    let mantissa = cost.mantissa().checked_mul(multiplier.mantissa())?;
    exact(mantissa, cost.scale() + multiplier.scale())
}

/// The sum, or `None` when a decimal cannot hold every digit of it.
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

/// The decimal of these digits, without zeros at its end.
fn exact(mut mantissa: i128, mut scale: u32) -> Option<Decimal> {
    while scale > 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        scale -= 1;
    }
    Decimal::try_from_i128_with_scale(mantissa, scale).ok()
}
