//! The data file of the genai-prices project, `data.json` (MIT).
//!
//! - Providers are in the spelling that people type: see [`canonical_provider`].
//! - A model's aliases are the names that its match rules say it equals; rules by beginning, part or pattern are kept
//!   as facts.
//! - Prices are per million tokens, or per thousand requests. A price with tiers has a threshold for each; a
//!   later list of prices with a start date replaces the one before it on that day, and one with daily hours
//!   holds within them. A list under a constraint that says more than that is kept and reported as an unknown price.

use super::item::{Item, looks_like_a_price};
use super::models::{Models, rank};
use super::{Action, Edition, Import, ImportError, ImportReport, snapshot_of, source_of};
use crate::import::members::{Members, member};
use chrono::{NaiveDate, Weekday};
use model_catalog::__private::{
    json::{self, RawObject},
    minutes, parse_date, plainer,
};
use model_catalog::{ModelCatalogEntry, PriceComponent, Rate, WeeklyWindow, canonical_provider};
use rust_decimal::Decimal;
use serde_json::value::RawValue;
use std::collections::{BTreeSet, HashMap};

const SOURCE: &str = "genai-prices";
const URL: &str = "https://github.com/pydantic/genai-prices/blob/main/prices/data.json";

/// The key of a price, the component that it prices, and how many of a unit, as a power of ten, it is for.
const COMPONENTS: &[(&str, PriceComponent, u32)] = &[
    ("input_mtok", PriceComponent::Input, 6),
    ("output_mtok", PriceComponent::Output, 6),
    ("cache_read_mtok", PriceComponent::CacheRead, 6),
    ("cache_write_mtok", PriceComponent::CacheWrite, 6),
    ("input_audio_mtok", PriceComponent::AudioInput, 6),
    ("output_audio_mtok", PriceComponent::AudioOutput, 6),
    ("cache_audio_read_mtok", PriceComponent::CacheReadAudio, 6),
    ("requests_kcount", PriceComponent::Request, 3),
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
    json::refuse_duplicate_keys(text)?;
    let providers: Vec<RawObject<'_>> = json::parse(text, text)?;
    let mut report = ImportReport::default();
    let mut spelled = Vec::with_capacity(providers.len());
    for RawObject(provider) in &providers {
        let id = required(provider, "provider", "id")?;
        let spelling = json::string(id).ok_or_else(|| form("provider", id.get(), "a string as its id"))?;
        spelled.push((spelling, provider));
    }
    spelled.sort_by(|(a, _), (b, _)| rank(a).cmp(&rank(b)));
    let mut models = Models::default();
    for (spelling, provider) in spelled {
        for (name, _) in provider.iter().filter(|(name, _)| !matches!(&**name, "id" | "models")) {
            report.note(Action::Dropped, format!("{name} of a provider"), &spelling);
        }
        let list = required(provider, &spelling, "models")?;
        let list: Vec<RawObject<'_>> = json::parse(text, list.get())?;
        for RawObject(model) in &list {
            report.keys += 1;
            let entry = read(&spelling, model, &mut report)?;
            models.add(&spelling, entry, &mut report);
        }
    }
    let models = models.finish(&mut report);
    snapshot_of(source_of(text, SOURCE, URL, edition), models, report)
}

fn required<'a>(members: &Members<'a>, of: &str, name: &str) -> Result<&'a RawValue, ImportError> {
    member(members, name).ok_or_else(|| form(of, "nothing", &format!("a member {name}")))
}

fn form(of: &str, found: &str, expected: &str) -> ImportError {
    ImportError::Form { format: SOURCE, what: format!("{of}: {found}; expected {expected}") }
}

fn read(
    spelling: &str,
    model: &Members<'_>,
    report: &mut ImportReport,
) -> Result<ModelCatalogEntry<'static>, ImportError> {
    let id = required(model, spelling, "id")?;
    let id = json::string(id).ok_or_else(|| form(spelling, id.get(), "a string as the id of a model"))?;
    let key = format!("{spelling}/{id}");
    let mut item = Item::new(SOURCE, &key, report);
    let mut entry = ModelCatalogEntry::new(canonical_provider(spelling), &*id, SOURCE);
    for (name, value) in model {
        match &**name {
            "id" => {}
            "context_window" => entry.context_window = Some(item.count(name, value)?),
            "match" => {
                let mut aliases = equals(&item, name, value)?;
                aliases.sort_unstable();
                aliases.dedup();
                aliases.retain(|alias| *alias != id);
                entry.aliases = aliases.into();
                item.keep(Action::Extra, name, value);
                continue;
            }
            "prices" => prices(&mut item, name, value)?,
            _ => {
                let is_price = looks_like_a_price(name) && name != "price_comments";
                item.keep_unknown(is_price, name, value);
                continue;
            }
        }
        item.taken(name);
    }
    Ok(item.finish(entry))
}

