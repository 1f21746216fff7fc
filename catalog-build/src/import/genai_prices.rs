//! The data file of the genai-prices project, `data.json` (MIT).
//!
//! - Providers are in the spelling that people type: see [`canonical_provider`].
//! - A model's aliases are the names that its match rules say it equals; rules by beginning, part or pattern are kept
//!   as facts.
//! - Prices are per million tokens, per thousand requests and the like: see the table. A price with tiers has a threshold for
//!   each; a later list of prices with a start date replaces the one before it on that day, and one with daily hours
//!   holds within them. A list under a constraint that says more than that is kept and reported as an unknown price.
//! - A variant of the prices for calls that ask for a service tier has that tier's prices. What a variant does not name costs
//!   what it does without it. Variants for other calls, such as those by a route, are kept and reported as unknown prices.

use super::duplicates::path_of;
use super::item::{Item, Stated, looks_like_a_price};
use super::left_out::Problem;
use super::log::Log;
use super::models::{Models, rank};
use super::value::{self, Read};
use super::{Action, Edition, Import, ImportError, Source};
use crate::import::members::{Members, member};
use chrono::{NaiveDate, Weekday};
use model_catalog::__private::{
    is_model_name, is_provider_name,
    json::{self, JsonError, RawObject},
    minutes, plainer,
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

/// The key of a price, the component that it prices, and how many of a unit it is for.
///
/// The schema has more keys, which stay among the facts since no component is what they price:
///
/// | keys | why |
/// |---|---|
/// | `…_text_…` | text alone, where a component is what no other one covers |
/// | `cache_image_write_…`, `cache_video_…`, `cache_audio_write_1h_mtok` | no component is that fine |
/// | `input_…tool_mtok`, `output_…_reasoning_mtok` and `…_citation_mtok` of one modality | the same |
/// | `output_audio_hours` | seconds of output have no component for audio |
/// | `web_searches_kcount` | the components are by the size of the search context |
/// | `social_searches_kcount`, `storage_searches_kcount`, `code_executions_kcount` | tools that have no component |
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

/// The member with the prices of a model.
const PRICES: &str = "prices";

/// The member with variants of the prices.
const VARIANTS_OF_PRICES: &str = "price_variants";

/// What a variant of the prices says of a call, and the service tier that it is.
const VARIANTS: &[(&str, &str, ServiceTier)] = &[
    ("processing", "batch", ServiceTier::Batch),
    ("service_tier", "default", ServiceTier::Standard),
    ("service_tier", "flex", ServiceTier::Flex),
    ("service_tier", "priority", ServiceTier::Priority),
    ("service_tier", "fast", ServiceTier::Fast),
    ("speed", "fast", ServiceTier::Fast),
];

/// The members of a constraint: the day from which, and the times of each day between which, a list of prices holds.
const CONSTRAINTS: [&str; 3] = ["start_date", "start_time", "end_time"];

const WEEK: [Weekday; 7] =
    [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];

/// Makes a snapshot of the file's text.
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
pub fn import(text: &str, edition: &Edition<'_>) -> Result<Import, ImportError> {
    SOURCE.import(text, edition, read)
}

/// The same, with an error where a key is duplicate or anything would be left out.
pub fn import_strict(text: &str, edition: &Edition<'_>) -> Result<Import, ImportError> {
    SOURCE.strict(text, import(text, edition))
}

fn read<'t>(text: &'t str, log: &mut Log<'t>) -> Result<Vec<ModelCatalogEntry<'static>>, JsonError> {
    let elements: Vec<&RawValue> = json::parse(text, text)?;
    let mut providers = Vec::with_capacity(elements.len());
    for value in &elements {
        match provider(value) {
            Ok(provider) => providers.push(provider),
            Err(problem) => {
                log.report.keys += 1;
                log.leave_out_entry("a provider", problem);
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
                Err(problem) => log.leave_out_entry(&spelling, problem),
            }
        }
    }
    let models = models.finish(log);
    log.settle_rest(|path| name_of(&elements, path));
    Ok(models)
}

/// A provider's id, its members and its models.
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

/// The member `id` of a provider or model, unless it cannot be a name.
fn id_of<'t>(value: &'t RawValue, members: &Members<'t>, is_name: fn(&str) -> bool) -> Read<'t, Cow<'t, str>> {
    let id = member(members, "id").ok_or_else(|| absent(value, "id"))?;
    json::string(id)
        .filter(|id| is_name(id))
        .ok_or_else(|| Problem::new(id, "a name as its id").found(format_args!("id: {}", id.get())))
}

