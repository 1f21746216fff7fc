//! The words by which calls say under which terms they were made: options of the command line, and members of a line.

use registry::catalog::{Region, SearchContext, ServiceTier};

/// Words that stand for the standard tier besides its key.
const STANDARD: [&str; 3] = ["default", "auto", "on_demand"];

/// Words for a call that is not restricted to a region.
const ANYWHERE: [&str; 2] = ["global", "not_available"];

/// A service tier, in any letter case.
pub(super) fn tier(word: &str) -> Result<ServiceTier, String> {
    let word = word.to_ascii_lowercase();
    if STANDARD.contains(&&*word) {
        Ok(ServiceTier::Standard)
    } else {
        word.parse().map_err(|error| format!("{error}"))
    }
}

/// Words for traffic as Gemini on Vertex AI reports it.
const TRAFFIC: [(&str, ServiceTier); 3] = [
    ("on_demand", ServiceTier::Standard),
    ("on_demand_priority", ServiceTier::Priority),
    ("on_demand_flex", ServiceTier::Flex),
];

/// The tier of a type of traffic. Provisioned throughput is not billed by tokens.
pub(super) fn traffic(word: &str) -> Result<ServiceTier, String> {
    let row = TRAFFIC.iter().find(|(known, _)| word.eq_ignore_ascii_case(known));
    row.map(|(_, tier)| *tier).ok_or_else(|| {
        format!("`{word}` is not a type of traffic that is billed by tokens; expected one of on_demand, on_demand_priority, on_demand_flex")
    })
}

/// The tier that a speed asks for, as Anthropic's API takes it.
pub(super) fn speed(word: &str) -> Result<ServiceTier, String> {
    match &*word.to_ascii_lowercase() {
        "fast" => Ok(ServiceTier::Fast),
        "standard" => Ok(ServiceTier::Standard),
        _ => Err(format!("`{word}` is not a speed; expected one of fast, standard")),
    }
}

/// The region that a call is restricted to, or `None` for a word that says it is not.
pub(super) fn region(word: &str) -> Result<Option<Region>, String> {
    let word = word.to_ascii_lowercase();
    if ANYWHERE.contains(&&*word) { Ok(None) } else { word.parse().map(Some).map_err(|error| format!("{error}")) }
}

/// How much a search gave the model to read.
pub(super) fn search_context(word: &str) -> Result<SearchContext, String> {
    word.to_ascii_lowercase().parse().map_err(|error| format!("{error}"))
}

/// The one tier that is asked for in several ways; the standard tier is what everybody gets who asks for nothing.
pub(super) fn one_tier(asked: impl IntoIterator<Item = ServiceTier>) -> Result<ServiceTier, String> {
    asked.into_iter().try_fold(ServiceTier::Standard, |one, tier| match (one, tier) {
        (one, ServiceTier::Standard) => Ok(one),
        (ServiceTier::Standard, tier) => Ok(tier),
        (one, tier) if one == tier => Ok(one),
        (one, tier) => Err(format!("a call is in one service tier, and this one asks for {one} and {tier}")),
    })
}
