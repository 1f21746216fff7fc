//! Selects the rate that applies to a component: by tier, threshold and time together.

use super::PricedAt;
use super::fallback::{InTier, Unlisted, fallback, is_downgraded};
use super::terms::CallTerms;
use crate::component::PriceComponent;
use crate::pricing::ModelPricing;
use crate::rate::RateTerms;
use crate::rate::{Rate, ServiceTier, ThresholdRule};
use crate::unknown::UnknownRate;
use chrono::NaiveDate;
use rust_decimal::Decimal;

/// Selects rates under the terms of one call.
pub(super) struct RateSelector<'p> {
    pricing: &'p ModelPricing<'p>,
    tier: ServiceTier,
    or_standard: bool,
    /// The highest threshold that the call crossed; 0 if it crossed none.
    above: u64,
    /// Whether the price list has a fee per request.
    has_request_fee: bool,
    priced_at: PricedAt,
}

/// Why a call cannot be billed in a tier.
pub(super) enum NoTier {
    /// The model is offered only in other tiers.
    Other(Vec<ServiceTier>),
    /// The model is offered in this tier, but has only standard rates for calls of this size.
    OfThisSize,
}

/// Why a component has no rate.
#[derive(Clone, Copy)]
pub(super) enum NoRate {
    Unlisted,
    /// Its first rate starts on this day.
    Later(NaiveDate),
    /// It has only a standard rate.
    NotInTier,
    /// The rate that applies is that of this component, whose price is unknown.
    Unknown(PriceComponent),
}

/// The rate that applies to a component.
#[derive(Clone, Copy)]
pub(super) enum ListedRate {
    Known(Rate),
    /// Its price is unknown. It is selected like any other rate, so that no other price is used in its place.
    Unknown(UnknownRate),
}

impl ListedRate {
    const fn tier(&self) -> ServiceTier {
        match self {
            Self::Known(rate) => rate.tier,
            Self::Unknown(rate) => rate.tier,
        }
    }

    /// Returns the rate, or the component whose price is unknown.
    pub(super) const fn known(self) -> Result<Rate, PriceComponent> {
        match self {
            Self::Known(rate) => Ok(rate),
            Self::Unknown(rate) => Err(rate.component),
        }
    }

    fn billed(self) -> Result<Rate, NoRate> {
        self.known().map_err(NoRate::Unknown)
    }
}

impl<'p> RateSelector<'p> {
    /// Creates the selector for a call with this much input, or returns why the call cannot be billed in its tier.
    ///
    /// Rates that are not in effect are ignored: a threshold or tier whose rates start later does not exist yet.
    pub(super) fn new(
        pricing: &'p ModelPricing<'p>,
        input: u64,
        call: CallTerms,
        priced_at: PricedAt,
    ) -> Result<Self, NoTier> {
        let or_standard = call.or_standard;
        let in_tier = |tier, naming| {
            Self { pricing, tier, or_standard, above: 0, has_request_fee: false, priced_at }.sized(input, naming)
        };
        if call.tier == ServiceTier::Standard {
            return Ok(in_tier(call.tier, false).0);
        }
        let (selector, is_named) = in_tier(call.tier, true);
        if is_named && selector.has_tier() {
            return Ok(selector);
        }
        if call.or_standard || (is_named && is_downgraded(call.tier)) {
            return Ok(in_tier(ServiceTier::Standard, false).0);
        }
        if is_named {
            return Err(NoTier::OfThisSize);
        }
        let offered = |tier: &ServiceTier| in_tier(*tier, true).1;
        Err(NoTier::Other(ServiceTier::ALL.iter().copied().filter(offered).collect()))
    }