/// That an object has not a member which it needs.
fn absent<'t>(object: &'t RawValue, name: &str) -> Problem<'t> {
    Problem::new(object, format!("a member {name}")).found("nothing")
}

/// What a path of keys leads to: an entry, or a member of a provider.
fn name_of(providers: &[&RawValue], path: &[String]) -> (String, Option<String>) {
    let index = |key: Option<&String>| key?.strip_prefix('[')?.strip_suffix(']')?.parse::<usize>().ok();
    let id = |value: Option<&&RawValue>| {
        let RawObject(members) = value::object(value?).ok()?;
        json::string(member(&members, "id")?).map(Cow::into_owned)
    };
    let provider = id(index(path.first()).and_then(|index| providers.get(index))).unwrap_or_else(|| path_of(path));
    match path.get(1..).unwrap_or_default() {
        [name] if name == "models" || name == "id" => (provider, None),
        rest => (provider, Some(path_of(rest))),
    }
}

fn model<'t>(spelling: &str, value: &'t RawValue, log: &mut Log<'t>) -> Read<'t, ModelCatalogEntry<'static>> {
    let RawObject(members) = value::object(value)?;
    let id = id_of(value, &members, is_model_name)?;
    let key = format!("{spelling}/{id}");
    let disputed = log.settle(&key, value.get());
    let mut item = Item::new(&key, log);
    let mut entry = ModelCatalogEntry::new(canonical_provider(spelling), &*id, SOURCE.id);
    for (name, value) in &members {
        match &**name {
            "id" => {}
            "context_window" => entry.context_window = item.count(name, value),
            "match" => {
                let mut aliases = equals(&mut item, name, value, 0);
                aliases.sort_unstable();
                aliases.dedup();
                aliases.retain(|alias| *alias != id);
                entry.aliases = aliases.into();
                item.keep(Action::Extra, name, value);
                continue;
            }
            PRICES => prices(&mut item, name, value),
            // Once the prices without a variant are known.
            VARIANTS_OF_PRICES => continue,
            _ => {
                let is_price = looks_like_a_price(name) && name != "price_comments";
                item.keep_unknown(is_price, name, value);
                continue;
            }
        }
        item.taken(name);
    }
    if let Some(value) = member(&members, VARIANTS_OF_PRICES) {
        variants(&mut item, VARIANTS_OF_PRICES, value);
        item.taken(VARIANTS_OF_PRICES);
    }
    for path in disputed {
        match path.first().map(String::as_str) {
            Some(PRICES) => item.dispute(true, &path, component),
            Some(VARIANTS_OF_PRICES) => item.dispute(false, &path, component),
            _ => {}
        }
    }
    Ok(item.finish(entry))
}

/// How deep match rules are read.
const MAX_RULES: usize = 8;

/// The names that a match rule says the model equals.
fn equals(item: &mut Item<'_, '_>, name: &str, rule: &RawValue, depth: usize) -> Vec<String> {
    let RawObject(rules) = item.members(name, rule);
    let mut names = Vec::new();
    for (kind, rule) in rules {
        match &*kind {
            "equals" => names.extend(item.take(name, value::name(rule)).map(Cow::into_owned)),
            "or" if depth < MAX_RULES => {
                for rule in item.elements(name, rule) {
                    names.extend(equals(item, name, rule, depth + 1));
                }
            }
            _ => {}
        }
    }
    names
}

