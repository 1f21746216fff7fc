//! Rates: the price of one component in a service tier, above a threshold, and during a time.

use crate::component::PriceComponent;
use crate::date;
use crate::money;
use crate::window::WeeklyWindow;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use vocabulary::keyed;

keyed! {
    /// The class of speed and price that a call requests.
    pub enum ServiceTier: "service tier" {
        /// The default for a call that requests no tier.
        Standard = "standard",
        /// Answered within hours, at a discount.
        Batch = "batch",
        /// Answered when there is spare capacity, at a discount.
        Flex = "flex",
        /// Answered ahead of others, at a premium.
        Priority = "priority",
        /// Between `standard` and `flex`.
        Balanced = "balanced",
        /// Faster than `priority`.
        Ultrafast = "ultrafast",
        /// For calls that choose between given options.
        Decisions = "decisions",
        /// Answered faster by the same model, at a premium: what `speed: "fast"` requests.
        Fast = "fast",
    }
}

keyed! {
    /// Whether a call whose input is exactly as large as a threshold crosses it.
    pub enum ThresholdRule: "threshold rule" {
        /// Only a larger call crosses it.
        Exclusive = "exclusive",
        /// It does.
        Inclusive = "inclusive",
    }
}

/// The price of one unit of one component, and when it applies.
///
/// In JSON, where defaults are left out:
/// `{"component": "input", "tier": "batch", "above": 272000, "from": "2026-08-21", "window": {…}, "price": "0.0000025"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// What is billed.
    pub component: PriceComponent,
    /// The service tier that it applies to.
    #[serde(default = "standard", skip_serializing_if = "is_standard")]
    pub tier: ServiceTier,
    /// The threshold: it applies to calls with more input tokens than this in total, cached ones included. 0 is the base rate.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub above: u64,
    /// The first day on which it applies, in UTC; `None` means that it has always applied.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "date::optional")]
    pub from: Option<NaiveDate>,
    /// The window of each week in which it applies; `None` means at all times.
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
    /// Returns the list price of a component: standard tier, no threshold, at any time.
    pub const fn list(component: PriceComponent, price: Decimal) -> Self {
        Self { component, tier: ServiceTier::Standard, above: 0, from: None, window: None, price }
    }

    /// Whether this is a list price on this day: standard tier, no threshold, and [listed](Self::is_listed_on).
    pub fn is_list_price_on(&self, day: Option<NaiveDate>) -> bool {
        self.tier == ServiceTier::Standard && self.above == 0 && self.is_listed_on(day)
    }

    /// Whether a price list of this day contains the rate: it has started, and it has no window.
    pub fn is_listed_on(&self, day: Option<NaiveDate>) -> bool {
        self.window.is_none() && self.from <= day
    }

    /// What distinguishes one rate of a model from another: everything but the price.
    pub fn key(&self) -> (PriceComponent, ServiceTier, u64, Option<NaiveDate>, Option<WeeklyWindow>) {
        (self.component, self.tier, self.above, self.from, self.window)
    }
}

/// What a rate is selected by before its time is checked.
#[derive(Clone, Copy)]
pub(crate) struct RateTerms {
    /// The component's discriminant, as a record stores it.
    pub(crate) component: u8,
    /// The tier's discriminant, as a record stores it.
    pub(crate) tier: u8,
    pub(crate) above: u64,
}

impl RateTerms {
    pub(crate) const fn of(rate: &Rate) -> Self {
        Self { component: rate.component as u8, tier: rate.tier as u8, above: rate.above }
    }
}

/// A rate's key without its start date, as a path: `input.batch.above_272000`.
pub fn rate_path(rate: &Rate) -> String {
    let tier = if rate.tier == ServiceTier::Standard { String::new() } else { format!(".{}", rate.tier) };
    let above = if rate.above == 0 { String::new() } else { format!(".above_{}", rate.above) };
    let window = rate.window.map(|window| format!(".{window}")).unwrap_or_default();
    format!("{}{tier}{above}{window}", rate.component)
}
