//! The data file of the genai-prices project, `data.json` (MIT).
//!
//! - Providers get their canonical spelling: see [`canonical_provider`].
//! - A model's aliases are the names that its match rules compare with `equals`; rules by prefix, substring or pattern
//!   are kept as facts.
//! - Prices are per million tokens, per thousand requests and so on: see the table. A price with tiers has a threshold
//!   for each of them. A later list of prices with a start date replaces the previous one on that date, and one with
//!   daily hours applies within them. A list under any other constraint is kept and reported as an unknown price.
//! - A variant of the prices for calls that request a service tier has the prices of that tier. A component that the
//!   variant does not list costs the same as without the variant. Variants for other calls, such as those for a route,
//!   are kept and reported as unknown prices.

use super::duplicates::key_path;
use super::left_out::Mismatch;
use super::log::Log;
use super::model_builder::{ModelBuilder, Stated, looks_like_a_price};
use super::models::{Models, rank};
use super::value::{self, Read};
use super::{Action, Edition, Import, ImportError, Source};
use crate::import::members::{Members, member};
use chrono::{NaiveDate, Weekday};
use model_catalog::__private::{
    fallback_component, is_model_name, is_provider_name,
    json::{self, JsonError, RawObject},
    minutes,
};
use model_catalog::{
    ModelCatalogEntry, PriceComponent, ServiceTier, Unit, UnknownRate, WeeklyWindow, canonical_provider,
};
use rust_decimal::Decimal;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

const SOURCE: Source =
    Source { id: "genai-prices", url: "https://github.com/pydantic/genai-prices/blob/main/prices/data.json" };

/// The key of a price, the component that it is for, and the number of units that it is for.
///
/// The schema has more keys, which are kept as facts because no component matches them:
///
/// | keys | reason |
/// |---|---|
/// | `…_text_…` | text only, whereas the plain component is what no other component covers |
/// | `cache_image_write_…`, `cache_video_…`, `cache_audio_write_1h_mtok` | no component is that specific |
/// | `input_…tool_mtok`, `output_…_reasoning_mtok` and `…_citation_mtok` of one modality | the same |
/// | `output_audio_hours` | there is no component for seconds of audio output |
/// | `web_searches_kcount` | the components depend on the search context |
/// | `social_searches_kcount`, `storage_searches_kcount`, `code_executions_kcount` | tools without a component |
const COMPONENTS: &[(&str, PriceComponent, u32)] = {
    use PriceComponent as C;
    &[
        ("input_mtok", C::Input, 1_000_000),
        ("output_mtok", C::Output, 1_000_000),
        ("cache_read_mtok", C::CacheRead, 1_000_000),
        ("cache_write_mtok", C::CacheWrite, 1_000_000),
        ("cache_write_5m_mtok", C::CacheWrite, 1_000_000),
        ("cache_write_1h_mtok", C::CacheWrite1h, 1_000_000),
        ("output_reasoning_mtok", C::Reasoning, 1_000_000),
        ("output_citation_mtok", C::Citation, 1_000_000),
        ("input_audio_mtok", C::AudioInput, 1_000_000),
        ("output_audio_mtok", C::AudioOutput, 1_000_000),
        ("cache_audio_read_mtok", C::CacheReadAudio, 1_000_000),
        ("cache_audio_write_mtok", C::CacheWriteAudio, 1_000_000),
        ("cache_audio_write_5m_mtok", C::CacheWriteAudio, 1_000_000),
        ("input_image_mtok", C::ImageInput, 1_000_000),
        ("output_image_mtok", C::ImageOutput, 1_000_000),
        ("cache_image_read_mtok", C::CacheReadImage, 1_000_000),
        ("input_video_mtok", C::VideoInput, 1_000_000),
        ("output_video_mtok", C::VideoOutput, 1_000_000),
        ("input_mchars", C::InputCharacter, 1_000_000),
        ("input_gpixels", C::InputPixel, 1_000_000_000),
        ("audio_hours", C::InputSecond, 3_600),
        ("input_audio_hours", C::InputAudioSecond, 3_600),
        ("input_document_kpages", C::OcrPage, 1_000),
        ("input_annotated_document_kpages", C::AnnotationPage, 1_000),
        ("rerank_searches_kcount", C::InputQuery, 1_000),
        ("input_text_messages_kcount", C::TextMessage, 1_000),
        ("requests_kcount", C::Request, 1_000),
    ]
};

