//! How a component is billed if the price list has no rate for it, or if its service tier has none.

use crate::component::PriceComponent;
use crate::rate::ServiceTier;

/// What is used if a component has no rate.
#[derive(Clone, Copy)]
pub(super) struct Fallback {
    /// If the price list has no rate for the component at all.
    pub(super) unlisted: Unlisted,
    /// If the price list has one in the standard tier, but none in the tier of the call.
    pub(super) in_tier: InTier,
}

/// How a component is billed that the price list does not have.
#[derive(Clone, Copy)]
pub(super) enum Unlisted {
    /// Billed as a more general component.
    As(PriceComponent),
    /// A longer-lived form of a component: billed at that component's fallback, but without a price if the price list has
    /// the shorter-lived form. A cache entry kept for an hour costs more than one kept for five minutes.
    Longer(PriceComponent),
    /// Without a price.
    Unpriced,
}

/// How a component is billed that the service tier does not have.
#[derive(Clone, Copy)]
pub(super) enum InTier {
    /// Billed at the tier's rate of its more general component, or at the standard rate if there is none.
    AsFallback,
    /// Billed at the standard rate, which the breakdown marks.
    Standard,
    /// Without a price, unless the caller accepts the standard one.
    Unpriced,
    /// Not affected by the tier: the rate is the same in every tier.
    Same,
}

/// The fallbacks of a component. The reasons, by provider:
///
/// - A price per output token is meant for all of them, so that of a tier also applies to reasoning.
/// - Cache reads keep their own discount: Gemini bills them at the standard rate in batches, `OpenAI` and Anthropic state a
///   rate. A tier's rate for plain input, which is higher, is never used for them.
/// - Audio, images and short-lived cache writes have prices of their own, which a tier need not change, just as it need not
///   change that of input if it only discounts output.
/// - What a tier charges for long-lived cache writes cannot be derived from other prices: Anthropic halves it in batches, and
///   no price list says so. The standard rate would be twice that.
/// - Searches, requests and the like are fees in addition to the tokens.
pub(super) const fn fallback(component: PriceComponent) -> Fallback {
    use PriceComponent as C;
    match component {
        C::Reasoning => row(Unlisted::As(C::Output), InTier::AsFallback),
        C::AudioOutput | C::ImageOutput | C::VideoOutput => row(Unlisted::As(C::Output), InTier::Standard),
        C::CacheRead | C::CacheWrite | C::AudioInput | C::ImageInput | C::VideoInput => {
            row(Unlisted::As(C::Input), InTier::Standard)
        }
        C::CacheReadExplicit => row(Unlisted::As(C::CacheRead), InTier::Standard),
        C::CacheReadAudio | C::CacheWriteAudio => row(Unlisted::As(C::AudioInput), InTier::Standard),
        C::CacheReadImage => row(Unlisted::As(C::ImageInput), InTier::Standard),
        C::CacheWrite1h => row(Unlisted::Longer(C::CacheWrite), InTier::Unpriced),
        C::CacheWrite12h => row(Unlisted::Longer(C::CacheWrite1h), InTier::Unpriced),
        C::Input | C::Output | C::Citation => row(Unlisted::Unpriced, InTier::Standard),
        _ => row(Unlisted::Unpriced, InTier::Same),
    }
}

const fn row(unlisted: Unlisted, in_tier: InTier) -> Fallback {
    Fallback { unlisted, in_tier }
}

/// Whether providers answer a call that is too large for this tier in the standard tier, at the standard price. Calls in
/// other tiers are not downgraded, so if only smaller ones have a price, such a call has none.
pub(super) const fn is_downgraded(tier: ServiceTier) -> bool {
    matches!(tier, ServiceTier::Flex | ServiceTier::Priority)
}

/// Returns the component whose rate is used if this one has no rate.
pub const fn fallback_component(component: PriceComponent) -> Option<PriceComponent> {
    match fallback(component).unlisted {
        Unlisted::As(other) | Unlisted::Longer(other) => Some(other),
        Unlisted::Unpriced => None,
    }
}
