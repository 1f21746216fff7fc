//! One price: of which component, in which service tier, above which threshold, and when.

use crate::component::PriceComponent;
use crate::date;
use crate::money;
use crate::window::WeeklyWindow;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use vocabulary::keyed;

keyed! {
    /// The speed and price class that a call asks for.
    pub enum ServiceTier: "service tier" {
        /// What a call gets that asks for nothing.
        Standard = "standard",
        /// Answered within hours, at a discount.
        Batch = "batch",
        /// Answered when there is room, at a discount.
        Flex = "flex",
        /// Answered ahead of others, at a premium.
        Priority = "priority",
        /// Between standard and flex.
        Balanced = "balanced",
        /// Faster than priority.
        Ultrafast = "ultrafast",
        /// For calls that choose between given options.
        Decisions = "decisions",
        /// Answered faster by the same model, at a premium: what a call with `speed: "fast"` asks for.
        Fast = "fast",
    }
}

keyed! {
    /// Whether a call whose input is exactly as large as a threshold has crossed it.
    pub enum ThresholdRule: "threshold rule" {
        /// Only a larger call has.
        Exclusive = "exclusive",
        /// It has.
        Inclusive = "inclusive",
    }
}

/// The price of one unit of one component, and when it holds.
///
/// In JSON, with what is not the default:
/// `{"component": "input", "tier": "batch", "above": 272000, "from": "2026-08-21", "window": {…}, "price": "0.0000025"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// What is billed.
    pub component: PriceComponent,
    /// For calls of which service tier.
    #[serde(default = "standard", skip_serializing_if = "is_standard")]
    pub tier: ServiceTier,
    /// For calls with more than this many input tokens in total, cached ones included; 0 is the base rate.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub above: u64,
    /// From the beginning of this day on, in UTC; `None` is since ever.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "date::optional")]
    pub from: Option<NaiveDate>,
    /// Only within this window of each week; `None` is always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<WeeklyWindow>,
    /// USD for one [`unit`](PriceComponent::unit) of the component.
    #[serde(with = "money")]
    pub price: Decimal,
}

pub(crate) const fn standard() -> ServiceTier {
    ServiceTier::Standard
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
pub(crate) fn is_standard(tier: &ServiceTier) -> bool {
    *tier == ServiceTier::Standard
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
pub(crate) fn is_zero(above: &u64) -> bool {
    *above == 0
}

impl Rate {
    /// The list price of a component: standard tier, no threshold, at any time.
    pub const fn list(component: PriceComponent, price: Decimal) -> Self {
        Self { component, tier: ServiceTier::Standard, above: 0, from: None, window: None, price }
    }

    /// Whether this is a list price of this day: standard tier, no threshold, and listed.
    pub fn is_list_price_on(&self, day: Option<NaiveDate>) -> bool {
        self.tier == ServiceTier::Standard && self.above == 0 && self.is_listed_on(day)
    }

    /// Whether a list of the prices of this day has the rate: it has begun, and needs no window.
    pub fn is_listed_on(&self, day: Option<NaiveDate>) -> bool {
        self.window.is_none() && self.from <= day
    }

    /// What tells one rate of a model from another: everything but the price.
    pub fn key(&self) -> (PriceComponent, ServiceTier, u64, Option<NaiveDate>, Option<WeeklyWindow>) {
        (self.component, self.tier, self.above, self.from, self.window)
    }
}

/// What a rate is chosen by before its time is looked at.
#[derive(Clone, Copy)]
pub(crate) struct RateTerms {
    /// The number of the component, which a record holds.
    pub(crate) component: u8,
    /// The number of the tier, which a record holds.
    pub(crate) tier: u8,
    pub(crate) above: u64,
}

impl RateTerms {
    pub(crate) const fn of(rate: &Rate) -> Self {
        Self { component: rate.component as u8, tier: rate.tier as u8, above: rate.above }
    }
}

/// A rate's terms without its first day, as a path: `input.batch.above_272000`.
pub fn path_of(rate: &Rate) -> String {
    let tier = if rate.tier == ServiceTier::Standard { String::new() } else { format!(".{}", rate.tier) };
    let above = if rate.above == 0 { String::new() } else { format!(".above_{}", rate.above) };
    let window = rate.window.map(|window| format!(".{window}")).unwrap_or_default();
    format!("{}{tier}{above}{window}", rate.component)
}