/// The member that contains the prices of a model.
const PRICES: &str = "prices";

/// The member that contains variants of the prices.
const VARIANTS_OF_PRICES: &str = "price_variants";

/// The member and value by which a variant selects calls, and the service tier that this is.
const VARIANTS: &[(&str, &str, ServiceTier)] = &[
    ("processing", "batch", ServiceTier::Batch),
    ("service_tier", "default", ServiceTier::Standard),
    ("service_tier", "flex", ServiceTier::Flex),
    ("service_tier", "priority", ServiceTier::Priority),
    ("service_tier", "fast", ServiceTier::Fast),
    ("speed", "fast", ServiceTier::Fast),
];

/// The members of a constraint: the date from which a list of prices applies, and the times of day between which it
/// does.
const CONSTRAINTS: [&str; 3] = ["start_date", "start_time", "end_time"];

const WEEK: [Weekday; 7] =
    [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];

/// Creates a snapshot from the text of the data file.
///
/// ```
/// use catalog_build::import::{Edition, genai_prices};
///
/// let data = r#"[{"id": "x-ai", "name": "xAI", "models": [
///     {"id": "grok-4", "match": {"equals": "grok-4-0709"}, "prices": {"input_mtok": 3, "output_mtok": 15}}
/// ]}]"#;
/// let edition = Edition { version: "2026-08-21", date: "2026-08-21".parse()? };
/// let import = genai_prices::import(data, &edition)?;
/// let model = &import.snapshot.models[0];
/// assert_eq!((&*model.provider, model.pricing.input().unwrap().to_string().as_str()), ("xai", "0.000003"));
/// assert_eq!(model.aliases.iter().next(), Some("grok-4-0709"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ImportError`] if the text is not JSON of the expected type, if no entry can be used, or if `edition` breaks a
/// rule.
pub fn import(text: &str, edition: &Edition<'_>) -> Result<Import, ImportError> {
    SOURCE.import(text, edition, read)
}

/// Like [`import`], but rejects an input with duplicate keys or with anything that would be left out.
///
/// # Errors
///
/// [`ImportError`], also if a key is duplicate or if anything would be left out.
pub fn import_strict(text: &str, edition: &Edition<'_>) -> Result<Import, ImportError> {
    SOURCE.strict(text, import(text, edition))
}

fn read<'t>(text: &'t str, log: &mut Log<'t>) -> Result<Vec<ModelCatalogEntry<'static>>, JsonError> {
    let elements: Vec<&RawValue> = json::parse(text, text)?;
    let mut providers = Vec::with_capacity(elements.len());
    for value in &elements {
        match provider(value) {
            Ok(provider) => providers.push(provider),
            Err(mismatch) => {
                log.report.keys += 1;
                log.leave_out_entry("a provider", mismatch);
            }
        }
    }
    providers.sort_by(|(a, ..), (b, ..)| rank(a).cmp(&rank(b)));
    let mut models = Models::default();
    for (spelling, members, list) in providers {
        for (name, _) in members.iter().filter(|(name, _)| !matches!(&**name, "id" | "models")) {
            log.note(Action::Dropped, format!("{name} of a provider"), &spelling);
        }
        for value in list {
            log.report.keys += 1;
            match model(&spelling, value, log) {
                Ok(entry) => models.add(&spelling, entry, log),
                Err(mismatch) => log.leave_out_entry(&spelling, mismatch),
            }
        }
    }
    let models = models.finish(log);
    log.claim_rest(|path| name_of(&elements, path));
    Ok(models)
}

/// The id, the members and the models of a provider.
type Provider<'t> = (Cow<'t, str>, Vec<(Cow<'t, str>, &'t RawValue)>, Vec<&'t RawValue>);