    /// Sets the highest threshold that a call with this much input crosses. If `naming` is set, also returns whether
    /// the tier
    /// has a rate that can apply to such a call.
    fn sized(self, input: u64, naming: bool) -> (Self, bool) {
        let crossed = |above: u64| match self.pricing.threshold_rule {
            ThresholdRule::Exclusive => above == 0 || input > above,
            ThresholdRule::Inclusive => input >= above,
        };
        let (tier, standard) = (self.tier as u8, ServiceTier::Standard as u8);
        let (mut above, mut is_named, mut has_request_fee) = (0, false, false);
        let is_request = |rate: RateTerms| rate.component == PriceComponent::Request as u8;
        let is_relevant = |rate: RateTerms| {
            (rate.tier == tier || rate.tier == standard)
                && crossed(rate.above)
                && (rate.above > 0 || (naming && rate.tier == tier && offers_tier(rate)) || is_request(rate))
        };
        let mut take = |rate: RateTerms| {
            is_named |= rate.tier == tier && offers_tier(rate);
            has_request_fee |= is_request(rate);
            above = rate.above.max(above);
        };
        self.pricing.rates.each_terms(is_relevant, |rate| self.is_in_effect(rate), &mut take);
        if !self.pricing.unknown.is_empty() {
            self.pricing.unknown.each_terms(is_relevant, |rate| self.is_in_effect(rate), take);
        }
        (Self { above, has_request_fee, ..self }, is_named)
    }

    /// Whether a rate of the tier applies to input or to output.
    fn has_tier(&self) -> bool {
        [PriceComponent::Input, PriceComponent::Output]
            .into_iter()
            .any(|component| self.listed(component).is_some_and(|listed| listed.tier() == self.tier))
    }

    pub(super) const fn tier(&self) -> ServiceTier {
        self.tier
    }

    /// Returns the rate of a request, if the price list has such a fee.
    pub(super) fn request_fee(&self) -> Option<ListedRate> {
        if self.has_request_fee { self.listed(PriceComponent::Request) } else { None }
    }

    pub(super) const fn threshold(&self) -> Option<u64> {
        if self.above == 0 { None } else { Some(self.above) }
    }

    /// Returns the rate at which a component is billed: its own, or its fallback.
    pub(super) fn rate(&self, component: PriceComponent) -> Result<Rate, NoRate> {
        let fallback = fallback(component);
        if let Some(own) = self.listed(component) {
            if own.tier() == self.tier {
                return own.billed();
            }
            return match (fallback.in_tier, fallback.unlisted) {
                (InTier::AsFallback, Unlisted::As(other)) => {
                    let of_tier = self.listed(other).filter(|listed| listed.tier() == self.tier);
                    of_tier.unwrap_or(own).billed()
                }
                (InTier::Unpriced, _) if !self.or_standard => Err(NoRate::NotInTier),
                _ => own.billed(),
            };
        }
        if let Some(first) = self.first_day(component) {
            return Err(NoRate::Later(first));
        }
        match fallback.unlisted {
            Unlisted::As(other) => self.rate(other),
            Unlisted::Longer(shorter) if !self.lists(shorter) => self.rate(shorter),
            Unlisted::Longer(_) | Unlisted::Unpriced => Err(NoRate::Unlisted),
        }
    }

    /// Returns the rate of exactly this component.
    pub(super) fn listed(&self, component: PriceComponent) -> Option<ListedRate> {
        applicable_listed_rate(self.pricing, component, self.tier, self.above, |rate| self.is_in_effect(rate))
    }

    /// Whether the price list has any rate of this component, above any threshold.
    fn lists(&self, component: PriceComponent) -> bool {
        let wanted = |rate: RateTerms| rate.component == component as u8;
        let mut lists = false;
        self.pricing.rates.each_with(wanted, |_| lists = true);
        self.pricing.unknown.each_with(wanted, |_| lists = true);
        lists
    }

