//! The keywords that state the terms of a call, in options on the command line and in members of a line.

use registry::catalog::{Region, SearchContext, ServiceTier};

/// Keywords for the standard tier in addition to its key.
const STANDARD: [&str; 3] = ["default", "auto", "on_demand"];

/// Keywords for a call that is not restricted to a region.
const ANYWHERE: [&str; 2] = ["global", "not_available"];

/// Parses a service tier, ignoring case.
pub(super) fn tier(keyword: &str) -> Result<ServiceTier, String> {
    let keyword = keyword.to_ascii_lowercase();
    if STANDARD.contains(&&*keyword) {
        Ok(ServiceTier::Standard)
    } else {
        keyword.parse().map_err(|error| format!("{error}"))
    }
}

/// Keywords for traffic types as reported by Gemini on Vertex AI.
const TRAFFIC: [(&str, ServiceTier); 3] = [
    ("on_demand", ServiceTier::Standard),
    ("on_demand_priority", ServiceTier::Priority),
    ("on_demand_flex", ServiceTier::Flex),
];

/// Returns the tier of a traffic type. Provisioned throughput is not billed per token.
pub(super) fn traffic(keyword: &str) -> Result<ServiceTier, String> {
    let row = TRAFFIC.iter().find(|(known, _)| keyword.eq_ignore_ascii_case(known));
    row.map(|(_, tier)| *tier).ok_or_else(|| {
        format!("`{keyword}` is not a traffic type that is billed per token; expected one of on_demand, on_demand_priority, on_demand_flex")
    })
}

/// Returns the tier that a speed requests, as in Anthropic's API.
pub(super) fn speed(keyword: &str) -> Result<ServiceTier, String> {
    match &*keyword.to_ascii_lowercase() {
        "fast" => Ok(ServiceTier::Fast),
        "standard" => Ok(ServiceTier::Standard),
        _ => Err(format!("`{keyword}` is not a speed; expected one of fast, standard")),
    }
}

/// Returns the region that a call is restricted to, or `None` for a keyword that states that it is not restricted.
pub(super) fn region(keyword: &str) -> Result<Option<Region>, String> {
    let keyword = keyword.to_ascii_lowercase();
    if ANYWHERE.contains(&&*keyword) { Ok(None) } else { keyword.parse().map(Some).map_err(|error| format!("{error}")) }
}

/// Parses a search context.
pub(super) fn search_context(keyword: &str) -> Result<SearchContext, String> {
    keyword.to_ascii_lowercase().parse().map_err(|error| format!("{error}"))
}

/// Combines the tiers that a call requests in several ways. The standard tier is the default, so any other tier wins.
pub(super) fn one_tier(requested: impl IntoIterator<Item = ServiceTier>) -> Result<ServiceTier, String> {
    requested.into_iter().try_fold(ServiceTier::Standard, |one, tier| match (one, tier) {
        (one, ServiceTier::Standard) => Ok(one),
        (ServiceTier::Standard, tier) => Ok(tier),
        (one, tier) if one == tier => Ok(one),
        (one, tier) => Err(format!("a call has one service tier, but this one requests both {one} and {tier}")),
    })
}