fn provider(value: &RawValue) -> Read<'_, Provider<'_>> {
    let RawObject(members) = value::object(value)?;
    let id = id_of(value, &members, is_provider)?;
    let list =
        member(&members, "models").ok_or_else(|| absent(value, "models").found(format_args!("{id}: nothing")))?;
    let list = value::list(list)?;
    Ok((id, members, list))
}

fn is_provider(spelling: &str) -> bool {
    is_provider_name(canonical_provider(spelling))
}

/// Returns the member `id` of a provider or model if it is a valid name.
fn id_of<'t>(value: &'t RawValue, members: &Members<'t>, is_name: fn(&str) -> bool) -> Read<'t, Cow<'t, str>> {
    let id = member(members, "id").ok_or_else(|| absent(value, "id"))?;
    json::string(id)
        .filter(|id| is_name(id))
        .ok_or_else(|| Mismatch::new(id, "a name as its id").found(format_args!("id: {}", id.get())))
}

/// Reports a required member that an object lacks.
fn absent<'t>(object: &'t RawValue, name: &str) -> Mismatch<'t> {
    Mismatch::new(object, format!("a member {name}")).found("nothing")
}

/// Returns what a path of keys leads to: an entry, or a member of a provider.
fn name_of(providers: &[&RawValue], path: &[String]) -> (String, Option<String>) {
    let index = |key: Option<&String>| key?.strip_prefix('[')?.strip_suffix(']')?.parse::<usize>().ok();
    let id = |value: Option<&&RawValue>| {
        let RawObject(members) = value::object(value?).ok()?;
        json::string(member(&members, "id")?).map(Cow::into_owned)
    };
    let provider = id(index(path.first()).and_then(|index| providers.get(index))).unwrap_or_else(|| key_path(path));
    match path.get(1..).unwrap_or_default() {
        [name] if name == "models" || name == "id" => (provider, None),
        rest => (provider, Some(key_path(rest))),
    }
}

fn model<'t>(spelling: &str, value: &'t RawValue, log: &mut Log<'t>) -> Read<'t, ModelCatalogEntry<'static>> {
    let RawObject(members) = value::object(value)?;
    let id = id_of(value, &members, is_model_name)?;
    let key = format!("{spelling}/{id}");
    let disputed = log.claim(&key, value.get());
    let mut builder = ModelBuilder::new(&key, log);
    let mut entry = ModelCatalogEntry::new(canonical_provider(spelling), &*id, SOURCE.id);
    for (name, value) in &members {
        match &**name {
            "id" => {}
            "context_window" => entry.context_window = builder.count(name, value),
            "match" => {
                let mut aliases = equals(&mut builder, name, value, 0);
                aliases.sort_unstable();
                aliases.dedup();
                aliases.retain(|alias| *alias != id);
                entry.aliases = aliases.into();
                builder.keep(Action::Extra, name, value);
                continue;
            }
            PRICES => prices(&mut builder, name, value),
            // Read once the prices without a variant are known.
            VARIANTS_OF_PRICES => continue,
            _ => {
                let is_price = looks_like_a_price(name) && name != "price_comments";
                builder.keep_unknown(is_price, name, value);
                continue;
            }
        }
        builder.note_imported(name);
    }
    if let Some(value) = member(&members, VARIANTS_OF_PRICES) {
        variants(&mut builder, VARIANTS_OF_PRICES, value);
        builder.note_imported(VARIANTS_OF_PRICES);
    }
    for path in disputed {
        match path.first().map(String::as_str) {
            Some(PRICES) => builder.dispute(true, &path, component),
            Some(VARIANTS_OF_PRICES) => builder.dispute(false, &path, component),
            _ => {}
        }
    }
    Ok(builder.finish(entry))
}

/// The maximum depth at which match rules are read.
const MAX_RULES: usize = 8;

