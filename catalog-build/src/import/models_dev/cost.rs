//! The prices of a model: `cost`, its tiers, and the costs of the modes in which the model can be asked.

use super::object;
use crate::import::item::Item;
use crate::import::members::member;
use crate::import::{Action, ImportError};
use model_catalog::__private::json::RawObject;
use model_catalog::{PriceComponent, Rate, ServiceTier};
use serde::Deserialize;
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

/// The prices of one tier of service: those without a threshold, and those above some.
pub(super) fn costs(item: &mut Item<'_>, path: &str, value: &RawValue, tier: ServiceTier) -> Result<(), ImportError> {
    let RawObject(prices) = item.parse(path, value)?;
    let tiers: Option<Vec<&RawValue>> =
        member(&prices, "tiers").and_then(|tiers| serde_json::from_str(tiers.get()).ok());
    let has_tiers = tiers.as_ref().is_some_and(|tiers| !tiers.is_empty());
    for (key, value) in &prices {
        match (&tiers, thousands(key)) {
            (Some(tiers), _) if key == "tiers" => {
                for value in tiers {
                    context_tier(item, &format!("{path}.{key}"), value, tier)?;
                }
            }
            (_, Some(_)) if has_tiers => {
                item.report.note(Action::Dropped, format!("{path}.{key}, which {path}.tiers replaces"), item.key);
            }
            (_, Some(thousands)) => {
                let path = format!("{path}.{key}");
                let RawObject(prices) = item.parse(&path, value)?;
                for (key, value) in &prices {
                    price(item, &path, (key, value), (thousands.saturating_mul(1_000), tier))?;
                }
            }
            (_, None) => price(item, path, (key, value), (0, tier))?,
        }
    }
    Ok(())
}

/// The threshold in a key such as `context_over_200k`, in thousands of tokens.
fn thousands(key: &str) -> Option<u64> {
    key.strip_prefix("context_over_")?.strip_suffix('k')?.parse().ok()
}

/// What an item of `tiers` holds for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContextTier<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    size: u64,
}

/// The prices of an item of `tiers`; one that holds for something else than more input is kept.
fn context_tier(item: &mut Item<'_>, path: &str, value: &RawValue, tier: ServiceTier) -> Result<(), ImportError> {
    let RawObject(members) = object(value);
    let terms = member(&members, "tier").and_then(|terms| serde_json::from_str::<ContextTier<'_>>(terms.get()).ok());
    let Some(ContextTier { size, .. }) = terms.filter(|terms| terms.kind == "context" && terms.size > 0) else {
        item.keep(Action::PriceInExtra, path, value);
        return Ok(());
    };
    for (key, value) in members.iter().filter(|(key, _)| key != "tier") {
        price(item, path, (key, value), (size, tier))?;
    }
    Ok(())
}

/// A price above a number of tokens in a tier of service; one of an unknown component is kept.
fn price(
    item: &mut Item<'_>,
    path: &str,
    (key, value): (&str, &RawValue),
    (above, tier): (u64, ServiceTier),
) -> Result<(), ImportError> {
    let path = format!("{path}.{key}");
    let Some(&(_, component)) = COMPONENTS.iter().find(|(known, _)| *known == key) else {
        item.keep(Action::PriceInExtra, &path, value);
        return Ok(());
    };
    let price = item.price_for(6, &path, value)?;
    item.add(&path, Rate { tier, above, ..Rate::list(component, price) })
}

/// What a mode changes in a request, where it chooses a tier of service and does nothing else.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    body: Body,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    service_tier: ServiceTier,
}

/// The prices of the modes in which a model can be asked. Those that are no tier's, or a tier's that has prices already,
/// are reported; they stay where the model's facts are.
pub(super) fn modes(item: &mut Item<'_>, name: &str, value: &RawValue) -> Result<(), ImportError> {
    let RawObject(members) = object(value);
    let Some(modes) = member(&members, "modes") else { return Ok(()) };
    let mut seen = vec![ServiceTier::Standard];
    for (mode, value) in object(modes).0 {
        let RawObject(members) = object(value);
        let Some(cost) = member(&members, "cost") else { continue };
        let path = format!("{name}.modes.{mode}.cost");
        let request = member(&members, "provider").and_then(|request| serde_json::from_str(request.get()).ok());
        match request {
            Some(Request { body: Body { service_tier } }) if !seen.contains(&service_tier) => {
                seen.push(service_tier);
                costs(item, &path, cost, service_tier)?;
                item.taken(&path);
            }
            _ => item.report.note(Action::PriceInExtra, path, item.key),
        }
    }
    Ok(())
}
