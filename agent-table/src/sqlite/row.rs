//! Reads rows that another program may have written. A value that cannot be read is recorded and does not affect the others.

use crate::{Metadata, Unreadable};
use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde_json::value::RawValue;
use std::fmt::Display;

pub(super) struct RowReader<'r> {
    row: &'r Row<'r>,
    unreadable: Vec<Unreadable>,
}

impl<'r> RowReader<'r> {
    pub(super) fn new(row: &'r Row<'r>) -> Self {
        Self { row, unreadable: Vec::new() }
    }

    /// Returns the values that could not be read so far.
    pub(super) fn unreadable(self) -> Vec<Unreadable> {
        self.unreadable
    }

    /// Reads an integer. Records any other value and returns 0.
    pub(super) fn integer(&mut self, column: &str) -> rusqlite::Result<i64> {
        match self.row.get_ref(column)? {
            ValueRef::Integer(number) => Ok(number),
            other => Ok(self.fallback(column, other, "expected an integer")),
        }
    }

    pub(super) fn integer_or_null(&mut self, column: &str) -> rusqlite::Result<Option<i64>> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            _ => self.integer(column).map(Some),
        }
    }

    /// Reads a number of seconds. Records any other value and returns 0.
    pub(super) fn seconds(&mut self, column: &str) -> rusqlite::Result<f64> {
        match self.row.get_ref(column)? {
            ValueRef::Real(seconds) if seconds.is_finite() => Ok(seconds),
            #[allow(clippy::cast_precision_loss, reason = "timestamps are small enough to be exact")]
            ValueRef::Integer(seconds) => Ok(seconds as f64),
            other => Ok(self.fallback(column, other, "expected a finite number")),
        }
    }

    pub(super) fn seconds_or_null(&mut self, column: &str) -> rusqlite::Result<Option<f64>> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            _ => self.seconds(column).map(Some),
        }
    }

    /// Reads text. Records any other value and returns an approximation of it.
    pub(super) fn text(&mut self, column: &str) -> rusqlite::Result<String> {
        let value = self.row.get_ref(column)?;
        if let Ok(text) = value.as_str() {
            return Ok(text.to_owned());
        }
        let () = self.fallback(column, value, "expected UTF-8 text");
        Ok(display(value))
    }

    pub(super) fn text_or_null(&mut self, column: &str) -> rusqlite::Result<Option<String>> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            _ => self.text(column).map(Some),
        }
    }

    /// Reads a JSON object. Records any other value and returns an empty object.
    pub(super) fn object(&mut self, column: &str) -> rusqlite::Result<Metadata> {
        let value = self.row.get_ref(column)?;
        match value.as_str() {
            Ok(text) => Ok(text.parse().unwrap_or_else(|error| self.fallback(column, value, error))),
            Err(error) => Ok(self.fallback(column, value, error)),
        }
    }

    /// Reads a JSON object. Text that does not start with `{` becomes the [message](Metadata::message) of one.
    pub(super) fn object_or_message(&mut self, column: &str) -> rusqlite::Result<Option<Metadata>> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            value => match value.as_str() {
                Ok(text) if !text.trim_ascii_start().starts_with('{') => Ok(Some(Metadata::message(text))),
                _ => self.object(column).map(Some),
            },
        }
    }

    /// Reads a JSON array of strings. Records elements that are not strings and skips them.
    pub(super) fn strings(&mut self, column: &str) -> rusqlite::Result<Vec<String>> {
        let value = self.row.get_ref(column)?;
        let elements = match value.as_str() {
            Ok("[]") => return Ok(Vec::new()),
            Ok(text) => elements(text),
            Err(error) => return Ok(self.fallback(column, value, error)),
        };
        match elements {
            Ok(elements) => Ok(elements.into_iter().filter_map(|element| self.element(column, element)).collect()),
            Err(error) => Ok(self.fallback(column, value, error)),
        }
    }

    fn element(&mut self, column: &str, element: &RawValue) -> Option<String> {
        let text = serde_json::from_str(element.get());
        text.map_err(|error| self.record(column, element.get().to_owned(), error)).ok()
    }

    /// Records an unreadable value and returns a default in its place.
    fn fallback<T: Default>(&mut self, column: &str, value: ValueRef<'_>, reason: impl Display) -> T {
        self.record(column, display(value), reason);
        T::default()
    }

    fn record(&mut self, column: &str, found: String, reason: impl Display) {
        self.unreadable.push(Unreadable { column: column.to_owned(), found, reason: reason.to_string() });
    }
}

/// Splits a JSON array into its elements, which may be of any type.
pub(super) fn elements(array: &str) -> serde_json::Result<Vec<&RawValue>> {
    serde_json::from_str(array)
}

fn display(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}