/// The names that a match rule says the model equals.
fn equals(item: &Item<'_>, name: &str, rule: &RawValue) -> Result<Vec<String>, ImportError> {
    let RawObject(rules) = item.parse(name, rule)?;
    let mut names = Vec::new();
    for (kind, rule) in &rules {
        match &**kind {
            "equals" => names.push(item.text(name, rule)?.into_owned()),
            "or" => {
                for rule in item.parse::<Vec<&RawValue>>(name, rule)? {
                    names.extend(equals(item, name, rule)?);
                }
            }
            _ => {}
        }
    }
    Ok(names)
}

/// One list of prices, or several of which each later one holds under a constraint.
fn prices(item: &mut Item<'_>, name: &str, value: &RawValue) -> Result<(), ImportError> {
    if value.get().starts_with('{') {
        return group(item, name, value, None, &[None]);
    }
    for value in item.parse::<Vec<&RawValue>>(name, value)? {
        let RawObject(list) = item.parse(name, value)?;
        let constraint = member(&list, "constraint").map(|constraint| item.parse(name, constraint)).transpose()?;
        let RawObject(constraint) = constraint.unwrap_or(RawObject(Vec::new()));
        if constraint.iter().any(|(key, _)| !CONSTRAINTS.contains(&&**key)) {
            item.keep(Action::PriceInExtra, name, value);
            continue;
        }
        let (from, windows) = terms(item, name, &constraint)?;
        keep_others(item, name, &list, &["constraint", "prices"]);
        group(item, name, required(&list, item.key, "prices")?, from, &windows)?;
    }
    Ok(())
}

/// The first day of a list of prices, and the windows within which it holds.
type Terms = (Option<NaiveDate>, Vec<Option<WeeklyWindow>>);

/// When a list of prices holds.
fn terms(item: &Item<'_>, name: &str, constraint: &Members<'_>) -> Result<Terms, ImportError> {
    let [date, start, end] = CONSTRAINTS;
    let text = |of: &str| member(constraint, of).map(|value| item.text(of, value)).transpose();
    match (text(date)?, text(start)?, text(end)?) {
        (Some(date), None, None) => {
            let from = parse_date(&date).ok_or_else(|| item.form(name, &date, "a date such as 2026-08-21"))?;
            Ok((Some(from), vec![None]))
        }
        (None, Some(start), Some(end)) => {
            let hours = daily(&start, &end);
            let found = || item.form(name, &format!("{start} to {end}"), "two times such as 00:30:00Z");
            Ok((None, hours.ok_or_else(found)?))
        }
        (None, None, None) if constraint.is_empty() => Ok((None, vec![None])),
        _ => Err(item.form(name, "a constraint", "a start date, or a start and an end time")),
    }
}

/// The windows of daily hours in UTC; those over midnight are two.
fn daily(start: &str, end: &str) -> Option<Vec<Option<WeeklyWindow>>> {
    let minute = |text: &str| minutes(text.strip_suffix(":00Z")?);
    let (start, end) = (minute(start)?, minute(end)?);
    let spans = if start < end { vec![(start, end)] } else { vec![(start, 24 * 60), (0, end)] };
    let spans = spans.into_iter().filter(|(start, end)| start < end);
    spans.map(|(start, end)| WeeklyWindow::new(WEEK, start, end).ok().map(Some)).collect()
}

