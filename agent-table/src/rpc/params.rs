//! Parses the parameters of a call, with errors that name the invalid parameter.

use crate::page::DEFAULT_LIMIT;
use crate::{AgentError, Metadata, Pid, ProcessState, Result};
use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The maximum number of entries of a page over RPC.
const MAX_PAGE_ENTRIES: u64 = 1_000;

/// The parameters that have not been read yet.
#[derive(Default)]
pub(super) struct Params<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Params<'a> {
    pub(super) fn read(params: Option<&'a RawValue>) -> Result<Self> {
        let Some(params) = params else { return Ok(Self::default()) };
        if !params.get().starts_with('{') {
            return Err(invalid(None, format!("parameters must be an object, not {}", describe(params))));
        }
        serde_json::from_str(params.get()).map_err(|error| invalid(None, error.to_string()))
    }

    pub(super) fn text(&mut self, field: &'static str) -> Result<String> {
        self.required(field, "a string")
    }

    pub(super) fn optional_text(&mut self, field: &'static str) -> Result<Option<String>> {
        self.optional(field, "a string")
    }

    pub(super) fn pid(&mut self, field: &'static str) -> Result<Pid> {
        self.required(field, "a 64-bit integer")
    }

    pub(super) fn optional_pid(&mut self, field: &'static str) -> Result<Option<Pid>> {
        self.optional(field, "a 64-bit integer")
    }

    pub(super) fn count(&mut self, field: &'static str, default: u64) -> Result<u64> {
        Ok(self.optional(field, "a non-negative integer")?.unwrap_or(default))
    }

    pub(super) fn state(&mut self, field: &'static str) -> Result<ProcessState> {
        self.required(field, "READY, RUNNING, WAITING, SUSPENDED or DEAD")
    }

    pub(super) fn optional_state(&mut self, field: &'static str) -> Result<Option<ProcessState>> {
        self.optional(field, "READY, RUNNING, WAITING, SUSPENDED or DEAD")
    }

    pub(super) fn tags(&mut self) -> Result<Vec<Cow<'a, str>>> {
        #[derive(Deserialize)]
        struct Tag<'a>(#[serde(borrow)] Cow<'a, str>);

        let tags: Option<Vec<Tag<'a>>> = self.optional("tags", "an array of strings")?;
        Ok(tags.unwrap_or_default().into_iter().map(|Tag(tag)| tag).collect())
    }

    /// Reads the maximum number of entries of a page, and reduces it to [`MAX_PAGE_ENTRIES`] if it is greater.
    pub(super) fn limit(&mut self) -> Result<u64> {
        Ok(self.count("limit", DEFAULT_LIMIT)?.min(MAX_PAGE_ENTRIES))
    }

    pub(super) fn metadata(&mut self) -> Result<Metadata> {
        let Some(json) = self.0.remove("metadata").filter(|json| json.get() != "null") else {
            return Ok(Metadata::new());
        };
        object("metadata", "an object", json)
    }

    /// Reads an object. A string becomes the [message](Metadata::message) of one.
    pub(super) fn optional_object_or_message(&mut self, field: &'static str) -> Result<Option<Metadata>> {
        let Some(json) = self.0.remove(field).filter(|json| json.get() != "null") else { return Ok(None) };
        match serde_json::from_str::<String>(json.get()) {
            Ok(text) => Ok(Some(Metadata::message(&text))),
            Err(_) => object(field, "an object or a string", json).map(Some),
        }
    }

    /// Rejects parameters that the method does not have. Methods call this before they do anything.
    pub(super) fn end(self) -> Result<()> {
        match self.0.into_keys().next() {
            None => Ok(()),
            Some(field) => {
                let reason = format!("there is no parameter `{field}`");
                Err(invalid(Some(field), reason))
            }
        }
    }

    fn required<T: DeserializeOwned>(&mut self, field: &'static str, expected: &str) -> Result<T> {
        let Some(json) = self.0.remove(field) else {
            return Err(invalid(Some(field.to_owned()), format!("`{field}` is missing; expected {expected}")));
        };
        serde_json::from_str(json.get()).map_err(|_| wrong_type(field, expected, json))
    }

    /// Reads an optional parameter. `null` is the same as a missing parameter.
    fn optional<T: Deserialize<'a>>(&mut self, field: &'static str, expected: &str) -> Result<Option<T>> {
        let Some(json) = self.0.remove(field) else { return Ok(None) };
        serde_json::from_str(json.get()).map_err(|_| wrong_type(field, expected, json))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Params<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = BTreeMap<String, &'de RawValue>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = BTreeMap::new();
                while let Some((field, json)) = map.next_entry::<String, &RawValue>()? {
                    if members.contains_key(&field) {
                        return Err(A::Error::custom(format_args!("duplicate parameter `{field}`")));
                    }
                    members.insert(field, json);
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(Members).map(Params)
    }
}

fn object(field: &str, expected: &str, json: &RawValue) -> Result<Metadata> {
    if !json.get().starts_with('{') {
        return Err(wrong_type(field, expected, json));
    }
    let payload =
        |error: crate::MetadataError| AgentError::InvalidPayload { field: field.to_owned(), reason: error.to_string() };
    json.get().parse().map_err(payload)
}

fn invalid(field: Option<String>, reason: String) -> AgentError {
    AgentError::InvalidParams { field, reason }
}

fn wrong_type(field: &str, expected: &str, found: &RawValue) -> AgentError {
    invalid(Some(field.to_owned()), format!("`{field}`: expected {expected}, found {}", describe(found)))
}

/// Describes a value by its type and text, which is truncated if it is long.
fn describe(json: &RawValue) -> String {
    let kind = match json.get().as_bytes().first() {
        Some(b'"') => "the string",
        Some(b'[') => "the array",
        Some(b'{') => "the object",
        Some(b't' | b'f') => "the boolean",
        Some(b'n') => return "null".to_owned(),
        _ => "the number",
    };
    let text = json.get();
    let shown = text.char_indices().nth(40).map_or_else(|| text.to_owned(), |(end, _)| format!("{}…", &text[..end]));
    format!("{kind} {shown}")
}
