//! The prices of a model: `cost`, its tiers, and the costs of the modes in which the model can be asked.

use crate::import::Action;
use crate::import::item::Item;
use crate::import::left_out::Problem;
use crate::import::members::member;
use crate::import::value::{self, Read};
use model_catalog::__private::{MAX_TOKENS, json::RawObject};
use model_catalog::{PriceComponent, ServiceTier, UnknownRate};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The key of a price, per million tokens, and the component that it prices.
const COMPONENTS: &[(&str, PriceComponent)] = &[
    ("input", PriceComponent::Input),
    ("output", PriceComponent::Output),
    ("reasoning", PriceComponent::Reasoning),
    ("cache_read", PriceComponent::CacheRead),
    ("cache_write", PriceComponent::CacheWrite),
    ("input_audio", PriceComponent::AudioInput),
    ("output_audio", PriceComponent::AudioOutput),
];

/// What the prices of the component are for.
const UNITS: u32 = 1_000_000;

/// The member with prices for more input than that.
const TIERS: &str = "tiers";

/// The prices of one tier of service: those without a threshold, and those above some.
pub(super) fn costs<'t>(item: &mut Item<'_, 't>, path: &str, value: &'t RawValue, tier: ServiceTier) {
    let RawObject(prices) = item.members(path, value);
    let has_tiers =
        member(&prices, TIERS).and_then(|tiers| value::list(tiers).ok()).is_some_and(|tiers| !tiers.is_empty());
    for (key, value) in &prices {
        match (&**key, threshold(key)) {
            (TIERS, _) => {
                let path = format!("{path}.{key}");
                match item.take(&path, value::list(value)) {
                    Some(tiers) => tiers.into_iter().for_each(|value| context_tier(item, &path, value, tier)),
                    None => item.uncertain_threshold_of_tokens(tier),
                }
            }
            (_, Some(_)) if has_tiers => {
                item.note(Action::Dropped, format!("{path}.{key}, which {path}.tiers replaces"));
            }
            (_, Some(above)) => {
                let path = format!("{path}.{key}");
                if above > MAX_TOKENS {
                    item.leave_out(&path, Problem::new(value, "a threshold of at most 10^12 tokens"));
                    continue;
                }
                match item.take(&path, value::object(value)) {
                    Some(RawObject(prices)) => {
                        for (key, value) in &prices {
                            price(item, &path, (key, value), (above, tier));
                        }
                    }
                    None => {
                        item.unknown_tokens(|component| UnknownRate { tier, above, ..UnknownRate::list(component) });
                    }
                }
            }
            (_, None) => {
                if key.starts_with(OVER) {
                    item.uncertain_threshold_of_tokens(tier);
                }
                price(item, path, (key, value), (0, tier));
            }
        }
    }
}

/// What the key of prices above a threshold begins with.
const OVER: &str = "context_over_";

/// The threshold in a key such as `context_over_200k`, in tokens.
fn threshold(key: &str) -> Option<u64> {
    value::tokens(key.strip_prefix(OVER)?)
}

/// The prices of an item of `tiers`; one that holds for something else than more input is kept. Where it is unknown for
/// how much input it holds, what it prices has no certain price.
fn context_tier<'t>(item: &mut Item<'_, 't>, path: &str, value: &'t RawValue, tier: ServiceTier) {
    let Some(RawObject(members)) = item.take(path, value::object(value)) else {
        return item.uncertain_threshold_of_tokens(tier);
    };
    let size = match member(&members, "tier").and_then(context_size) {
        Some(size) => item.take(path, size),
        None => {
            item.keep(Action::PriceInExtra, path, value);
            None
        }
    };
    let prices = members.iter().filter(|(key, _)| key != "tier");
    match size {
        Some(size) => prices.for_each(|(key, value)| price(item, path, (key, value), (size, tier))),
        None => prices.filter_map(|(key, _)| component(key)).for_each(|it| item.uncertain_threshold(it, tier)),
    }
}

/// The threshold of a tier that holds for more input than that, and for nothing else.
fn context_size(terms: &RawValue) -> Option<Read<'_, u64>> {
    let RawObject(terms) = value::object(terms).ok()?;
    let is_context = value::text(member(&terms, "type")?).is_ok_and(|kind| kind == "context");
    let size = member(&terms, "size")?;
    let is_more = |size: &u64| *size > 0;
    (is_context && terms.len() == 2).then(|| {
        let count = value::count(size)?;
        Some(count).filter(is_more).ok_or_else(|| Problem::new(size, "a threshold of more than 0 tokens"))
    })
}

/// The component that a key prices.
pub(super) fn component(key: &str) -> Option<PriceComponent> {
    COMPONENTS.iter().find(|(known, _)| *known == key).map(|(_, component)| *component)
}

/// A price above a number of tokens in a tier of service; one of an unknown component is kept.
fn price<'t>(
    item: &mut Item<'_, 't>,
    path: &str,
    (key, value): (&str, &'t RawValue),
    (above, tier): (u64, ServiceTier),
) {
    let path = format!("{path}.{key}");
    let Some(component) = component(key) else {
        item.keep(Action::PriceInExtra, &path, value);
        return;
    };
    let price = item.price_for(UNITS, &path, value);
    item.add(&path, value, UnknownRate { tier, above, ..UnknownRate::list(component) }, price);
}

/// What a mode changes in a request, where it chooses a tier of service and does nothing else.
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

/// What asks Anthropic for fast answers; the header admits the request to the trial of these.
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

/// The prices of the modes in which a model can be asked. Those of no other tier than the standard one are
/// reported; they stay where the model's facts are. Two modes of one tier have to agree.
pub(super) fn modes<'t>(item: &mut Item<'_, 't>, name: &str, value: &'t RawValue) {
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
                costs(item, &path, cost, tier);
                item.taken(&path);
            }
            None => item.note(Action::PriceInExtra, path),
        }
    }
}
