//! The prices of a model: `cost`, its tiers, and the costs of the modes in which the model can be called.

use crate::import::Action;
use crate::import::left_out::Mismatch;
use crate::import::members::member;
use crate::import::model_builder::ModelBuilder;
use crate::import::value::{self, Read};
use model_catalog::__private::{MAX_TOKENS, json::RawObject};
use model_catalog::{PriceComponent, ServiceTier, UnknownRate};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The key of a price per million tokens, and the component that it is for.
const COMPONENTS: &[(&str, PriceComponent)] = &[
    ("input", PriceComponent::Input),
    ("output", PriceComponent::Output),
    ("reasoning", PriceComponent::Reasoning),
    ("cache_read", PriceComponent::CacheRead),
    ("cache_write", PriceComponent::CacheWrite),
    ("input_audio", PriceComponent::AudioInput),
    ("output_audio", PriceComponent::AudioOutput),
];

/// The number of units that a price is for.
const UNITS: u32 = 1_000_000;

/// The member with prices above thresholds.
const TIERS: &str = "tiers";

/// Reads the prices of a service tier: those without a threshold, and those above thresholds.
pub(super) fn costs<'t>(builder: &mut ModelBuilder<'_, 't>, path: &str, value: &'t RawValue, tier: ServiceTier) {
    let RawObject(prices) = builder.members(path, value);
    let has_tiers =
        member(&prices, TIERS).and_then(|tiers| value::list(tiers).ok()).is_some_and(|tiers| !tiers.is_empty());
    for (key, value) in &prices {
        match (&**key, threshold(key)) {
            (TIERS, _) => {
                let path = format!("{path}.{key}");
                match builder.take(&path, value::list(value)) {
                    Some(tiers) => tiers.into_iter().for_each(|value| context_tier(builder, &path, value, tier)),
                    None => builder.uncertain_threshold_of_tokens(tier),
                }
            }
            (_, Some(_)) if has_tiers => {
                builder.note(Action::Dropped, format!("{path}.{key}, which is replaced by {path}.tiers"));
            }
            (_, Some(above)) => {
                let path = format!("{path}.{key}");
                if above > MAX_TOKENS {
                    builder.leave_out(&path, Mismatch::new(value, "a threshold of at most 10^12 tokens"));
                    continue;
                }
                match builder.take(&path, value::object(value)) {
                    Some(RawObject(prices)) => {
                        for (key, value) in &prices {
                            price(builder, &path, (key, value), (above, tier));
                        }
                    }
                    None => {
                        builder.unknown_tokens(|component| UnknownRate { tier, above, ..UnknownRate::list(component) });
                    }
                }
            }
            (_, None) => {
                if key.starts_with(OVER) {
                    builder.uncertain_threshold_of_tokens(tier);
                }
                price(builder, path, (key, value), (0, tier));
            }
        }
    }
}

/// The prefix of the key of prices above a threshold.
const OVER: &str = "context_over_";

/// Parses the threshold in a key such as `context_over_200k`, in tokens.
fn threshold(key: &str) -> Option<u64> {
    value::tokens(key.strip_prefix(OVER)?)
}

/// Reads the prices of an element of `tiers`; one with a condition other than more input is kept. If its threshold is
/// unknown,
/// the prices of its components are uncertain.
fn context_tier<'t>(builder: &mut ModelBuilder<'_, 't>, path: &str, value: &'t RawValue, tier: ServiceTier) {
    let Some(RawObject(members)) = builder.take(path, value::object(value)) else {
        return builder.uncertain_threshold_of_tokens(tier);
    };
    let size = match member(&members, "tier").and_then(context_size) {
        Some(size) => builder.take(path, size),
        None => {
            builder.keep(Action::PriceInExtra, path, value);
            None
        }
    };
    let prices = members.iter().filter(|(key, _)| key != "tier");
    match size {
        Some(size) => prices.for_each(|(key, value)| price(builder, path, (key, value), (size, tier))),
        None => prices.filter_map(|(key, _)| component(key)).for_each(|it| builder.uncertain_threshold(it, tier)),
    }
}