/// Returns the names that a match rule compares with `equals`.
fn equals(builder: &mut ModelBuilder<'_, '_>, name: &str, rule: &RawValue, depth: usize) -> Vec<String> {
    let RawObject(rules) = builder.members(name, rule);
    let mut names = Vec::new();
    for (kind, rule) in rules {
        match &*kind {
            "equals" => names.extend(builder.take(name, value::name(rule)).map(Cow::into_owned)),
            "or" if depth < MAX_RULES => {
                for rule in builder.elements(name, rule) {
                    names.extend(equals(builder, name, rule, depth + 1));
                }
            }
            _ => {}
        }
    }
    names
}

/// Reads one list of prices, or several of which each later one applies under a constraint.
fn prices<'t>(builder: &mut ModelBuilder<'_, 't>, name: &str, value: &'t RawValue) {
    if value.get().starts_with('{') {
        return group(builder, name, value, ServiceTier::Standard, &(None, vec![None]));
    }
    for value in builder.elements(name, value) {
        match builder.take(name, value::object(value)) {
            Some(RawObject(list)) => {
                constrained(builder, name, value, &list, ServiceTier::Standard, &["constraint", PRICES]);
            }
            None => builder.uncertain_tokens(ServiceTier::Standard),
        }
    }
}

/// Reads prices for calls with certain properties; those for calls in a service tier are the prices of the tier.
fn variants<'t>(builder: &mut ModelBuilder<'_, 't>, name: &str, value: &'t RawValue) {
    for value in builder.elements(name, value) {
        let RawObject(variant) = builder.members(name, value);
        let when = member(&variant, "when").and_then(|when| value::object(when).ok());
        let tier = when.and_then(|RawObject(when)| match when.as_slice() {
            [(of, says)] => {
                let says = json::string(says)?;
                let row = VARIANTS.iter().find(|(known, value, _)| *known == of && *value == says);
                row.map(|(_, _, tier)| *tier)
            }
            _ => None,
        });
        let of_standard = tier == Some(ServiceTier::Standard);
        let says_nothing = member(&variant, PRICES).is_some_and(|prices| json::compact(prices.get()) == "{}");
        match tier {
            Some(_) if of_standard && says_nothing => {}
            Some(tier) if says_nothing => as_standard(builder, name, value, tier),
            Some(tier) if !of_standard => {
                constrained(builder, name, value, &variant, tier, &["when", "constraint", PRICES]);
            }
            _ if variant.is_empty() => {}
            _ => builder.keep(Action::PriceInExtra, name, value),
        }
    }
}

/// Reads a variant whose prices are those without a variant.
fn as_standard<'t>(builder: &mut ModelBuilder<'_, 't>, name: &str, value: &'t RawValue, tier: ServiceTier) {
    for Stated { terms, price, .. } in builder.rates().collect::<Vec<_>>() {
        if terms.tier == ServiceTier::Standard && terms.component.unit() == Unit::Token {
            builder.add(name, value, UnknownRate { tier, ..terms }, price);
        }
    }
}

/// Reads a list of prices, under its constraint if it has one.
fn constrained<'t>(
    builder: &mut ModelBuilder<'_, 't>,
    name: &str,
    value: &'t RawValue,
    list: &Members<'t>,
    tier: ServiceTier,
    read: &[&str],
) {
    if list.is_empty() {
        return;
    }
    let constraint = match member(list, "constraint").filter(|constraint| constraint.get() != "null") {
        Some(constraint) => builder.take(name, value::object(constraint)),
        None => Some(RawObject(Vec::new())),
    };
    let Some(RawObject(constraint)) = constraint else { return uncertain(builder, list, tier) };
    if constraint.iter().any(|(key, _)| !CONSTRAINTS.contains(&&**key)) {
        builder.keep(Action::PriceInExtra, name, value);
        return uncertain(builder, list, tier);
    }
    let terms = terms(value, &constraint);
    let Some(terms) = builder.take(name, terms) else { return uncertain(builder, list, tier) };
    keep_others(builder, name, list, read);
    let prices = member(list, PRICES).ok_or_else(|| absent(value, PRICES));
    match builder.take(name, prices) {
        Some(prices) => group(builder, name, prices, tier, &terms),
        None => unknown_tokens(builder, tier, &terms),
    }
}