/// One list of prices, or several of which each later one holds under a constraint.
fn prices<'t>(item: &mut Item<'_, 't>, name: &str, value: &'t RawValue) {
    if value.get().starts_with('{') {
        return group(item, name, value, ServiceTier::Standard, &(None, vec![None]));
    }
    for value in item.elements(name, value) {
        match item.take(name, value::object(value)) {
            Some(RawObject(list)) => {
                constrained(item, name, value, &list, ServiceTier::Standard, &["constraint", PRICES]);
            }
            None => item.uncertain_tokens(ServiceTier::Standard),
        }
    }
}

/// Prices for calls that say something of themselves: those that name a service tier are its prices.
fn variants<'t>(item: &mut Item<'_, 't>, name: &str, value: &'t RawValue) {
    for value in item.elements(name, value) {
        let RawObject(variant) = item.members(name, value);
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
            Some(tier) if says_nothing => as_standard(item, name, value, tier),
            Some(tier) if !of_standard => {
                constrained(item, name, value, &variant, tier, &["when", "constraint", PRICES]);
            }
            _ if variant.is_empty() => {}
            _ => item.keep(Action::PriceInExtra, name, value),
        }
    }
}

/// A variant whose prices are those without it.
fn as_standard<'t>(item: &mut Item<'_, 't>, name: &str, value: &'t RawValue, tier: ServiceTier) {
    for Stated { terms, price, .. } in item.rates().collect::<Vec<_>>() {
        if terms.tier == ServiceTier::Standard && terms.component.unit() == Unit::Token {
            item.add(name, value, UnknownRate { tier, ..terms }, price);
        }
    }
}

/// A list of prices, under the constraint that it may have.
fn constrained<'t>(
    item: &mut Item<'_, 't>,
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
        Some(constraint) => item.take(name, value::object(constraint)),
        None => Some(RawObject(Vec::new())),
    };
    let Some(RawObject(constraint)) = constraint else { return uncertain(item, list, tier) };
    if constraint.iter().any(|(key, _)| !CONSTRAINTS.contains(&&**key)) {
        item.keep(Action::PriceInExtra, name, value);
        return uncertain(item, list, tier);
    }
    let terms = terms(value, &constraint);
    let Some(terms) = item.take(name, terms) else { return uncertain(item, list, tier) };
    keep_others(item, name, list, read);
    let prices = member(list, PRICES).ok_or_else(|| absent(value, PRICES));
    match item.take(name, prices) {
        Some(prices) => group(item, name, prices, tier, &terms),
        None => unknown_tokens(item, tier, &terms),
    }
}

/// A list of which it is unknown when it holds: what it prices has no certain price.
fn uncertain(item: &mut Item<'_, '_>, list: &Members<'_>, tier: ServiceTier) {
    match member(list, PRICES).and_then(|prices| value::object(prices).ok()) {
        Some(RawObject(prices)) => {
            for component in prices.iter().filter_map(|(key, _)| component(key)) {
                item.uncertain(component, tier);
            }
        }
        None => item.uncertain_tokens(tier),
    }
}

/// A list that cannot be read: when it holds, no price of a token is known.
fn unknown_tokens(item: &mut Item<'_, '_>, tier: ServiceTier, (from, windows): &Terms) {
    for &window in windows {
        item.unknown_tokens(|component| UnknownRate { tier, from: *from, window, ..UnknownRate::list(component) });
    }
}

/// The component that a key prices.
fn component(key: &str) -> Option<PriceComponent> {
    COMPONENTS.iter().find(|(known, ..)| *known == key).map(|(_, component, _)| *component)
}

/// The first day of a list of prices, and the windows within which it holds.
type Terms = (Option<NaiveDate>, Vec<Option<WeeklyWindow>>);

