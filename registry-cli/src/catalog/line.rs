//! A line of `registry catalog cost --batch`, which describes a call.

use super::call::{Fallback, moment};
use super::keywords;
use chrono::{DateTime, Utc};
use registry::catalog::{CallTerms, ServiceTier, Usage};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// The members that are added to a line. A line that already has one of them is rejected.
const ADDED: [&str; 5] = ["cost", "breakdown", "error", "priced_provider", "priced_model"];

/// A member that states the terms of a call, in any spelling of its name.
#[derive(Clone, Copy)]
enum Term {
    Tier,
    /// A tier if the value is one; otherwise the member states the kind of model or call.
    MaybeTier,
    Traffic,
    Speed,
    Region,
    SearchContext,
    OrStandard,
}

/// The names of these members, as words.
const TERMS: [(&str, Term); 11] = [
    ("service_tier", Term::Tier),
    ("tier", Term::Tier),
    ("processing", Term::Tier),
    ("mode", Term::MaybeTier),
    ("traffic_type", Term::Traffic),
    ("speed", Term::Speed),
    ("inference_geo", Term::Region),
    ("region", Term::Region),
    ("search_context_size", Term::SearchContext),
    ("search_context", Term::SearchContext),
    ("or_standard", Term::OrStandard),
];

/// Words that suggest a price in the name of a member that is not one of the terms.
const PRICE_WORDS: [&str; 15] = [
    "tier",
    "tiers",
    "speed",
    "region",
    "regions",
    "geo",
    "batch",
    "batches",
    "discount",
    "surcharge",
    "multiplier",
    "residency",
    "priority",
    "flex",
    "fast",
];

/// The description of a call. Other members are printed unchanged.
pub(super) struct Line<'l> {
    pub(super) provider: Option<Cow<'l, str>>,
    pub(super) model: Cow<'l, str>,
    pub(super) usage: Usage,
    at: Option<Cow<'l, str>>,
    /// The terms, with the names of their members as spelled.
    terms: Vec<(Term, Cow<'l, str>, Value)>,
    written: Option<&'static str>,
    price_member: Option<String>,
}

impl Line<'_> {
    /// Rejects a line that already has a member that would be added to it.
    pub(super) fn check_is_unpriced(&self) -> Result<(), String> {
        self.written.map_or(Ok(()), |name| Err(format!("the line already has a member `{name}`")))
    }

    pub(super) fn moment(&self) -> Result<Option<DateTime<Utc>>, String> {
        self.at.as_deref().map(moment).transpose()
    }

    /// Returns the terms of the call. An unknown member that suggests a price is an error, so that the call is not billed at the
    /// standard price.
    pub(super) fn terms(&self, fallback: &Fallback) -> Result<CallTerms, String> {
        if let Some(name) = &self.price_member {
            let known = "service_tier, speed, inference_geo, search_context_size, or_standard";
            return Err(format!(
                "the member `{name}` suggests a price but is unknown; the known members are {known}, and your own data can be in a member such as `metadata`"
            ));
        }
        let mut terms = CallTerms { or_standard: fallback.or_standard, ..ServiceTier::Standard.into() };
        let mut tiers = Vec::new();
        for (term, name, value) in &self.terms {
            let named = |error: String| format!("{name}: {error}");
            let word = || value.as_str().ok_or_else(|| format!("{name} is {value}, expected a string"));
            match term {
                Term::Tier => tiers.push(keywords::tier(word()?).map_err(named)?),
                Term::MaybeTier => tiers.extend(value.as_str().and_then(|word| keywords::tier(word).ok())),
                Term::Traffic => tiers.push(keywords::traffic(word()?).map_err(named)?),
                Term::Speed => tiers.push(keywords::speed(word()?).map_err(named)?),
                Term::Region => {
                    let region = keywords::region(word()?).map_err(named)?;
                    if terms.region.is_some() && terms.region != region {
                        return Err(format!("{name} is {value}, but another member states a different region"));
                    }
                    terms.region = region;
                }
                Term::SearchContext => terms.search_context = Some(keywords::search_context(word()?).map_err(named)?),
                Term::OrStandard => {
                    let flag = value.as_bool().ok_or_else(|| format!("{name} is {value}, expected true or false"))?;
                    terms.or_standard = flag;
                }
            }
        }
        terms.tier = keywords::one_tier(tiers)?;
        Ok(terms)
    }
}

/// Normalizes a name to its words: `serviceTier`, `service-tier` and `Service_Tier` become `service_tier`.
fn normalized_name(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut before = '_';
    for character in name.chars() {
        let starts = character.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit());
        if (starts || !character.is_alphanumeric()) && !words.is_empty() && !words.ends_with('_') {
            words.push('_');
        }
        if character.is_alphanumeric() {
            words.extend(character.to_lowercase());
        }
        before = character;
    }
    words
}

/// A string that borrows from the line if it has no escapes.
#[derive(Deserialize)]
struct Text<'l>(#[serde(borrow)] Cow<'l, str>);

/// A usage that cannot be deserialized from a list of its counts, unlike a derived struct.
struct Counts(Usage);

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Counts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of token counts")
            }

            fn visit_map<A: MapAccess<'de>>(self, counts: A) -> Result<Counts, A::Error> {
                Usage::deserialize(MapAccessDeserializer::new(counts)).map(Counts)
            }
        }
        deserializer.deserialize_map(Members)
    }
}

