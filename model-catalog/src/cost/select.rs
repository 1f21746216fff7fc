//! Chooses the rate that holds for a component: by tier, threshold and time together.

use super::PricedAt;
use super::fallback::{InTier, Unlisted, fallback, is_downgraded};
use super::terms::CallTerms;
use crate::component::PriceComponent;
use crate::pricing::ModelPricing;
use crate::rate::RateTerms;
use crate::rate::{Rate, ServiceTier, ThresholdRule};
use chrono::NaiveDate;

/// What a call is billed under.
pub(super) struct Terms<'p> {
    pricing: &'p ModelPricing<'p>,
    tier: ServiceTier,
    or_standard: bool,
    /// The highest threshold that the call crossed; 0 is none.
    above: u64,
    priced_at: PricedAt,
}

/// Why a call cannot be billed in a tier.
pub(super) enum NoTier {
    /// The model has other tiers.
    Other(Vec<ServiceTier>),
    /// It has this one, and only standard rates for calls of this size.
    OfThisSize,
}

/// Why a component has no rate.
#[derive(Clone, Copy)]
pub(super) enum NoRate {
    Unlisted,
    /// Its first rate begins on this day.
    Later(NaiveDate),
    /// It has a standard rate only.
    NotInTier,
}

impl<'p> Terms<'p> {
    /// The terms of a call with this much input, or why it has none in its tier.
    ///
    /// What is not in force counts for nothing: a threshold or a tier whose rates begin later is not there yet.
    pub(super) fn of(
        pricing: &'p ModelPricing<'p>,
        input: u64,
        call: CallTerms,
        priced_at: PricedAt,
    ) -> Result<Self, NoTier> {
        let in_tier = |tier| Self { pricing, tier, or_standard: call.or_standard, above: 0, priced_at }.sized(input);
        let (terms, is_named) = in_tier(call.tier);
        if call.tier == ServiceTier::Standard || (is_named && terms.has_tier()) {
            return Ok(terms);
        }
        if call.or_standard || (is_named && is_downgraded(call.tier)) {
            return Ok(in_tier(ServiceTier::Standard).0);
        }
        if is_named {
            return Err(NoTier::OfThisSize);
        }
        let offered = |tier: &ServiceTier| in_tier(*tier).1;
        Err(NoTier::Other(ServiceTier::ALL.iter().copied().filter(offered).collect()))
    }

    /// The same terms above the highest threshold that a call with this much input crosses, and whether the tier has
    /// a rate that can hold for such a call.
    fn sized(self, input: u64) -> (Self, bool) {
        let crossed = |above: u64| match self.pricing.threshold_rule {
            ThresholdRule::Exclusive => above == 0 || input > above,
            ThresholdRule::Inclusive => input >= above,
        };
        let (tier, standard) = (self.tier as u8, ServiceTier::Standard as u8);
        let (mut above, mut is_named) = (0, false);
        let says_something = |rate: RateTerms| {
            (rate.tier == tier || rate.tier == standard)
                && crossed(rate.above)
                && (rate.above > 0 || (rate.tier == tier && makes_a_tier(rate)))
        };
        self.pricing.rates.each_terms(
            says_something,
            |rate| self.is_in_time(rate),
            |rate| {
                is_named |= rate.tier == tier && makes_a_tier(rate);
                above = rate.above.max(above);
            },
        );
        (Self { above, ..self }, is_named)
    }

    /// Whether a rate of the tier is the one that holds, for input or for output.
    fn has_tier(&self) -> bool {
        [PriceComponent::Input, PriceComponent::Output]
            .into_iter()
            .any(|component| self.listed(component).is_some_and(|rate| rate.tier == self.tier))
    }

    pub(super) const fn tier(&self) -> ServiceTier {
        self.tier
    }

    pub(super) const fn threshold(&self) -> Option<u64> {
        if self.above == 0 { None } else { Some(self.above) }
    }