/// The prices of one list. From the day on which it begins, or in its hours, nothing of an earlier list holds: a
/// component that only an earlier one has costs what stands in for it.
fn group(
    item: &mut Item<'_>,
    name: &str,
    value: &RawValue,
    from: Option<NaiveDate>,
    windows: &[Option<WeeklyWindow>],
) -> Result<(), ImportError> {
    let RawObject(members) = item.parse(name, value)?;
    let mut prices: HashMap<PriceComponent, Steps> = HashMap::new();
    for (key, value) in &members {
        match COMPONENTS.iter().find(|(known, ..)| *known == key) {
            Some(&(_, component, power)) => drop(prices.insert(component, steps(item, key, value, power)?)),
            None => item.keep(Action::PriceInExtra, key, value),
        }
    }
    let earlier = item.rates().to_vec();
    let mut thresholds: BTreeSet<u64> = prices.values().flatten().map(|(above, _)| *above).collect();
    thresholds.extend(earlier.iter().map(|rate| rate.above));
    let list = List { from, windows, thresholds, earlier };
    for &(key, component, _) in COMPONENTS {
        if let Some(steps) = prices.get(&component) {
            list.add(item, key, component, steps)?;
        } else if list.earlier.iter().any(|rate| rate.component == component) {
            let mut stand_ins = std::iter::successors(plainer(component), |&component| plainer(component));
            if let Some((stand_in, steps)) = stand_ins.find_map(|component| prices.get_key_value(&component)) {
                list.add(item, key, component, steps)?;
                let what = format!("{key} as {stand_in} in a list that leaves it out");
                item.report.note(Action::Inferred, what, item.key);
            } else {
                let what = format!("{key} of an earlier list, which a later one leaves out");
                item.report.note(Action::Kept, what, item.key);
            }
        }
    }
    Ok(())
}

/// The prices of a component by threshold.
type Steps = Vec<(u64, Decimal)>;

/// When a list of prices holds, and what there is besides it.
struct List<'l> {
    from: Option<NaiveDate>,
    windows: &'l [Option<WeeklyWindow>],
    /// Every threshold of this list and of those before it. The highest that a call crosses sets its rates, so a
    /// component with thresholds needs a rate at each.
    thresholds: BTreeSet<u64>,
    /// The rates of the lists before it.
    earlier: Vec<Rate>,
}

impl List<'_> {
    /// Adds the prices of a component. Above a threshold and in hours that it has not in this list, it costs what the
    /// step below says.
    fn add(&self, item: &mut Item<'_>, key: &str, component: PriceComponent, steps: &Steps) -> Result<(), ImportError> {
        for &window in self.windows {
            for &(above, price) in steps {
                item.add(key, Rate { above, from: self.from, window, ..Rate::list(component, price) })?;
            }
        }
        let of_others = self.thresholds.iter().filter(|_| steps.len() > 1);
        let of_others = of_others.flat_map(|above| self.windows.iter().map(move |window| (*above, *window)));
        let replaced = self.earlier.iter().filter(|rate| rate.component == component);
        let replaced = replaced.flat_map(|rate| self.windows.iter().map(|window| (rate.above, window.or(rate.window))));
        let is_stated = |above: u64, window: Option<WeeklyWindow>| {
            self.windows.contains(&window) && steps.iter().any(|(start, _)| *start == above)
        };
        let terms: BTreeSet<_> =
            of_others.chain(replaced).filter(|(above, window)| !is_stated(*above, *window)).collect();
        for (above, window) in terms {
            let step = steps.iter().filter(|(start, _)| *start <= above).max_by_key(|(start, _)| *start);
            if let Some(&(_, price)) = step {
                item.add(key, Rate { above, from: self.from, window, ..Rate::list(component, price) })?;
            }
        }
        Ok(())
    }
}

/// The prices of a component by threshold, the base price first.
fn steps(item: &mut Item<'_>, key: &str, value: &RawValue, power: u32) -> Result<Steps, ImportError> {
    if !value.get().starts_with('{') {
        return Ok(vec![(0, item.price_for(power, key, value)?)]);
    }
    let RawObject(price) = item.parse(key, value)?;
    let mut steps = vec![(0, item.price_for(power, key, required(&price, item.key, "base")?)?)];
    for RawObject(tier) in item.parse::<Vec<RawObject<'_>>>(key, required(&price, item.key, "tiers")?)? {
        let above = item.count(key, required(&tier, item.key, "start")?)?;
        steps.push((above, item.price_for(power, key, required(&tier, item.key, "price")?)?));
        keep_others(item, &format!("{key}.tiers"), &tier, &["start", "price"]);
    }
    keep_others(item, key, &price, &["base", "tiers"]);
    Ok(steps)
}

/// Keeps the members of a part of a price that are not those which are read.
fn keep_others(item: &mut Item<'_>, path: &str, members: &Members<'_>, read: &[&str]) {
    for (name, value) in members.iter().filter(|(name, _)| !read.contains(&&**name)) {
        item.keep(Action::PriceInExtra, &format!("{path}.{name}"), value);
    }
}