impl<'de> Deserialize<'de> for Line<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Line<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line<'de>, A::Error> {
                let (mut provider, mut model, mut at) = (None, None, None);
                let (mut usage, mut terms, mut written, mut price_member) = (None, Vec::new(), None, None);
                while let Some(Text(name)) = map.next_key()? {
                    let twice = match &*name {
                        "provider" => provider.replace(map.next_value::<Option<Text<'_>>>()?).is_some(),
                        "at" => at.replace(map.next_value::<Option<Text<'_>>>()?).is_some(),
                        "model" => model.replace(map.next_value::<Text<'_>>()?).is_some(),
                        "usage" => usage.replace(map.next_value::<Counts>()?).is_some(),
                        other => {
                            let words = normalized_name(other);
                            let term = TERMS.iter().find(|(known, _)| *known == words);
                            if let Some((_, term)) = term {
                                let value: Value = map.next_value()?;
                                if terms.iter().any(|(_, said, _)| *said == name) {
                                    return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
                                }
                                if !value.is_null() {
                                    terms.push((*term, name, value));
                                }
                            } else if words.split('_').any(|word| PRICE_WORDS.contains(&word)) {
                                let value: Option<IgnoredAny> = map.next_value()?;
                                price_member = price_member.or_else(|| value.map(|_| name.into_owned()));
                            } else {
                                written = written.or_else(|| ADDED.into_iter().find(|added| *added == other));
                                map.next_value::<IgnoredAny>()?;
                            }
                            continue;
                        }
                    };
                    if twice {
                        return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
                    }
                }
                let text = |Text(text)| text;
                Ok(Line {
                    provider: provider.flatten().map(text),
                    model: model.map(text).ok_or_else(|| A::Error::missing_field("model"))?,
                    usage: usage.map(|Counts(usage)| usage).ok_or_else(|| A::Error::missing_field("usage"))?,
                    at: at.flatten().map(text),
                    terms,
                    written,
                    price_member,
                })
            }
        }
        deserializer.deserialize_map(Members)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fallback, Line, normalized_name};
    use registry::catalog::{CallTerms, Region, SearchContext, ServiceTier};

    fn terms(members: &str) -> Result<CallTerms, String> {
        let line = format!(r#"{{"model": "m", "usage": {{"input_tokens": 1, "output_tokens": 0}}, {members}}}"#);
        serde_json::from_str::<Line<'_>>(&line).unwrap().terms(&Fallback { or_standard: false })
    }

    #[test]
    fn every_spelling_of_a_name_has_the_same_words() {
        for name in ["service_tier", "serviceTier", "service-tier", "Service Tier", "SERVICE_TIER", "_serviceTier"] {
            assert_eq!(normalized_name(name), "service_tier", "{name}");
        }
        assert_eq!(normalized_name("tag"), "tag");
    }

    #[test]
    fn a_tier_a_speed_and_a_region_are_understood_in_any_spelling() {
        let of = CallTerms::from;
        for (members, expected) in [
            (r#""serviceTier": "batch""#, of(ServiceTier::Batch)),
            (r#""tier": "Batch""#, of(ServiceTier::Batch)),
            (r#""service-tier": "PRIORITY""#, of(ServiceTier::Priority)),
            (r#""speed": "fast""#, of(ServiceTier::Fast)),
            (r#""speed": "fast", "service_tier": "standard""#, of(ServiceTier::Fast)),
            (r#""speed": "standard", "service_tier": "flex""#, of(ServiceTier::Flex)),
            (r#""service_tier": "default""#, of(ServiceTier::Standard)),
            (r#""service_tier": "Auto""#, of(ServiceTier::Standard)),
            (r#""service_tier": "on_demand""#, of(ServiceTier::Standard)),
            (r#""service_tier": null, "region": null, "batch": null"#, of(ServiceTier::Standard)),
            (r#""inference_geo": "US""#, of(ServiceTier::Standard).in_region(Region::Us)),
            (r#""inferenceGeo": "global""#, of(ServiceTier::Standard)),
            (
                r#""region": "eu", "tier": "batch", "orStandard": true"#,
                ServiceTier::Batch.or_standard().in_region(Region::Eu),
            ),
            (r#""search_context_size": "high""#, of(ServiceTier::Standard).with_search_context(SearchContext::High)),
            (r#""metadata": {"tier": "gold", "region": "mars"}, "tag": "batch""#, of(ServiceTier::Standard)),
        ] {
            assert_eq!(terms(members), Ok(expected), "{members}");
        }
    }

    #[test]
    fn an_unknown_member_that_suggests_a_price_is_rejected() {
        for (members, expected) in [
            (r#""tier": "gold""#, "tier: `gold` is not a service tier"),
            (r#""tier": 3"#, "tier is 3, expected a string"),
            (r#""speed": "warp""#, "speed: `warp` is not a speed; expected one of fast, standard"),
            (r#""region": "us-east-1""#, "region: `us-east-1` is not a region"),
            (
                r#""inference_geo": "us", "region": "eu""#,
                "region is \"eu\", but another member states a different region",
            ),
            (
                r#""speed": "fast", "tier": "batch""#,
                "a call has one service tier, but this one requests both fast and batch",
            ),
            (r#""or_standard": "yes""#, "or_standard is \"yes\", expected true or false"),
            (r#""search_context": "huge""#, "search_context: `huge` is not a search context"),
            (r#""batch": true"#, "the member `batch` suggests a price but is unknown"),
            (r#""is_batch": false"#, "the member `is_batch` suggests a price"),
            (r#""data-residency": "us""#, "the member `data-residency` suggests a price"),
            (r#""discountPercent": 50"#, "the member `discountPercent` suggests a price"),
            (r#""fast": true"#, "the member `fast` suggests a price"),
        ] {
            let error = terms(members).unwrap_err();
            assert!(error.starts_with(expected), "{members}: {error}");
        }
    }
}
