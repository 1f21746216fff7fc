//! Keywords with which usage objects state the terms that a call was answered under.

use super::SearchContext;
use crate::rate::ServiceTier;
use crate::region::Region;

/// The meaning of a keyword.
#[derive(Clone, Copy)]
pub(super) enum Keyword {
    /// Nothing that affects the price.
    Nothing,
    Tier(ServiceTier),
    Region(Region),
    SearchContext(SearchContext),
    /// A term for which the counts cannot be billed; the string says why.
    Unbillable(&'static str),
}

/// Keywords, compared case-insensitively.
pub(super) type Keywords = &'static [(&'static str, Keyword)];

const RESERVED: Keyword =
    Keyword::Unbillable("reserved capacity is billed by the hour and not per token, so the call itself has no price");

/// `service_tier`, `serviceTier`.
pub(super) const TIERS: Keywords = &[
    ("standard", Keyword::Tier(ServiceTier::Standard)),
    ("default", Keyword::Tier(ServiceTier::Standard)),
    ("auto", Keyword::Tier(ServiceTier::Standard)),
    ("on_demand", Keyword::Tier(ServiceTier::Standard)),
    ("batch", Keyword::Tier(ServiceTier::Batch)),
    ("flex", Keyword::Tier(ServiceTier::Flex)),
    ("priority", Keyword::Tier(ServiceTier::Priority)),
    ("balanced", Keyword::Tier(ServiceTier::Balanced)),
    ("ultrafast", Keyword::Tier(ServiceTier::Ultrafast)),
    ("fast", Keyword::Tier(ServiceTier::Fast)),
    ("scale", RESERVED),
    ("reserved", RESERVED),
    ("unspecified", Keyword::Nothing),
];

/// Gemini's `trafficType`.
pub(super) const TRAFFIC_TYPES: Keywords = &[
    ("ON_DEMAND", Keyword::Tier(ServiceTier::Standard)),
    ("ON_DEMAND_PRIORITY", Keyword::Tier(ServiceTier::Priority)),
    ("ON_DEMAND_FLEX", Keyword::Tier(ServiceTier::Flex)),
    ("PROVISIONED_THROUGHPUT", RESERVED),
    ("TRAFFIC_TYPE_UNSPECIFIED", Keyword::Nothing),
];

/// Anthropic's `speed`.
pub(super) const SPEEDS: Keywords =
    &[("standard", Keyword::Tier(ServiceTier::Standard)), ("fast", Keyword::Tier(ServiceTier::Fast))];

/// Anthropic's `inference_geo`.
pub(super) const GEOS: Keywords = &[
    ("global", Keyword::Nothing),
    ("not_available", Keyword::Nothing),
    ("us", Keyword::Region(Region::Us)),
    ("eu", Keyword::Region(Region::Eu)),
];

/// Perplexity's `search_context_size`.
pub(super) const SEARCH_CONTEXTS: Keywords = &[
    ("low", Keyword::SearchContext(SearchContext::Low)),
    ("medium", Keyword::SearchContext(SearchContext::Medium)),
    ("high", Keyword::SearchContext(SearchContext::High)),
];

const OTHER_MODEL: &str = "it ran on a different model than the response: bill it separately, at that model's prices";

/// The types of Anthropic's `iterations`.
pub(super) const ITERATIONS: Keywords = &[
    ("message", Keyword::Nothing),
    ("compaction", Keyword::Nothing),
    ("fallback_message", Keyword::Nothing),
    ("advisor_message", Keyword::Unbillable(OTHER_MODEL)),
];

/// Whether Anthropic credited the cost of a call to another call.
pub(super) const FALLBACK_CREDITS: Keywords = &[
    ("not_applied", Keyword::Nothing),
    ("redeemed", Keyword::Unbillable("the call is billed together with the call that it retries")),
];

/// The provider whose definition of the totals a gateway uses.
pub(super) const SEMANTICS: Keywords = &[
    ("openai", Keyword::Nothing),
    (
        "anthropic",
        Keyword::Unbillable(
            "its totals exclude the cache: rename its members to Anthropic's names and read it as the format anthropic",
        ),
    ),
];