/// Returns the threshold of a tier whose only condition is more input.
fn context_size(terms: &RawValue) -> Option<Read<'_, u64>> {
    let RawObject(terms) = value::object(terms).ok()?;
    let is_context = value::text(member(&terms, "type")?).is_ok_and(|kind| kind == "context");
    let size = member(&terms, "size")?;
    let is_more = |size: &u64| *size > 0;
    (is_context && terms.len() == 2).then(|| {
        let count = value::count(size)?;
        Some(count).filter(is_more).ok_or_else(|| Mismatch::new(size, "a threshold greater than 0 tokens"))
    })
}

/// Returns the component that a key is for.
pub(super) fn component(key: &str) -> Option<PriceComponent> {
    COMPONENTS.iter().find(|(known, _)| *known == key).map(|(_, component)| *component)
}

/// Reads a price above a threshold in a service tier; one for an unknown component is kept.
fn price<'t>(
    builder: &mut ModelBuilder<'_, 't>,
    path: &str,
    (key, value): (&str, &'t RawValue),
    (above, tier): (u64, ServiceTier),
) {
    let path = format!("{path}.{key}");
    let Some(component) = component(key) else {
        builder.keep(Action::PriceInExtra, &path, value);
        return;
    };
    let price = builder.price_for(UNITS, &path, value);
    builder.add(&path, value, UnknownRate { tier, above, ..UnknownRate::list(component) }, price);
}

/// What a mode changes in a request, if it selects a service tier and nothing else.
#[derive(Deserialize)]
#[serde(untagged)]
enum Request<'a> {
    Tier(#[serde(borrow)] TierRequest<'a>),
    Speed(#[serde(borrow)] SpeedRequest<'a>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TierRequest<'a> {
    #[serde(borrow)]
    body: Body<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<'a> {
    #[serde(borrow)]
    service_tier: Cow<'a, str>,
}

/// What requests fast answers from Anthropic; the header opts in to the beta.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpeedRequest<'a> {
    #[serde(borrow)]
    body: Speed<'a>,
    #[serde(default, rename = "headers")]
    _headers: Headers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Speed<'a> {
    #[serde(borrow)]
    speed: Cow<'a, str>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Headers {
    #[serde(default, rename = "anthropic-beta")]
    _beta: Option<IgnoredAny>,
}

impl Request<'_> {
    fn tier(&self) -> Option<ServiceTier> {
        match self {
            Self::Tier(TierRequest { body }) => ServiceTier::from_key(&body.service_tier),
            Self::Speed(SpeedRequest { body, .. }) => Some(ServiceTier::Fast).filter(|_| body.speed == "fast"),
        }
    }
}

/// Reads the prices of the modes in which a model can be called. Those that do not select a non-standard tier are
/// reported and
/// kept with the model's facts. Two modes of the same tier must agree.
pub(super) fn modes<'t>(builder: &mut ModelBuilder<'_, 't>, name: &str, value: &'t RawValue) {
    let object = |value: &'t RawValue| value::object(value).unwrap_or(RawObject(Vec::new()));
    let RawObject(members) = object(value);
    let Some(modes) = member(&members, "modes") else { return };
    for (mode, value) in object(modes).0 {
        let RawObject(members) = object(value);
        let Some(cost) = member(&members, "cost") else { continue };
        let path = format!("{name}.modes.{mode}.cost");
        let request = member(&members, "provider").map(RawValue::get);
        let tier = request.and_then(|request| serde_json::from_str::<Request<'_>>(request).ok()?.tier());
        match tier.filter(|tier| *tier != ServiceTier::Standard) {
            Some(tier) => {
                costs(builder, &path, cost, tier);
                builder.note_imported(&path);
            }
            None => builder.note(Action::PriceInExtra, path),
        }
    }
}