/// Handles a list for which it is unknown when it applies: no price of its components is certain.
fn uncertain(builder: &mut ModelBuilder<'_, '_>, list: &Members<'_>, tier: ServiceTier) {
    match member(list, PRICES).and_then(|prices| value::object(prices).ok()) {
        Some(RawObject(prices)) => {
            for component in prices.iter().filter_map(|(key, _)| component(key)) {
                builder.uncertain(component, tier);
            }
        }
        None => builder.uncertain_tokens(tier),
    }
}

/// Handles a list that cannot be read: while it applies, no price per token is known.
fn unknown_tokens(builder: &mut ModelBuilder<'_, '_>, tier: ServiceTier, (from, windows): &Terms) {
    for &window in windows {
        builder.unknown_tokens(|component| UnknownRate { tier, from: *from, window, ..UnknownRate::list(component) });
    }
}

/// Returns the component that a key is for.
fn component(key: &str) -> Option<PriceComponent> {
    COMPONENTS.iter().find(|(known, ..)| *known == key).map(|(_, component, _)| *component)
}

/// The start date of a list of prices, and the windows in which it applies.
type Terms = (Option<NaiveDate>, Vec<Option<WeeklyWindow>>);

/// Reads when a list of prices applies.
fn terms<'t>(list: &'t RawValue, constraint: &Members<'t>) -> Read<'t, Terms> {
    let [date, start, end] = CONSTRAINTS;
    let text = |of: &str| {
        let text = member(constraint, of).map(|value| value::text(value).map(|text| (text, value))).transpose();
        text.map_err(|mismatch| Mismatch { found: format!("{of}: {}", mismatch.found), ..mismatch })
    };
    match (text(date)?, text(start)?, text(end)?) {
        (Some((_, date)), None, None) => Ok((Some(value::date(date)?), vec![None])),
        (None, Some((start, at)), Some((end, _))) => {
            let hours = daily(&start, &end).filter(|hours| !hours.is_empty());
            let mismatch = || Mismatch::new(at, "two times such as 00:30:00Z").found(format_args!("{start} to {end}"));
            Ok((None, hours.ok_or_else(mismatch)?))
        }
        (None, None, None) => Ok((None, vec![None])),
        _ => Err(Mismatch::new(list, "a start date, or a start and an end time").found("a constraint")),
    }
}

/// Returns the windows of daily hours in UTC; hours that cross midnight are two windows.
fn daily(start: &str, end: &str) -> Option<Vec<Option<WeeklyWindow>>> {
    let minute = |text: &str| minutes(text.strip_suffix(":00Z")?);
    let (start, end) = (minute(start)?, minute(end)?);
    if start == end {
        return None;
    }
    let spans = if start < end { vec![(start, end)] } else { vec![(start, 24 * 60), (0, end)] };
    let spans = spans.into_iter().filter(|(start, end)| start < end);
    spans.map(|(start, end)| WeeklyWindow::new(WEEK, start, end).ok().map(Some)).collect()
}

