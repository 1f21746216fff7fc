//! Reads counts out of usage objects: under one name of several, in objects within, and by modality.

use super::UsageError;
use serde_json::{Map, Value};

/// What is left of `total` without `part`.
pub(super) fn part(what: &'static str, total: u64, part: u64) -> Result<u64, UsageError> {
    total.checked_sub(part).ok_or(UsageError::Contradiction { what, part, total })
}

pub(super) fn add(a: u64, b: u64) -> Result<u64, UsageError> {
    a.checked_add(b).ok_or(UsageError::TooLarge)
}

/// An object of counts, or none, and where it was found.
pub(super) struct Counts<'v> {
    object: Option<&'v Map<String, Value>>,
    path: String,
}

impl<'v> Counts<'v> {
    pub(super) fn of(usage: &'v Value) -> Result<Self, UsageError> {
        let object = usage.as_object().ok_or_else(|| UsageError::NotAnObject(usage.to_string()))?;
        Ok(Self { object: Some(object), path: String::new() })
    }

    fn get(&self, name: &str) -> Option<&'v Value> {
        self.object?.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn count(&self, name: &str) -> Result<Option<u64>, UsageError> {
        self.get(name).map(|value| whole(value, || format!("{}{name}", self.path))).transpose()
    }

    pub(super) fn or_zero(&self, name: &str) -> Result<u64, UsageError> {
        Ok(self.count(name)?.unwrap_or(0))
    }

    /// The count under the first of these names that is there.
    pub(super) fn any(&self, names: &[&str]) -> Result<Option<u64>, UsageError> {
        names.iter().find_map(|name| self.count(name).transpose()).transpose()
    }

    /// The object under the first of these names that is there; an empty one when none is.
    pub(super) fn inner(&self, names: &[&str]) -> Result<Self, UsageError> {
        let Some((name, value)) = names.iter().find_map(|name| Some((name, self.get(name)?))) else {
            return Ok(Self { object: None, path: String::new() });
        };
        let object =
            value.as_object().ok_or_else(|| UsageError::NotAnObject(format!("{value} under {}{name}", self.path)))?;
        Ok(Self { object: Some(object), path: format!("{}{name}.", self.path) })
    }

    /// The sum of the counts of one modality in the list under the first of these names that is there.
    pub(super) fn modality(&self, names: &[&str], modality: &str) -> Result<u64, UsageError> {
        let Some((name, value)) = names.iter().find_map(|name| Some((name, self.get(name)?))) else { return Ok(0) };
        let list = value
            .as_array()
            .ok_or_else(|| UsageError::NotACount { field: (*name).to_owned(), found: value.to_string() })?;
        let mut sum = 0;
        for item in list {
            let item = Self::of(item)?;
            if item.get("modality").and_then(Value::as_str) == Some(modality) {
                sum = add(sum, item.any(&["tokenCount", "token_count"])?.unwrap_or(0))?;
            }
        }
        Ok(sum)
    }
}

/// A count; `12.0` is one too.
fn whole(value: &Value, field: impl FnOnce() -> String) -> Result<u64, UsageError> {
    let text = value.to_string();
    let digits = text.strip_suffix(".0").unwrap_or(&text);
    digits.parse().map_err(|_| UsageError::NotACount { field: field(), found: text })
}
