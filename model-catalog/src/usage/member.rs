//! The meaning of the members of a usage object, and the traversal of an object by the table of its format.
//!
//! A table lists every known name with its meaning. Names that are not in the table are handled so that nothing that costs
//! money is overlooked:
//!
//! | unknown member | handling |
//! |---|---|
//! | `null`, `false`, 0 or empty | ignored |
//! | a number | an error |
//! | a number as a string | an error if the name suggests a count: of tokens, units, requests, … |
//! | any other string, or `true` | ignored, unless the name suggests a price: a tier, speed, region, … |
//! | an object or a list | the same rules for its contents |

use super::UsageError;
use super::keyword::{Keyword, Keywords};
use super::reading::{Reading, Slot};
use serde_json::{Map, Value};
use std::fmt::Display;

/// The known members of an object: the names of a member, and its meaning.
pub(super) type Table = &'static [(&'static [&'static str], Member)];

/// The meaning of a member.
#[derive(Clone, Copy)]
pub(super) enum Member {
    /// A count.
    Count(Slot),
    /// A count, or an object with its own table.
    CountOr(Slot, Table),
    /// An object.
    Object(Table),
    /// A list of objects, each with a label that selects its count; `None` for counts that are not needed.
    Labelled { label: &'static str, count: &'static [&'static str], slots: &'static [(&'static str, Option<Slot>)] },
    /// A list of the samplings that make up the call, each an object with the table.
    Iterations(Table),
    /// A list that adds nothing as long as it has one entry; the string says why more entries cannot be billed.
    OnlyOne(&'static str),
    /// One of the keywords of a table.
    Keyword(Keywords),
    /// The provider's usage object from which this one was derived.
    Raw,
    /// The model that a sampling ran on.
    Model,
    /// Something that costs nothing by itself: times, names, sums that are checked elsewhere, the provider's own
    /// figures of the cost.
    Ignored,
    /// Something that costs money and that no count of a `Usage` covers; the string says why.
    Unbillable(&'static str),
}

/// Reads an object by its table. The path is that of the object with a trailing dot, or empty.
pub(super) fn read(table: Table, value: &Value, path: &str) -> Result<Reading, UsageError> {
    let mut reading = Reading::default();
    let object = value.as_object().ok_or_else(|| UsageError::NotAnObject(value.to_string()))?;
    walk(table, object, path, &mut reading)?;
    Ok(reading)
}

fn walk(table: Table, object: &Map<String, Value>, path: &str, reading: &mut Reading) -> Result<(), UsageError> {
    // In the order of the table, so that the member that an error names does not depend on the order of the object.
    for (names, member) in table {
        for name in *names {
            if let Some(value) = object.get(*name).filter(|value| !value.is_null()) {
                take(*member, value, &format!("{path}{name}"), reading)?;
            }
        }
    }
    let is_known = |name: &str| table.iter().any(|(names, _)| names.contains(&name));
    object
        .iter()
        .filter(|(name, _)| !is_known(name))
        .try_for_each(|(name, value)| reject_unknown(name, value, &format!("{path}{name}")))
}

fn take(member: Member, value: &Value, path: &str, reading: &mut Reading) -> Result<(), UsageError> {
    match member {
        Member::CountOr(_, table) if value.is_object() => walk(table, object(value, path)?, &inside(path), reading),
        Member::Count(slot) | Member::CountOr(slot, _) => reading.count(slot, parse_count(value, path)?, path),
        Member::Object(table) => walk(table, object(value, path)?, &inside(path), reading),
        Member::Labelled { label, count, slots } => {
            let mut sums: Vec<(Slot, u64)> = Vec::new();
            for (place, item) in list(value, path)?.iter().enumerate() {
                let path = format!("{path}[{place}].");
                let item = object(item, &path)?;
                let Some(name) = count.iter().find(|name| item.get(**name).is_some_and(|count| !count.is_null()))
                else {
                    continue;
                };
                let tokens = parse_count(&item[*name], &format!("{path}{name}"))?;
                if tokens == 0 {
                    continue;
                }
                let found = item.get(label).and_then(Value::as_str).unwrap_or_default();
                let Some((_, slot)) = slots.iter().find(|(known, _)| known.eq_ignore_ascii_case(found)) else {
                    let expected: Vec<&str> = slots.iter().map(|(known, _)| *known).collect();
                    return Err(unknown_value(&format!("{path}{label}"), found, &expected));
                };
                let Some(slot) = slot else { continue };
                match sums.iter_mut().find(|(of, _)| of == slot) {
                    Some((_, sum)) => *sum = add(*sum, tokens)?,
                    None => sums.push((*slot, tokens)),
                }
            }
            sums.into_iter().try_for_each(|(slot, sum)| reading.count(slot, sum, path))
        }
        Member::Iterations(table) => list(value, path)?.iter().enumerate().try_for_each(|(place, item)| {
            let path = format!("{path}[{place}]");
            let mut iteration = Reading::default();
            walk(table, object(item, &path)?, &inside(&path), &mut iteration)?;
            reading.iterations.push(iteration);
            Ok(())
        }),
        Member::OnlyOne(why) => match list(value, path)?.len() {
            0 | 1 => Ok(()),
            _ => Err(unbillable(path, value, why)),
        },
        Member::Keyword(keywords) => match value.as_str() {
            Some(text) => keyword(keywords, text, path, reading),
            None => Err(unknown_value(path, &value.to_string(), &expected(keywords))),
        },
        Member::Raw => {
            reading.raw = Some(value.clone());
            Ok(())
        }
        Member::Model => {
            reading.model = value.as_str().map(|model| (model.to_owned(), path.to_owned()));
            Ok(())
        }
        Member::Ignored => Ok(()),
        Member::Unbillable(_) if !is_significant(value) || is_text(value) => Ok(()),
        Member::Unbillable(why) => Err(unbillable(path, value, why)),
    }
}

fn keyword(keywords: Keywords, text: &str, path: &str, reading: &mut Reading) -> Result<(), UsageError> {
    if text.is_empty() {
        return Ok(());
    }
    let Some((_, keyword)) = keywords.iter().find(|(known, _)| known.eq_ignore_ascii_case(text)) else {
        return Err(unknown_value(path, text, &expected(keywords)));
    };
    match *keyword {
        Keyword::Nothing => Ok(()),
        Keyword::Tier(tier) => reading.tier(tier, text, path),
        Keyword::Region(region) => reading.region(region, text, path),
        Keyword::SearchContext(context) => reading.search_context(context, text, path),
        Keyword::Unbillable(why) => Err(unbillable(path, &text, why)),
    }
}

fn expected(keywords: Keywords) -> Vec<&'static str> {
    keywords.iter().map(|(known, _)| *known).collect()
}

fn unknown_value(member: &str, found: &str, expected: &[&str]) -> UsageError {
    UsageError::UnknownValue { member: member.to_owned(), found: found.to_owned(), expected: expected.join(", ") }
}

fn unbillable(member: &str, found: &dyn Display, why: &'static str) -> UsageError {
    UsageError::Unbillable { member: member.to_owned(), found: found.to_string(), why }
}

/// Parts of names that suggest a price.
const PRICE_WORDS: &[&str] = &[
    "tier",
    "speed",
    "geo",
    "region",
    "residency",
    "traffic",
    "price",
    "pricing",
    "billing",
    "billed",
    "batch",
    "priority",
    "flex",
    "fast",
    "discount",
    "surcharge",
    "multiplier",
    "throughput",
];

/// Parts of names that suggest a count.
const COUNT_WORDS: &[&str] = &["token", "count", "unit", "request", "call", "quer", "search", "second", "num_"];

fn reject_unknown(name: &str, value: &Value, path: &str) -> Result<(), UsageError> {
    reject(name, value, path, true)
}

/// Rejects members that suggest a price in an object whose counts are known from elsewhere.
pub(super) fn reject_terms(value: &Value, path: &str) -> Result<(), UsageError> {
    reject("", value, path, false)
}

fn reject(name: &str, value: &Value, path: &str, counts: bool) -> Result<(), UsageError> {
    let unknown = || Err(UsageError::Unknown { member: path.to_owned(), found: value.to_string() });
    let suggests = |parts: &[&str]| {
        let name = name.to_ascii_lowercase();
        parts.iter().any(|part| name.contains(part))
    };
    match value {
        value if !is_significant(value) => Ok(()),
        Value::Number(_) if counts => unknown(),
        Value::String(text) if counts && text.trim().parse::<f64>().is_ok() && suggests(COUNT_WORDS) => unknown(),
        Value::String(_) | Value::Bool(_) if suggests(PRICE_WORDS) => unknown(),
        Value::Object(object) => {
            object.iter().try_for_each(|(inner, value)| reject(inner, value, &format!("{path}.{inner}"), counts))
        }
        Value::Array(list) => list
            .iter()
            .enumerate()
            .try_for_each(|(place, value)| reject(name, value, &format!("{path}[{place}]"), counts)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

/// Whether a value is more than absent, zero or empty.
pub(super) fn is_significant(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(number) => !is_zero(&number.to_string()),
        Value::String(text) => !text.trim().is_empty() && !is_zero(text.trim()),
        Value::Array(list) => list.iter().any(is_significant),
        Value::Object(object) => object.values().any(is_significant),
    }
}

/// Whether a value contains neither a number other than zero nor `true`.
fn is_text(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().parse::<f64>().is_err(),
        Value::Array(list) => list.iter().all(is_text),
        Value::Object(object) => object.values().all(is_text),
        other => !is_significant(other),
    }
}

fn is_zero(text: &str) -> bool {
    text.parse().is_ok_and(|number: f64| number == 0.0) && !text.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

fn inside(path: &str) -> String {
    format!("{path}.")
}

fn object<'v>(value: &'v Value, path: &str) -> Result<&'v Map<String, Value>, UsageError> {
    let path = path.trim_end_matches('.');
    value.as_object().ok_or_else(|| UsageError::NotAnObject(format!("{value} in {path}")))
}

fn list<'v>(value: &'v Value, path: &str) -> Result<&'v [Value], UsageError> {
    let not_a_list = || UsageError::NotAList { member: path.to_owned(), found: value.to_string() };
    value.as_array().map(Vec::as_slice).ok_or_else(not_a_list)
}

/// Parses a count; `12.0` is accepted too.
fn parse_count(value: &Value, path: &str) -> Result<u64, UsageError> {
    let text = value.to_string();
    let digits = text.strip_suffix(".0").unwrap_or(&text);
    digits.parse().map_err(|_| UsageError::NotACount { field: path.to_owned(), found: text })
}

pub(super) fn add(a: u64, b: u64) -> Result<u64, UsageError> {
    a.checked_add(b).ok_or(UsageError::TooLarge)
}