    /// The rate that a component is billed at: its own, or what stands in for it by the table of fallbacks.
    pub(super) fn rate(&self, component: PriceComponent) -> Result<Rate, NoRate> {
        let fallback = fallback(component);
        if let Some(own) = self.listed(component) {
            if own.tier == self.tier {
                return Ok(own);
            }
            return match (fallback.in_tier, fallback.unlisted) {
                (InTier::AsPlainer, Unlisted::As(plainer)) => {
                    let of_tier = self.listed(plainer).filter(|rate| rate.tier == self.tier);
                    Ok(of_tier.unwrap_or(own))
                }
                (InTier::Unpriced, _) if !self.or_standard => Err(NoRate::NotInTier),
                _ => Ok(own),
            };
        }
        if let Some(first) = self.first_day(component) {
            return Err(NoRate::Later(first));
        }
        match fallback.unlisted {
            Unlisted::As(plainer) => self.rate(plainer),
            Unlisted::Longer(shorter) if !self.lists(shorter) => self.rate(shorter),
            Unlisted::Longer(_) | Unlisted::Unpriced => Err(NoRate::Unlisted),
        }
    }

    /// The rate of exactly this component.
    pub(super) fn listed(&self, component: PriceComponent) -> Option<Rate> {
        rate_that_holds(self.pricing, component, self.tier, self.above, |rate| self.is_in_time(rate))
    }

    /// Whether the list has any rate of this component, above whatever threshold.
    fn lists(&self, component: PriceComponent) -> bool {
        let mut lists = false;
        self.pricing.rates.each_with(|rate| rate.component == component as u8, |_| lists = true);
        lists
    }

    /// The first day on which the component has a rate, if that is after the call.
    fn first_day(&self, component: PriceComponent) -> Option<NaiveDate> {
        let day = self.day()?;
        let wanted = |rate: RateTerms| {
            rate.component == component as u8
                && (rate.tier == self.tier as u8 || rate.tier == ServiceTier::Standard as u8)
        };
        let (mut first, mut is_known) = (None, false);
        self.pricing.rates.each_with(wanted, |rate| {
            is_known |= rate.from <= Some(day);
            first = rate.from.filter(|from| first.is_none_or(|first| *from < first)).or(first);
        });
        first.filter(|_| !is_known)
    }

    /// The day of the call, or of the list.
    pub(super) fn day(&self) -> Option<NaiveDate> {
        match self.priced_at {
            PricedAt::ListPrice => self.pricing.as_of,
            PricedAt::Moment(when) => Some(when.date_naive()),
        }
    }

    /// Whether the call was made before the day whose prices the list has.
    pub(super) fn is_before_the_list(&self) -> bool {
        matches!(self.priced_at, PricedAt::Moment(_))
            && self.pricing.as_of.is_some_and(|as_of| self.day() < Some(as_of))
    }

    fn is_in_time(&self, rate: &Rate) -> bool {
        match self.priced_at {
            PricedAt::ListPrice => rate.is_listed_on(self.pricing.as_of),
            PricedAt::Moment(when) => {
                rate.window.is_none_or(|window| window.contains(when))
                    && rate.from.is_none_or(|from| from <= when.date_naive())
            }
        }
    }
}

/// Of the rates of exactly this component that are in time, the one for this tier and threshold, or what stands in for
/// it: the standard tier's, the base rate.
pub fn rate_that_holds(
    pricing: &ModelPricing<'_>,
    component: PriceComponent,
    tier: ServiceTier,
    above: u64,
    is_in_time: impl Fn(&Rate) -> bool,
) -> Option<Rate> {
    let wanted = |rate: RateTerms| {
        rate.component == component as u8
            && (rate.above == above || rate.above == 0)
            && (rate.tier == tier as u8 || rate.tier == ServiceTier::Standard as u8)
    };
    let preference = |rate: &Rate| (rate.above, rate.tier == tier, rate.window.is_some(), rate.from);
    let mut best: Option<Rate> = None;
    pricing.rates.each_with(wanted, |rate| {
        if is_in_time(&rate) && best.is_none_or(|best| preference(&rate) > preference(&best)) {
            best = Some(rate);
        }
    });
    best
}

/// Whether a rate shows that a model is offered in the rate's tier: one for input or for output, since a provider need
/// not discount both.
const fn makes_a_tier(rate: RateTerms) -> bool {
    rate.component == PriceComponent::Input as u8 || rate.component == PriceComponent::Output as u8
}
