//! The keys of prices in the LiteLLM map: the component, the threshold and the service tier.

use crate::import::value::tokens;
use model_catalog::{PriceComponent, ServiceTier, UnknownRate};

/// The prefix of a key, and the component that it is for.
const COMPONENTS: &[(&str, PriceComponent)] = {
    use PriceComponent as C;
    &[
        ("annotation_cost_per_page", C::AnnotationPage),
        ("cache_creation_input_audio_token_cost", C::CacheWriteAudio),
        ("cache_creation_input_token_cost", C::CacheWrite),
        ("cache_creation_input_token_cost_above_12hr", C::CacheWrite12h),
        ("cache_creation_input_token_cost_above_1hr", C::CacheWrite1h),
        ("cache_read_input_audio_token_cost", C::CacheReadAudio),
        ("cache_read_input_image_token_cost", C::CacheReadImage),
        ("cache_read_input_token_cost", C::CacheRead),
        ("citation_cost_per_token", C::Citation),
        ("code_interpreter_cost_per_session", C::CodeInterpreterSession),
        ("cost_per_second", C::ProvisionedSecond),
        ("explicit_cache_read_input_token_cost", C::CacheReadExplicit),
        ("google_maps_grounding_cost_per_query", C::MapsQuery),
        ("input_cost_per_audio_per_second", C::InputAudioSecond),
        ("input_cost_per_audio_token", C::AudioInput),
        ("input_cost_per_character", C::InputCharacter),
        ("input_cost_per_image", C::InputImage),
        ("input_cost_per_image_token", C::ImageInput),
        ("input_cost_per_pixel", C::InputPixel),
        ("input_cost_per_query", C::InputQuery),
        ("input_cost_per_request", C::Request),
        ("input_cost_per_second", C::InputSecond),
        ("input_cost_per_text_message", C::TextMessage),
        ("input_cost_per_token", C::Input),
        // An older name for the same price.
        ("input_cost_per_token_cache_hit", C::CacheRead),
        ("input_cost_per_video_per_second", C::InputVideoSecond),
        ("input_cost_per_video_token", C::VideoInput),
        ("ocr_cost_per_credit", C::OcrCredit),
        ("ocr_cost_per_page", C::OcrPage),
        ("output_cost_per_audio_token", C::AudioOutput),
        ("output_cost_per_character", C::OutputCharacter),
        ("output_cost_per_image", C::OutputImage),
        ("output_cost_per_image_0.5K", C::OutputImageHalfK),
        ("output_cost_per_image_1024", C::OutputImage1024),
        ("output_cost_per_image_1536", C::OutputImage1536),
        ("output_cost_per_image_1K", C::OutputImage1k),
        ("output_cost_per_image_2K", C::OutputImage2k),
        ("output_cost_per_image_4K", C::OutputImage4k),
        ("output_cost_per_image_512", C::OutputImage512),
        ("output_cost_per_image_token", C::ImageOutput),
        ("output_cost_per_pixel", C::OutputPixel),
        ("output_cost_per_reasoning_token", C::Reasoning),
        ("output_cost_per_second", C::OutputSecond),
        ("output_cost_per_second_1080p", C::OutputSecond1080p),
        ("output_cost_per_second_2k", C::OutputSecond2k),
        ("output_cost_per_second_480p", C::OutputSecond480p),
        ("output_cost_per_second_4k", C::OutputSecond4k),
        ("output_cost_per_second_720p", C::OutputSecond720p),
        ("output_cost_per_second_768p", C::OutputSecond768p),
        ("output_cost_per_token", C::Output),
        ("output_cost_per_video_per_second", C::OutputVideoSecond),
        ("output_cost_per_video_token", C::VideoOutput),
    ]
};

/// The members of `search_context_cost_per_query`.
pub(super) const SEARCH_SIZES: &[(&str, PriceComponent)] = &[
    ("search_context_size_low", PriceComponent::SearchLow),
    ("search_context_size_medium", PriceComponent::SearchMedium),
    ("search_context_size_high", PriceComponent::SearchHigh),
];

/// Members that change the cost of a call in ways that no rate expresses, such as factors for other conditions and free
/// searches.
pub(super) const TERMS: [&str; 2] = ["provider_specific_entry", "search_free_requests"];

/// The suffix of a key, and the service tier that it is for.
const TIERS: &[(&str, ServiceTier)] = &[
    ("", ServiceTier::Standard),
    ("_batches", ServiceTier::Batch),
    ("_flex", ServiceTier::Flex),
    ("_priority", ServiceTier::Priority),
    ("_balanced", ServiceTier::Balanced),
    ("_ultrafast", ServiceTier::Ultrafast),
    ("_decisions", ServiceTier::Decisions),
];