    /// Returns the first day on which the component has a rate, if that is after the call.
    fn first_day(&self, component: PriceComponent) -> Option<NaiveDate> {
        let day = self.day()?;
        let wanted = |rate: RateTerms| {
            rate.component == component as u8
                && (rate.tier == self.tier as u8 || rate.tier == ServiceTier::Standard as u8)
        };
        let (mut first, mut is_known) = (None, false);
        let mut take = |from: Option<NaiveDate>| {
            is_known |= from <= Some(day);
            first = from.filter(|from| first.is_none_or(|first| *from < first)).or(first);
        };
        self.pricing.rates.each_with(wanted, |rate| take(rate.from));
        self.pricing.unknown.each_with(wanted, |rate| take(rate.from));
        first.filter(|_| !is_known)
    }

    /// Returns the day of the call, or of the price list.
    pub(super) fn day(&self) -> Option<NaiveDate> {
        match self.priced_at {
            PricedAt::ListPrice => self.pricing.as_of,
            PricedAt::Moment(when) => Some(when.date_naive()),
        }
    }

    /// Whether the call was made before the snapshot date.
    pub(super) fn is_before_snapshot(&self) -> bool {
        matches!(self.priced_at, PricedAt::Moment(_))
            && self.pricing.as_of.is_some_and(|as_of| self.day() < Some(as_of))
    }

    fn is_in_effect(&self, rate: &Rate) -> bool {
        match self.priced_at {
            PricedAt::ListPrice => rate.is_listed_on(self.pricing.as_of),
            PricedAt::Moment(when) => {
                rate.window.is_none_or(|window| window.contains(when))
                    && rate.from.is_none_or(|from| from <= when.date_naive())
            }
        }
    }
}

/// Returns the rate of exactly this component for this tier and threshold among the rates in effect, falling back to
/// the
/// standard tier and to the base rate. Returns `None` if the price of the selected rate is unknown.
pub fn applicable_rate(
    pricing: &ModelPricing<'_>,
    component: PriceComponent,
    tier: ServiceTier,
    above: u64,
    is_in_effect: impl Fn(&Rate) -> bool,
) -> Option<Rate> {
    applicable_listed_rate(pricing, component, tier, above, is_in_effect)?.known().ok()
}

/// The same, for rates with known and unknown prices.
#[inline]
fn applicable_listed_rate(
    pricing: &ModelPricing<'_>,
    component: PriceComponent,
    tier: ServiceTier,
    above: u64,
    is_in_effect: impl Fn(&Rate) -> bool,
) -> Option<ListedRate> {
    let wanted = |rate: RateTerms| {
        rate.component == component as u8
            && (rate.above == above || rate.above == 0)
            && (rate.tier == tier as u8 || rate.tier == ServiceTier::Standard as u8)
    };
    let preference = |rate: &Rate| (rate.above, rate.tier == tier, rate.window.is_some(), rate.from);
    let mut best: Option<Rate> = None;
    pricing.rates.each_with(wanted, |rate| {
        if is_in_effect(&rate) && best.is_none_or(|best| preference(&rate) > preference(&best)) {
            best = Some(rate);
        }
    });
    if pricing.unknown.is_empty() {
        return best.map(ListedRate::Known);
    }
    let mut unknown: Option<UnknownRate> = None;
    pricing.unknown.each_with(wanted, |rate| {
        // The price is irrelevant here. If two rates apply at the same time, for example because their windows overlap,
        // the
        // unknown one wins.
        let placed = rate.at(Decimal::ZERO);
        if is_in_effect(&placed) && best.is_none_or(|best| preference(&placed) >= preference(&best)) {
            (best, unknown) = (Some(placed), Some(rate));
        }
    });
    unknown.map(ListedRate::Unknown).or(best.map(ListedRate::Known))
}

/// Whether a rate shows that a model is offered in the rate's tier: one for input or output suffices, since a provider
/// need not discount both.
const fn offers_tier(rate: RateTerms) -> bool {
    rate.component == PriceComponent::Input as u8 || rate.component == PriceComponent::Output as u8
}