/// Reads the prices of one list. From its start date, or within its hours, it replaces earlier lists of its tier
/// entirely: a
/// component that only an earlier list has is billed at its fallback.
fn group<'t>(builder: &mut ModelBuilder<'_, 't>, name: &str, value: &'t RawValue, tier: ServiceTier, terms: &Terms) {
    let Some(RawObject(members)) = builder.take(name, value::object(value)) else {
        return unknown_tokens(builder, tier, terms);
    };
    let mut prices: HashMap<PriceComponent, Steps<'t>> = HashMap::new();
    for (key, value) in &members {
        let Some(&(_, component, units)) = COMPONENTS.iter().find(|(known, ..)| *known == key) else {
            builder.keep(Action::PriceInExtra, key, value);
            continue;
        };
        // If two keys are for the same component, adds the second to the first, so that they are compared.
        prices.entry(component).or_default().extend(steps(builder, key, value, units));
    }
    let (from, windows) = terms;
    // Of the lists of a model, the last one that applies counts. Variants may be in any order.
    if tier == ServiceTier::Standard && windows.iter().all(Option::is_none) {
        builder.drop_later(tier, *from);
    }
    let is_relevant = |stated: &Stated<'_>| [tier, ServiceTier::Standard].contains(&stated.terms.tier);
    let earlier: Vec<Stated<'t>> = builder.rates().filter(is_relevant).collect();
    let mut thresholds: BTreeSet<u64> = prices.values().flatten().map(|step| step.above).collect();
    thresholds.extend(earlier.iter().map(|stated| stated.terms.above));
    let mut list = List { tier, from: *from, windows, thresholds, earlier };
    let mut seen = BTreeSet::new();
    for &(key, component, _) in COMPONENTS {
        if !seen.insert(component) {
            continue;
        }
        if let Some(steps) = prices.get(&component) {
            list.add_before(builder, key, component);
            list.add(builder, key, component, steps);
        } else if list.has_earlier(component) {
            // A cache entry that is kept for an hour costs more than one with the lifetime that the list prices.
            let is_longer =
                component == PriceComponent::CacheWrite1h && prices.contains_key(&PriceComponent::CacheWrite);
            let fallback_of = |component: PriceComponent| fallback_component(component).filter(|_| !is_longer);
            let mut fallbacks =
                std::iter::successors(fallback_of(component), |&component| fallback_component(component));
            if let Some((fallback, steps)) = fallbacks.find_map(|component| prices.get_key_value(&component)) {
                list.add(builder, key, component, steps);
                builder.note(Action::Inferred, format!("{key} as {fallback} in a list that omits it"));
            } else {
                list.add(builder, key, component, &vec![Step { above: 0, price: None, value }]);
                builder.note(Action::Dropped, format!("{key} of an earlier list, which a later one omits"));
            }
        }
    }
}

/// The price of a component above a threshold, or `None` if it could not be read.
struct Step<'t> {
    above: u64,
    price: Option<Decimal>,
    value: &'t RawValue,
}

/// The prices of a component by threshold.
type Steps<'t> = Vec<Step<'t>>;

/// When a list of prices applies, and the other lists and thresholds.
struct List<'l, 't> {
    tier: ServiceTier,
    from: Option<NaiveDate>,
    windows: &'l [Option<WeeklyWindow>],
    /// Every threshold of this list and of those before it. The highest that a call crosses determines its rates, so a
    /// component
    /// with thresholds needs a rate at each of them.
    thresholds: BTreeSet<u64>,
    /// The rates of the lists before it, and those of the standard tier.
    earlier: Vec<Stated<'t>>,
}