/// What a price key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PriceKey {
    pub(super) component: PriceComponent,
    pub(super) above: u64,
    pub(super) tier: ServiceTier,
}

impl PriceKey {
    /// Returns the rate of this price.
    pub(super) const fn rate(self) -> UnknownRate {
        UnknownRate { tier: self.tier, above: self.above, ..UnknownRate::list(self.component) }
    }
}

/// Parses a key such as `input_cost_per_token_above_272k_tokens_priority`, or returns `None` if it is not a price of a
/// known
/// component.
pub(super) fn read(key: &str) -> Option<PriceKey> {
    COMPONENTS.iter().find_map(|&(prefix, component)| {
        let terms = key.strip_prefix(prefix)?;
        let (above, end) = match terms.strip_prefix(ABOVE) {
            Some(threshold) => {
                let (above, end) = threshold.split_once("_tokens")?;
                (tokens(above)?, end)
            }
            None => (0, terms),
        };
        let &(_, tier) = TIERS.iter().find(|(known, _)| *known == end)?;
        Some(PriceKey { component, above, tier })
    })
}

/// What precedes a threshold.
const ABOVE: &str = "_above_";

/// Returns the component of a key that is a price above a threshold that cannot be read.
pub(super) fn above_unknown(key: &str) -> Option<PriceComponent> {
    let matches = |prefix: &&str| {
        key.strip_prefix(*prefix).is_some_and(|terms| terms.starts_with(ABOVE) && terms.contains("_tokens"))
    };
    let (_, component) = COMPONENTS.iter().rev().find(|(prefix, _)| matches(prefix))?;
    Some(*component).filter(|_| read(key).is_none())
}

#[cfg(test)]
mod tests {
    use super::{COMPONENTS, PriceKey, above_unknown, read};
    use model_catalog::{PriceComponent, ServiceTier};

    #[test]
    fn a_key_has_component_threshold_and_tier() {
        for (key, component, above, tier) in [
            ("input_cost_per_token", PriceComponent::Input, 0, ServiceTier::Standard),
            ("input_cost_per_token_cache_hit", PriceComponent::CacheRead, 0, ServiceTier::Standard),
            ("ocr_cost_per_page_batches", PriceComponent::OcrPage, 0, ServiceTier::Batch),
            ("input_cost_per_token_above_200000_tokens", PriceComponent::Input, 200_000, ServiceTier::Standard),
            ("input_cost_per_token_above_200K_tokens", PriceComponent::Input, 200_000, ServiceTier::Standard),
            ("output_cost_per_token_above_1m_tokens_flex", PriceComponent::Output, 1_000_000, ServiceTier::Flex),
            (
                "cache_creation_input_token_cost_above_12hr_above_272k_tokens_priority",
                PriceComponent::CacheWrite12h,
                272_000,
                ServiceTier::Priority,
            ),
            (
                "cache_creation_input_token_cost_above_1hr_above_200k_tokens",
                PriceComponent::CacheWrite1h,
                200_000,
                ServiceTier::Standard,
            ),
            ("output_cost_per_image_token_batches", PriceComponent::ImageOutput, 0, ServiceTier::Batch),
        ] {
            assert_eq!(read(key), Some(PriceKey { component, above, tier }), "{key}");
        }
    }

    #[test]
    fn a_key_with_unknown_terms_is_not_read() {
        for key in [
            "input_cost_per_token_someday",
            "input_cost_per_video_per_second_above_15s_interval",
            "input_cost_per_token_above_k_tokens",
            "input_cost_per_token_above_1.5k_tokens",
            "input_cost_per_token_above_+1k_tokens",
            "input_cost_per_token_above_99999999999999999999k_tokens",
            "input_dbu_cost_per_token",
        ] {
            assert_eq!(read(key), None, "{key}");
        }
    }

    #[test]
    fn an_unreadable_threshold_makes_its_component_uncertain() {
        for (key, component) in [
            ("input_cost_per_token_above_many_tokens", Some(PriceComponent::Input)),
            ("cache_creation_input_token_cost_above_1hr_above_x_tokens", Some(PriceComponent::CacheWrite1h)),
            ("input_cost_per_token_above_200k_tokens", None),
            ("input_cost_per_token_above_200k_tokens_someday", Some(PriceComponent::Input)),
            ("input_cost_per_video_per_second_above_15s_interval", None),
            ("cost_per_smile_above_many_tokens", None),
        ] {
            assert_eq!(above_unknown(key), component, "{key}");
        }
    }

    #[test]
    fn no_key_is_read_as_two_components() {
        for (key, component) in COMPONENTS {
            assert_eq!(read(key).map(|key| key.component), Some(*component));
        }
    }
}
