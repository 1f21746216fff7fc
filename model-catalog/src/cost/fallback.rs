//! What a component is billed as when the list has no rate of it, and when its service tier has none.

use crate::component::PriceComponent;
use crate::rate::ServiceTier;

/// What stands in for the rate of a component.
#[derive(Clone, Copy)]
pub(super) struct Fallback {
    /// Where the list has no rate of the component at all.
    pub(super) unlisted: Unlisted,
    /// Where it has one in the standard tier, and none in the tier of the call.
    pub(super) in_tier: InTier,
}

/// What a component is that a price list does not have.
#[derive(Clone, Copy)]
pub(super) enum Unlisted {
    /// Billed as a plainer component.
    As(PriceComponent),
    /// A longer form of a component: billed as what that one falls back to, and where the list prices the shorter form,
    /// without a price. What is kept for an hour costs more than what is kept for five minutes.
    Longer(PriceComponent),
    /// Without a price.
    Unpriced,
}

/// What a component is that a service tier does not have.
#[derive(Clone, Copy)]
pub(super) enum InTier {
    /// Billed at the tier's rate of its plainer component, and at the standard rate where there is none.
    AsPlainer,
    /// Billed at the standard rate, which the breakdown marks.
    Standard,
    /// Without a price, unless the caller takes the standard one.
    Unpriced,
    /// No part of what a tier prices: the rate is the same in each.
    Same,
}

/// The table. Its reasons, by provider:
///
/// - A price per output token is meant for all of them, so a tier's holds for reasoning.
/// - What is read from the cache keeps its own discount: Gemini bills it at the standard rate in batches, `OpenAI` and
///   Anthropic state a rate. A tier's rate of plain input, which is higher, never stands in for it.
/// - Audio, images and short cache writes have prices of their own, which a tier need not change, as input need not
///   when only output has a discount.
/// - What a tier charges for long cache writes follows from no other price: Anthropic halves it in batches and no list
///   says so. The standard rate would be twice that.
/// - Searches, requests and the like are fees beside the tokens.
pub(super) const fn fallback(component: PriceComponent) -> Fallback {
    use PriceComponent as C;
    match component {
        C::Reasoning => row(Unlisted::As(C::Output), InTier::AsPlainer),
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

/// Whether a provider answers a call of this tier in the standard one, at its price, when the call is too large for the
/// tier. Calls of the others stay what they are, and where only smaller ones have a price they have none.
pub(super) const fn is_downgraded(tier: ServiceTier) -> bool {
    matches!(tier, ServiceTier::Flex | ServiceTier::Priority)
}

/// The component whose rate is used for one that has no rate of its own.
pub const fn plainer(component: PriceComponent) -> Option<PriceComponent> {
    match fallback(component).unlisted {
        Unlisted::As(plainer) | Unlisted::Longer(plainer) => Some(plainer),
        Unlisted::Unpriced => None,
    }
}
