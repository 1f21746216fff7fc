//! Chooses the rate that holds for a component: by tier, threshold and time together.

use super::{PricedAt, TierChoice};
use crate::pricing::{ModelPricing, PriceComponent, Rate, ServiceTier, ThresholdRule};
use crate::rates::RateTerms;

/// What a call is billed under.
pub(super) struct Terms<'p> {
    pricing: &'p ModelPricing<'p>,
    tier: ServiceTier,
    /// The highest threshold that the call crossed; 0 is none.
    above: u64,
    priced_at: PricedAt,
}

impl<'p> Terms<'p> {
    /// The terms of a call with this much input, or the tiers that the model has when it has not the one asked for.
    pub(super) fn of(
        pricing: &'p ModelPricing<'p>,
        input: u64,
        choice: TierChoice,
        priced_at: PricedAt,
    ) -> Result<Self, Vec<ServiceTier>> {
        let crossed = |above: u64| match pricing.threshold_rule {
            ThresholdRule::Exclusive => input > above,
            ThresholdRule::Inclusive => input >= above,
        };
        let (tier, standard) = (choice.tier as u8, ServiceTier::Standard as u8);
        let mut has_tier = tier == standard;
        let mut highest_of_tier = 0;
        let mut highest_of_standard = 0;
        pricing.rates.each_terms(|rate| {
            let above = if crossed(rate.above) { rate.above } else { 0 };
            if rate.tier == tier {
                has_tier |= makes_a_tier(rate);
                highest_of_tier = above.max(highest_of_tier);
            }
            if rate.tier == standard {
                highest_of_standard = above.max(highest_of_standard);
            }
        });
        match (has_tier, choice.or_standard) {
            (true, _) => {
                Ok(Self { pricing, tier: choice.tier, above: highest_of_tier.max(highest_of_standard), priced_at })
            }
            (false, true) => Ok(Self { pricing, tier: ServiceTier::Standard, above: highest_of_standard, priced_at }),
            (false, false) => {
                let has = |tier: &ServiceTier| {
                    let mut has = false;
                    pricing.rates.each_terms(|rate| has |= rate.tier == *tier as u8 && makes_a_tier(rate));
                    has
                };
                Err(ServiceTier::ALL.iter().copied().filter(has).collect())
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
        let wanted = |rate: RateTerms| {
            rate.component == component as u8
                && (rate.above == self.above || rate.above == 0)
                && (rate.tier == self.tier as u8 || rate.tier == ServiceTier::Standard as u8)
        };
        let preference = |rate: &Rate| (rate.above, rate.tier == self.tier, rate.window.is_some(), rate.from);
        let mut best: Option<Rate> = None;
        self.pricing.rates.each_with(wanted, |rate| {
            if self.is_in_time(&rate) && best.is_none_or(|best| preference(&rate) > preference(&best)) {
                best = Some(rate);
            }
        });
        best
    }

    fn is_in_time(&self, rate: &Rate) -> bool {
        match self.priced_at {
            PricedAt::ListPrice => rate.window.is_none() && rate.from <= self.pricing.as_of,
            PricedAt::Moment(when) => {
                rate.window.is_none_or(|window| window.contains(when))
                    && rate.from.is_none_or(|from| from <= when.date_naive())
            }
        }
    }
}

/// Whether a rate shows that a model is offered in the rate's tier.
const fn makes_a_tier(rate: RateTerms) -> bool {
    rate.component == PriceComponent::Input as u8 || rate.component == PriceComponent::Output as u8
}
