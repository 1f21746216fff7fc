//! Rates whose price is unknown: a source states one, but it could not be read.

use crate::component::PriceComponent;
use crate::date;
use crate::rate::{Rate, RateTerms, ServiceTier, is_standard, is_zero, standard};
use crate::rates::Rates;
use crate::window::WeeklyWindow;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A [`Rate`] whose price is unknown, because the price that its source states could not be read. A call that would be
/// billed at it has no cost: no other price is used in its place.
///
/// In JSON, it is a rate without a price: `{"component": "cache_read", "above": 200000}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnknownRate {
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
}

impl UnknownRate {
    /// The unknown list price of a component.
    pub const fn list(component: PriceComponent) -> Self {
        Self { component, tier: ServiceTier::Standard, above: 0, from: None, window: None }
    }

    /// What distinguishes one rate of a model from another: every field.
    pub fn key(&self) -> (PriceComponent, ServiceTier, u64, Option<NaiveDate>, Option<WeeklyWindow>) {
        (self.component, self.tier, self.above, self.from, self.window)
    }

    /// Returns the rate with this price.
    pub const fn at(self, price: Decimal) -> Rate {
        let Self { component, tier, above, from, window } = self;
        Rate { component, tier, above, from, window, price }
    }
}

impl From<Rate> for UnknownRate {
    /// Drops the price of a rate.
    fn from(rate: Rate) -> Self {
        let Rate { component, tier, above, from, window, price: _ } = rate;
        Self { component, tier, above, from, window }
    }
}

/// The rates of a model whose prices are unknown. In an entry returned by a catalog, they are read from the packed
/// catalog without allocating.
///
/// ```
/// use registry::catalog::{PriceComponent, UnknownRate, UnknownRates};
///
/// let unknown = UnknownRates::from(vec![UnknownRate::list(PriceComponent::CacheRead)]);
/// assert_eq!(unknown.iter().next().unwrap().component, PriceComponent::CacheRead);
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct UnknownRates<'a>(
    /// Stored as rates. Their prices are meaningless, and no method exposes them.
    Rates<'a>,
);

impl<'a> UnknownRates<'a> {
    pub(crate) const fn packed(records: &'a [u8]) -> Self {
        Self(Rates::packed(records))
    }

    /// Iterates over the rates in order.
    pub fn iter(&self) -> impl Iterator<Item = UnknownRate> + Clone {
        self.0.iter().map(UnknownRate::from)
    }

    /// See [`Rates::each_with`].
    pub(crate) fn each_with(&self, wanted: impl Fn(RateTerms) -> bool, mut take: impl FnMut(UnknownRate)) {
        self.0.each_with(wanted, |rate| take(rate.into()));
    }

    /// See [`Rates::each_terms`].
    pub(crate) fn each_terms(
        &self,
        wanted: impl Fn(RateTerms) -> bool,
        is_in_time: impl Fn(&Rate) -> bool,
        take: impl FnMut(RateTerms),
    ) {
        self.0.each_terms(wanted, is_in_time, take);
    }

    /// The number of rates.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Converts into an owned list that borrows nothing.
    pub fn into_owned(self) -> UnknownRates<'static> {
        UnknownRates(self.0.into_owned())
    }
}

impl From<Vec<UnknownRate>> for UnknownRates<'_> {
    fn from(rates: Vec<UnknownRate>) -> Self {
        Self(rates.into_iter().map(|rate| rate.at(Decimal::ZERO)).collect::<Vec<Rate>>().into())
    }
}

impl fmt::Debug for UnknownRates<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for UnknownRates<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for UnknownRates<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