/// When a list of prices holds.
fn terms<'t>(list: &'t RawValue, constraint: &Members<'t>) -> Read<'t, Terms> {
    let [date, start, end] = CONSTRAINTS;
    let text = |of: &str| {
        let text = member(constraint, of).map(|value| value::text(value).map(|text| (text, value))).transpose();
        text.map_err(|problem| Problem { found: format!("{of}: {}", problem.found), ..problem })
    };
    match (text(date)?, text(start)?, text(end)?) {
        (Some((_, date)), None, None) => Ok((Some(value::date(date)?), vec![None])),
        (None, Some((start, at)), Some((end, _))) => {
            let hours = daily(&start, &end).filter(|hours| !hours.is_empty());
            let problem = || Problem::new(at, "two times such as 00:30:00Z").found(format_args!("{start} to {end}"));
            Ok((None, hours.ok_or_else(problem)?))
        }
        (None, None, None) => Ok((None, vec![None])),
        _ => Err(Problem::new(list, "a start date, or a start and an end time").found("a constraint")),
    }
}

/// The windows of daily hours in UTC; those over midnight are two.
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

/// The prices of one list. From the day on which it begins, or in its hours, nothing of an earlier list of its tier holds: a
/// component that only an earlier one has costs what stands in for it.
fn group<'t>(item: &mut Item<'_, 't>, name: &str, value: &'t RawValue, tier: ServiceTier, terms: &Terms) {
    let Some(RawObject(members)) = item.take(name, value::object(value)) else {
        return unknown_tokens(item, tier, terms);
    };
    let mut prices: HashMap<PriceComponent, Steps<'t>> = HashMap::new();
    for (key, value) in &members {
        let Some(&(_, component, units)) = COMPONENTS.iter().find(|(known, ..)| *known == key) else {
            item.keep(Action::PriceInExtra, key, value);
            continue;
        };
        // Two keys for one component, of which the second is added to the first so that they are compared.
        prices.entry(component).or_default().extend(steps(item, key, value, units));
    }
    let (from, windows) = terms;
    // Of the lists of a model the last that holds counts. Variants stand in any order.
    if tier == ServiceTier::Standard && windows.iter().all(Option::is_none) {
        item.drop_later(tier, *from);
    }
    let is_meant = |stated: &Stated<'_>| [tier, ServiceTier::Standard].contains(&stated.terms.tier);
    let earlier: Vec<Stated<'t>> = item.rates().filter(is_meant).collect();
    let mut thresholds: BTreeSet<u64> = prices.values().flatten().map(|step| step.above).collect();
    thresholds.extend(earlier.iter().map(|stated| stated.terms.above));
    let mut list = List { tier, from: *from, windows, thresholds, earlier };
    let mut seen = BTreeSet::new();
    for &(key, component, _) in COMPONENTS {
        if !seen.insert(component) {
            continue;
        }
        if let Some(steps) = prices.get(&component) {
            list.add_before(item, key, component);
            list.add(item, key, component, steps);
        } else if list.has_earlier(component) {
            // What is kept for an hour costs more than what is kept for the time that the list prices.
            let is_longer =
                component == PriceComponent::CacheWrite1h && prices.contains_key(&PriceComponent::CacheWrite);
            let plainer_of = |component: PriceComponent| plainer(component).filter(|_| !is_longer);
            let mut stand_ins = std::iter::successors(plainer_of(component), |&component| plainer(component));
            if let Some((stand_in, steps)) = stand_ins.find_map(|component| prices.get_key_value(&component)) {
                list.add(item, key, component, steps);
                item.note(Action::Inferred, format!("{key} as {stand_in} in a list that leaves it out"));
            } else {
                list.add(item, key, component, &vec![Step { above: 0, price: None, value }]);
                item.note(Action::Dropped, format!("{key} of an earlier list, which a later one leaves out"));
            }
        }
    }
}

/// The price of a component above a threshold, unless it could not be taken.
struct Step<'t> {
    above: u64,
    price: Option<Decimal>,
    value: &'t RawValue,
}

/// The prices of a component by threshold.
type Steps<'t> = Vec<Step<'t>>;

/// When a list of prices holds, and what there is besides it.
struct List<'l, 't> {
    tier: ServiceTier,
    from: Option<NaiveDate>,
    windows: &'l [Option<WeeklyWindow>],
    /// Every threshold of this list and of those before it. The highest that a call crosses sets its rates, so a
    /// component with thresholds needs a rate at each.
    thresholds: BTreeSet<u64>,
    /// The rates of the lists before it, and those of the standard tier.
    earlier: Vec<Stated<'t>>,
}

