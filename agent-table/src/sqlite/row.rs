//! Reads the columns of a row that another program may have written: what cannot be read is marked, and hides nothing else.

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

    /// What could not be read of the columns that were asked for.
    pub(super) fn unreadable(self) -> Vec<Unreadable> {
        self.unreadable
    }

    /// An integer, or 0 where there is something else.
    pub(super) fn integer(&mut self, column: &str) -> rusqlite::Result<i64> {
        match self.row.get_ref(column)? {
            ValueRef::Integer(number) => Ok(number),
            other => Ok(self.mark(column, other, "an integer was expected")),
        }
    }

    pub(super) fn integer_or_null(&mut self, column: &str) -> rusqlite::Result<Option<i64>> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            _ => self.integer(column).map(Some),
        }
    }

    /// Seconds, or 0 where there is something else.
    pub(super) fn seconds(&mut self, column: &str) -> rusqlite::Result<f64> {
        match self.row.get_ref(column)? {
            ValueRef::Real(seconds) if seconds.is_finite() => Ok(seconds),
            #[allow(clippy::cast_precision_loss, reason = "seconds of this age are exact")]
            ValueRef::Integer(seconds) => Ok(seconds as f64),
            other => Ok(self.mark(column, other, "a finite number was expected")),
        }
    }

    pub(super) fn seconds_or_null(&mut self, column: &str) -> rusqlite::Result<Option<f64>> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            _ => self.seconds(column).map(Some),
        }
    }

    /// Text, or what can be read of it.
    pub(super) fn text(&mut self, column: &str) -> rusqlite::Result<String> {
        let value = self.row.get_ref(column)?;
        if let Ok(text) = value.as_str() {
            return Ok(text.to_owned());
        }
        let () = self.mark(column, value, "text in UTF-8 was expected");
        Ok(shown(value))
    }

    pub(super) fn text_or_null(&mut self, column: &str) -> rusqlite::Result<Option<String>> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            _ => self.text(column).map(Some),
        }
    }

    /// An object, or an empty one where there is something else.
    pub(super) fn object(&mut self, column: &str) -> rusqlite::Result<Metadata> {
        let value = self.row.get_ref(column)?;
        match value.as_str() {
            Ok(text) => Ok(text.parse().unwrap_or_else(|error| self.mark(column, value, error))),
            Err(error) => Ok(self.mark(column, value, error)),
        }
    }

    /// An object; a text that is not meant to be one is its [message](Metadata::message).
    pub(super) fn object_or_message(&mut self, column: &str) -> rusqlite::Result<Option<Metadata>> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            value => match value.as_str() {
                Ok(text) if !text.trim_ascii_start().starts_with('{') => Ok(Some(Metadata::message(text))),
                _ => self.object(column).map(Some),
            },
        }
    }

    /// The texts of a list of them.
    pub(super) fn texts(&mut self, column: &str) -> rusqlite::Result<Vec<String>> {
        let value = self.row.get_ref(column)?;
        let elements = match value.as_str() {
            Ok("[]") => return Ok(Vec::new()),
            Ok(text) => elements(text),
            Err(error) => return Ok(self.mark(column, value, error)),
        };
        match elements {
            Ok(elements) => Ok(elements.into_iter().filter_map(|element| self.element(column, element)).collect()),
            Err(error) => Ok(self.mark(column, value, error)),
        }
    }

    fn element(&mut self, column: &str, element: &RawValue) -> Option<String> {
        let text = serde_json::from_str(element.get());
        text.map_err(|error| self.add(column, element.get().to_owned(), error)).ok()
    }

    /// Marks a value, and returns what stands for it.
    fn mark<T: Default>(&mut self, column: &str, value: ValueRef<'_>, reason: impl Display) -> T {
        self.add(column, shown(value), reason);
        T::default()
    }

    fn add(&mut self, column: &str, found: String, reason: impl Display) {
        self.unreadable.push(Unreadable { column: column.to_owned(), found, reason: reason.to_string() });
    }
}

/// The elements of a list, each of which may be something else than was expected.
pub(super) fn elements(list: &str) -> serde_json::Result<Vec<&RawValue>> {
    serde_json::from_str(list)
}

fn shown(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}
