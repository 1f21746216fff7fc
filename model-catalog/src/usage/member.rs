//! What a member of a usage object can stand for, and the walk over an object with the table of its format.
//!
//! A table lists every name that is understood, with its meaning. For a name that no table has, one rule holds, so that
//! nothing that costs money is passed over:
//!
//! | unknown member | what happens |
//! |---|---|
//! | `null`, `false`, 0, and whatever is empty | ignored: it says nothing |
//! | a number | an error |
//! | a number as text | an error, if the name speaks of a count: of tokens, units, requests, … |
//! | any other text, or `true` | ignored, unless the name speaks of a price: of a tier, speed, region, … |
//! | an object or a list | the same rule for whatever is in it |

use super::UsageError;
use super::reading::{Reading, Slot};
use super::word::{Word, Words};
use serde_json::{Map, Value};
use std::fmt::Display;

/// The names of an object that are understood: spellings of one member, and what it is.
pub(super) type Table = &'static [(&'static [&'static str], Member)];

/// What a member is.
#[derive(Clone, Copy)]
pub(super) enum Member {
    /// A count.
    Count(Slot),
    /// A count, or an object with a table of its own.
    CountOr(Slot, Table),
    /// An object.
    Object(Table),
    /// A list of objects, each with a label that says which count it holds; `None` is one that needs no count.
    Labelled { label: &'static str, count: &'static [&'static str], slots: &'static [(&'static str, Option<Slot>)] },
    /// A list of the samplings that make up the call, each with the table.
    Iterations(Table),
    /// A list that says nothing new while it has one entry; the text says why more of them cannot be billed.
    OnlyOne(&'static str),
    /// One of the words of a table.
    Word(Words),
    /// The usage object of the provider from which this one was made.
    Raw,
    /// The model that a sampling ran on.
    Model,
    /// What costs nothing by itself: times, names, sums that are checked elsewhere, the provider's own idea of the cost.
    Ignored,
    /// What costs money that no count of a `Usage` stands for; the text says why.
    Unbillable(&'static str),
}

/// Reads an object with its table. The path is that of the object, with a dot at its end, or empty.
pub(super) fn read(table: Table, value: &Value, path: &str) -> Result<Reading, UsageError> {
    let mut reading = Reading::default();
    let object = value.as_object().ok_or_else(|| UsageError::NotAnObject(value.to_string()))?;
    walk(table, object, path, &mut reading)?;
    Ok(reading)
}

fn walk(table: Table, object: &Map<String, Value>, path: &str, reading: &mut Reading) -> Result<(), UsageError> {
    // The table's order, so that which member an error names does not depend on the object's.
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
        .try_for_each(|(name, value)| refuse_unknown(name, value, &format!("{path}{name}")))
}

fn take(member: Member, value: &Value, path: &str, reading: &mut Reading) -> Result<(), UsageError> {
    match member {
        Member::CountOr(_, table) if value.is_object() => walk(table, object(value, path)?, &inside(path), reading),
        Member::Count(slot) | Member::CountOr(slot, _) => reading.count(slot, whole(value, path)?, path),
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
                let tokens = whole(&item[*name], &format!("{path}{name}"))?;
                if tokens == 0 {
                    continue;
                }
                let found = item.get(label).and_then(Value::as_str).unwrap_or_default();
                let Some((_, slot)) = slots.iter().find(|(known, _)| known.eq_ignore_ascii_case(found)) else {
                    let expected: Vec<&str> = slots.iter().map(|(known, _)| *known).collect();
                    return Err(unknown_word(&format!("{path}{label}"), found, &expected));
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
        Member::Word(words) => match value.as_str() {
            Some(text) => word(words, text, path, reading),
            None => Err(unknown_word(path, &value.to_string(), &expected(words))),
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
        Member::Unbillable(_) if !says_something(value) || is_text(value) => Ok(()),
        Member::Unbillable(why) => Err(unbillable(path, value, why)),
    }
}

fn word(words: Words, text: &str, path: &str, reading: &mut Reading) -> Result<(), UsageError> {
    if text.is_empty() {
        return Ok(());
    }
    let Some((_, word)) = words.iter().find(|(known, _)| known.eq_ignore_ascii_case(text)) else {
        return Err(unknown_word(path, text, &expected(words)));
    };
    match *word {
        Word::Nothing => Ok(()),
        Word::Tier(tier) => reading.tier(tier, text, path),
        Word::Region(region) => reading.region(region, text, path),
        Word::SearchContext(context) => reading.search_context(context, text, path),
        Word::Unbillable(why) => Err(unbillable(path, &text, why)),
    }
}

fn expected(words: Words) -> Vec<&'static str> {
    words.iter().map(|(known, _)| *known).collect()
}

fn unknown_word(member: &str, found: &str, expected: &[&str]) -> UsageError {
    UsageError::UnknownWord { member: member.to_owned(), found: found.to_owned(), expected: expected.join(", ") }
}

fn unbillable(member: &str, found: &dyn Display, why: &'static str) -> UsageError {
    UsageError::Unbillable { member: member.to_owned(), found: found.to_string(), why }
}

/// Parts of names that speak of a price.
const TELLING: &[&str] = &[
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

/// Parts of names that speak of a count.
const COUNTING: &[&str] = &["token", "count", "unit", "request", "call", "quer", "search", "second", "num_"];

fn refuse_unknown(name: &str, value: &Value, path: &str) -> Result<(), UsageError> {
    refuse(name, value, path, true)
}

/// Refuses what speaks of a price in an object whose counts are known from elsewhere.
pub(super) fn refuse_terms(value: &Value, path: &str) -> Result<(), UsageError> {
    refuse("", value, path, false)
}

fn refuse(name: &str, value: &Value, path: &str, counts: bool) -> Result<(), UsageError> {
    let unknown = || Err(UsageError::Unknown { member: path.to_owned(), found: value.to_string() });
    let speaks_of = |parts: &[&str]| {
        let name = name.to_ascii_lowercase();
        parts.iter().any(|part| name.contains(part))
    };
    match value {
        value if !says_something(value) => Ok(()),
        Value::Number(_) if counts => unknown(),
        Value::String(text) if counts && text.trim().parse::<f64>().is_ok() && speaks_of(COUNTING) => unknown(),
        Value::String(_) | Value::Bool(_) if speaks_of(TELLING) => unknown(),
        Value::Object(object) => {
            object.iter().try_for_each(|(inner, value)| refuse(inner, value, &format!("{path}.{inner}"), counts))
        }
        Value::Array(list) => list
            .iter()
            .enumerate()
            .try_for_each(|(place, value)| refuse(name, value, &format!("{path}[{place}]"), counts)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

/// Whether a value is more than absent, zero or empty.
pub(super) fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(number) => !is_zero(&number.to_string()),
        Value::String(text) => !text.trim().is_empty() && !is_zero(text.trim()),
        Value::Array(list) => list.iter().any(says_something),
        Value::Object(object) => object.values().any(says_something),
    }
}

/// Whether nothing in a value is a number other than zero, or `true`.
fn is_text(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().parse::<f64>().is_err(),
        Value::Array(list) => list.iter().all(is_text),
        Value::Object(object) => object.values().all(is_text),
        other => !says_something(other),
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
    value.as_object().ok_or_else(|| UsageError::NotAnObject(format!("{value} under {path}")))
}

fn list<'v>(value: &'v Value, path: &str) -> Result<&'v [Value], UsageError> {
    let not_a_list = || UsageError::NotAList { member: path.to_owned(), found: value.to_string() };
    value.as_array().map(Vec::as_slice).ok_or_else(not_a_list)
}

/// A count; `12.0` is one too.
fn whole(value: &Value, path: &str) -> Result<u64, UsageError> {
    let text = value.to_string();
    let digits = text.strip_suffix(".0").unwrap_or(&text);
    digits.parse().map_err(|_| UsageError::NotACount { field: path.to_owned(), found: text })
}

pub(super) fn add(a: u64, b: u64) -> Result<u64, UsageError> {
    a.checked_add(b).ok_or(UsageError::TooLarge)
}
