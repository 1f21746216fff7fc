//! Chooses the rate that holds for a component: by tier, threshold and time together.

use super::{PricedAt, TierChoice};
use crate::component::PriceComponent;
use crate::pricing::ModelPricing;
use crate::rate::RateTerms;
use crate::rate::{Rate, ServiceTier, ThresholdRule};

/// What a call is billed under.
pub(super) struct Terms<'p> {
    pricing: &'p ModelPricing<'p>,
    tier: ServiceTier,
    /// The highest threshold that the call crossed; 0 is none.
    above: u64,
    priced_at: PricedAt,
}

impl<'p> Terms<'p> {
    /// The terms of a call with this much input, or the tiers that the model has for it when it has not the one asked for.
    ///
    /// What is not in force counts for nothing: a threshold or a tier whose rates begin later is not there yet.
    pub(super) fn of(
        pricing: &'p ModelPricing<'p>,
        input: u64,
        choice: TierChoice,
        priced_at: PricedAt,
    ) -> Result<Self, Vec<ServiceTier>> {
        let crossed = |above: u64| match pricing.threshold_rule {
            ThresholdRule::Exclusive => above == 0 || input > above,
            ThresholdRule::Inclusive => input >= above,
        };
        let in_time = |rate: &Rate| is_in_time(rate, pricing, priced_at);
        let (tier, standard) = (choice.tier as u8, ServiceTier::Standard as u8);
        let mut has_tier = tier == standard;
        let (mut highest_of_tier, mut highest_of_standard) = (0, 0);
        let says_something = |rate: RateTerms| {
            (rate.tier == tier || rate.tier == standard)
                && crossed(rate.above)
                && (rate.above > 0 || (rate.tier != standard && makes_a_tier(rate)))
        };
        pricing.rates.each_terms(says_something, in_time, |rate| {
            if rate.tier == tier {
                has_tier |= makes_a_tier(rate);
                highest_of_tier = rate.above.max(highest_of_tier);
            }
            if rate.tier == standard {
                highest_of_standard = rate.above.max(highest_of_standard);
            }
        });
        match (has_tier, choice.or_standard) {
            (true, _) => {
                Ok(Self { pricing, tier: choice.tier, above: highest_of_tier.max(highest_of_standard), priced_at })
            }
            (false, true) => Ok(Self { pricing, tier: ServiceTier::Standard, above: highest_of_standard, priced_at }),
            (false, false) => {
                let mut there = [false; ServiceTier::ALL.len()];
                let makes_a_tier = |rate: RateTerms| crossed(rate.above) && makes_a_tier(rate);
                pricing.rates.each_terms(makes_a_tier, in_time, |rate| {
                    if let Some(there) = there.get_mut(usize::from(rate.tier)) {
                        *there = true;
                    }
                });
                let tiers = ServiceTier::ALL.iter().zip(there);
                Err(tiers.filter(|(_, there)| *there).map(|(tier, _)| *tier).collect())
            }
        }
    }

    pub(super) const fn tier(&self) -> ServiceTier {
        self.tier
    }

    pub(super) const fn threshold(&self) -> Option<u64> {
        if self.above == 0 { None } else { Some(self.above) }
    }

    /// The rate of exactly this component.
    pub(super) fn rate(&self, component: PriceComponent) -> Option<Rate> {
        let is_in_time = |rate: &Rate| is_in_time(rate, self.pricing, self.priced_at);
        rate_that_holds(self.pricing, component, self.tier, self.above, is_in_time)
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

fn is_in_time(rate: &Rate, pricing: &ModelPricing<'_>, priced_at: PricedAt) -> bool {
    match priced_at {
        PricedAt::ListPrice => rate.is_listed_on(pricing.as_of),
        PricedAt::Moment(when) => {
            rate.window.is_none_or(|window| window.contains(when))
                && rate.from.is_none_or(|from| from <= when.date_naive())
        }
    }
}

/// Whether a rate shows that a model is offered in the rate's tier: one for input or for output, since a provider need
/// not discount both.
const fn makes_a_tier(rate: RateTerms) -> bool {
    rate.component == PriceComponent::Input as u8 || rate.component == PriceComponent::Output as u8
}
