//! The words by which usage objects say under which terms a call was answered.

use super::SearchContext;
use crate::rate::ServiceTier;
use crate::region::Region;

/// What a word says.
#[derive(Clone, Copy)]
pub(super) enum Word {
    /// Nothing that changes the price.
    Nothing,
    Tier(ServiceTier),
    Region(Region),
    SearchContext(SearchContext),
    /// What the counts cannot be billed by; the text says why.
    Unbillable(&'static str),
}

/// Words, in any letter case.
pub(super) type Words = &'static [(&'static str, Word)];

const RESERVED: Word = Word::Unbillable(
    "reserved capacity is paid for by the hour and not by the token: the call has no price of its own",
);

/// `service_tier`, `serviceTier`.
pub(super) const TIERS: Words = &[
    ("standard", Word::Tier(ServiceTier::Standard)),
    ("default", Word::Tier(ServiceTier::Standard)),
    ("auto", Word::Tier(ServiceTier::Standard)),
    ("on_demand", Word::Tier(ServiceTier::Standard)),
    ("batch", Word::Tier(ServiceTier::Batch)),
    ("flex", Word::Tier(ServiceTier::Flex)),
    ("priority", Word::Tier(ServiceTier::Priority)),
    ("balanced", Word::Tier(ServiceTier::Balanced)),
    ("ultrafast", Word::Tier(ServiceTier::Ultrafast)),
    ("fast", Word::Tier(ServiceTier::Fast)),
    ("scale", RESERVED),
    ("reserved", RESERVED),
    ("unspecified", Word::Nothing),
];

/// Gemini's `trafficType`.
pub(super) const TRAFFIC_TYPES: Words = &[
    ("ON_DEMAND", Word::Tier(ServiceTier::Standard)),
    ("ON_DEMAND_PRIORITY", Word::Tier(ServiceTier::Priority)),
    ("ON_DEMAND_FLEX", Word::Tier(ServiceTier::Flex)),
    ("PROVISIONED_THROUGHPUT", RESERVED),
    ("TRAFFIC_TYPE_UNSPECIFIED", Word::Nothing),
];

/// Anthropic's `speed`.
pub(super) const SPEEDS: Words =
    &[("standard", Word::Tier(ServiceTier::Standard)), ("fast", Word::Tier(ServiceTier::Fast))];

/// Anthropic's `inference_geo`.
pub(super) const GEOS: Words = &[
    ("global", Word::Nothing),
    ("not_available", Word::Nothing),
    ("us", Word::Region(Region::Us)),
    ("eu", Word::Region(Region::Eu)),
];

/// Perplexity's `search_context_size`.
pub(super) const SEARCH_CONTEXTS: Words = &[
    ("low", Word::SearchContext(SearchContext::Low)),
    ("medium", Word::SearchContext(SearchContext::Medium)),
    ("high", Word::SearchContext(SearchContext::High)),
];

const OTHER_MODEL: &str = "it ran on another model than the response: bill it by itself, at that model's prices";

/// The types of Anthropic's `iterations`.
pub(super) const ITERATIONS: Words = &[
    ("message", Word::Nothing),
    ("compaction", Word::Nothing),
    ("fallback_message", Word::Nothing),
    ("advisor_message", Word::Unbillable(OTHER_MODEL)),
];

/// Whether Anthropic moved what a call cost to another call.
pub(super) const FALLBACK_CREDITS: Words = &[
    ("not_applied", Word::Nothing),
    ("redeemed", Word::Unbillable("the call is billed together with the one that it retries")),
];

/// Whose totals a gateway hands on.
pub(super) const SEMANTICS: Words = &[
    ("openai", Word::Nothing),
    (
        "anthropic",
        Word::Unbillable("its totals leave out the cache: rename its members to Anthropic's, and read it as such"),
    ),
];