impl<'t> List<'_, 't> {
    /// Returns the rates that the lists before it have for a component in its own tier.
    fn earlier_of(&self, component: PriceComponent) -> impl Iterator<Item = &Stated<'t>> {
        self.earlier.iter().filter(move |stated| stated.terms.tier == self.tier && stated.terms.component == component)
    }

    fn has_earlier(&self, component: PriceComponent) -> bool {
        self.earlier_of(component).next().is_some()
    }

    /// Adds the prices that a component had before this list, which is the first to have it: those of its fallback.
    fn add_before(&mut self, builder: &mut ModelBuilder<'_, 't>, key: &str, component: PriceComponent) {
        if self.tier != ServiceTier::Standard || self.has_earlier(component) {
            return;
        }
        let fallback = std::iter::successors(fallback_component(component), |&component| fallback_component(component))
            .find(|fallback| self.has_earlier(*fallback))
            .filter(|fallback| component != PriceComponent::CacheWrite1h || *fallback != PriceComponent::CacheWrite);
        let Some(fallback) = fallback else { return };
        let before = |stated: &Stated<'t>| Stated { terms: UnknownRate { component, ..stated.terms }, ..*stated };
        let before: Vec<Stated<'t>> = self.earlier_of(fallback).map(before).collect();
        for &Stated { terms, price, value } in &before {
            builder.add(key, value, terms, price);
        }
        self.earlier.extend(before);
        builder.note(Action::Inferred, format!("{key} as {fallback} before the first list that has it"));
    }

    /// Adds the prices of a component. Above thresholds and within hours for which this list has no price of it, the
    /// price of the
    /// next lower threshold applies.
    fn add(&self, builder: &mut ModelBuilder<'_, 't>, key: &str, component: PriceComponent, steps: &Steps<'t>) {
        let rate = |above: u64, window: Option<WeeklyWindow>| UnknownRate {
            tier: self.tier,
            above,
            from: self.from,
            window,
            ..UnknownRate::list(component)
        };
        for &window in self.windows {
            for step in steps {
                builder.add(key, step.value, rate(step.above, window), step.price);
            }
        }
        let of_others = self.thresholds.iter().filter(|_| steps.len() > 1);
        let of_others = of_others.flat_map(|above| self.windows.iter().map(move |window| (*above, *window)));
        let replaced = self.earlier.iter().map(|stated| stated.terms).filter(|rate| rate.component == component);
        let replaced =
            replaced.flat_map(|rate| self.windows.iter().map(move |window| (rate.above, window.or(rate.window))));
        let is_stated = |above: u64, window: Option<WeeklyWindow>| {
            self.windows.contains(&window) && steps.iter().any(|step| step.above == above)
        };
        let terms: BTreeSet<_> =
            of_others.chain(replaced).filter(|(above, window)| !is_stated(*above, *window)).collect();
        for (above, window) in terms {
            let step = steps.iter().filter(|step| step.above <= above).max_by_key(|step| step.above);
            if let Some(step) = step {
                builder.add(key, step.value, rate(above, window), step.price);
            }
        }
    }
}

/// Reads the prices of a component by threshold, the base price first. If the threshold of one of them is unknown, none
/// of the
/// prices is known.
fn steps<'t>(builder: &mut ModelBuilder<'_, 't>, key: &str, value: &'t RawValue, units: u32) -> Steps<'t> {
    let unknown = || vec![Step { above: 0, price: None, value }];
    if !value.get().starts_with('{') {
        return vec![Step { above: 0, price: builder.price_for(units, key, value), value }];
    }
    let RawObject(price) = builder.members(key, value);
    keep_others(builder, key, &price, &["base", "tiers"]);
    let Some(base) = builder.take(key, required(&price, value, "base")) else { return unknown() };
    let mut steps = vec![Step { above: 0, price: builder.price_for(units, key, base), value: base }];
    let tiers = builder.take(key, required(&price, value, "tiers"));
    let Some(tiers) = tiers.and_then(|tiers| builder.take(key, value::list(tiers))) else { return unknown() };
    let mut is_certain = true;
    for value in tiers {
        let Some(RawObject(tier)) = builder.take(key, value::object(value)) else {
            is_certain = false;
            continue;
        };
        keep_others(builder, &format!("{key}.tiers"), &tier, &["start", "price"]);
        if tier.is_empty() {
            continue;
        }
        let above = builder.take(key, required(&tier, value, "start")).and_then(|start| builder.count(key, start));
        let price =
            builder.take(key, required(&tier, value, "price")).and_then(|price| builder.price_for(units, key, price));
        match above {
            Some(above) => steps.push(Step { above, price, value }),
            None => is_certain = false,
        }
    }
    if is_certain { steps } else { unknown() }
}

fn required<'t>(members: &Members<'t>, of: &'t RawValue, name: &str) -> Read<'t, &'t RawValue> {
    member(members, name).ok_or_else(|| absent(of, name))
}

/// Keeps the members of a part of a price that are not read.
fn keep_others(builder: &mut ModelBuilder<'_, '_>, path: &str, members: &Members<'_>, read: &[&str]) {
    for (name, value) in members.iter().filter(|(name, _)| !read.contains(&&**name)) {
        builder.keep(Action::PriceInExtra, &format!("{path}.{name}"), value);
    }
}