impl<'t> List<'_, 't> {
    /// The rates that the lists before it have for a component in its own tier.
    fn earlier_of(&self, component: PriceComponent) -> impl Iterator<Item = &Stated<'t>> {
        self.earlier.iter().filter(move |stated| stated.terms.tier == self.tier && stated.terms.component == component)
    }

    fn has_earlier(&self, component: PriceComponent) -> bool {
        self.earlier_of(component).next().is_some()
    }

    /// Adds the prices that a component had before this list, which is the first that has it: those of what stood in for it.
    fn add_before(&mut self, item: &mut Item<'_, 't>, key: &str, component: PriceComponent) {
        if self.tier != ServiceTier::Standard || self.has_earlier(component) {
            return;
        }
        let stood_in = std::iter::successors(plainer(component), |&component| plainer(component))
            .find(|stand_in| self.has_earlier(*stand_in))
            .filter(|stand_in| component != PriceComponent::CacheWrite1h || *stand_in != PriceComponent::CacheWrite);
        let Some(stood_in) = stood_in else { return };
        let before = |stated: &Stated<'t>| Stated { terms: UnknownRate { component, ..stated.terms }, ..*stated };
        let before: Vec<Stated<'t>> = self.earlier_of(stood_in).map(before).collect();
        for &Stated { terms, price, value } in &before {
            item.add(key, value, terms, price);
        }
        self.earlier.extend(before);
        item.note(Action::Inferred, format!("{key} as {stood_in} before the list that has it first"));
    }

    /// Adds the prices of a component. Above a threshold and in hours that it has not in this list, it costs what the
    /// step below says.
    fn add(&self, item: &mut Item<'_, 't>, key: &str, component: PriceComponent, steps: &Steps<'t>) {
        let rate = |above: u64, window: Option<WeeklyWindow>| UnknownRate {
            tier: self.tier,
            above,
            from: self.from,
            window,
            ..UnknownRate::list(component)
        };
        for &window in self.windows {
            for step in steps {
                item.add(key, step.value, rate(step.above, window), step.price);
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
                item.add(key, step.value, rate(above, window), step.price);
            }
        }
    }
}

/// The prices of a component by threshold, the base price first. Where it is unknown from which threshold on one of them
/// holds, none is known.
fn steps<'t>(item: &mut Item<'_, 't>, key: &str, value: &'t RawValue, units: u32) -> Steps<'t> {
    let unknown = || vec![Step { above: 0, price: None, value }];
    if !value.get().starts_with('{') {
        return vec![Step { above: 0, price: item.price_for(units, key, value), value }];
    }
    let RawObject(price) = item.members(key, value);
    keep_others(item, key, &price, &["base", "tiers"]);
    let Some(base) = item.take(key, required(&price, value, "base")) else { return unknown() };
    let mut steps = vec![Step { above: 0, price: item.price_for(units, key, base), value: base }];
    let tiers = item.take(key, required(&price, value, "tiers"));
    let Some(tiers) = tiers.and_then(|tiers| item.take(key, value::list(tiers))) else { return unknown() };
    let mut is_certain = true;
    for value in tiers {
        let Some(RawObject(tier)) = item.take(key, value::object(value)) else {
            is_certain = false;
            continue;
        };
        keep_others(item, &format!("{key}.tiers"), &tier, &["start", "price"]);
        if tier.is_empty() {
            continue;
        }
        let above = item.take(key, required(&tier, value, "start")).and_then(|start| item.count(key, start));
        let price = item.take(key, required(&tier, value, "price")).and_then(|price| item.price_for(units, key, price));
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

/// Keeps the members of a part of a price that are not those which are read.
fn keep_others(item: &mut Item<'_, '_>, path: &str, members: &Members<'_>, read: &[&str]) {
    for (name, value) in members.iter().filter(|(name, _)| !read.contains(&&**name)) {
        item.keep(Action::PriceInExtra, &format!("{path}.{name}"), value);
    }
}
