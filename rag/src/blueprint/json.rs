//! The JSON form. Every blueprint has exactly one JSON form, so that reading and writing it again changes nothing.

use super::{Allow, Blueprint, List, Schema, Text};
use crate::reference::REFERENCE_KINDS;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::fmt;

/// The reason why a text is not the JSON form of a blueprint.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The blueprint was written by a newer version of this crate.
    #[error("this blueprint has schema {found}; the newest supported schema is {newest}", newest = Schema::VERSION)]
    Newer {
        /// The schema version of the blueprint.
        found: u64,
    },
    /// The text is not JSON, or a field is missing, unknown, duplicated or of the wrong type.
    #[error("not a blueprint: {0}")]
    Malformed(#[from] serde_json::Error),
}

impl Blueprint {
    /// Reads the JSON form. This checks only the form;
    /// [`CapabilityResolver::check_blueprint`](crate::CapabilityResolver::check_blueprint) checks the content.
    ///
    /// # Errors
    /// Returns [`ReadError::Newer`] for a schema version above 1, otherwise [`ReadError::Malformed`] with the line and
    /// column.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        #[derive(serde::Deserialize)]
        struct Head {
            schema: u64,
        }

        let read: Self = serde_json::from_str(text).map_err(|error| match serde_json::from_str::<Head>(text) {
            Ok(Head { schema: found }) if found > Schema::VERSION => ReadError::Newer { found },
            _ => error.into(),
        })?;
        match other_form(&serde_json::from_str(text)?, &serde_json::to_value(&read)?) {
            Some((path, form)) => {
                let place = path.strip_prefix('.').map(|path| format!("at {path}: ")).unwrap_or_default();
                Err(<serde_json::Error as de::Error>::custom(format_args!("{place}{form}")).into())
            }
            None => Ok(read),
        }
    }

    /// Returns the JSON form, indented, with a final line break.
    ///
    /// # Panics
    /// Never panics, since every part of a blueprint has a JSON form.
    pub fn to_json(&self) -> String {
        let value = serde_json::to_string_pretty(self);
        let mut text = value.unwrap_or_else(|error| unreachable!("a blueprint has a JSON form: {error}"));
        text.push('\n');
        text
    }
}

/// Returns the path of the first value that has a different form than in the blueprint read from it, and what is wrong.
/// This is needed because derived code also accepts a list for an object, and an object for a unit variant. Numbers may
/// be spelled differently.
fn other_form(written: &Value, read: &Value) -> Option<(String, String)> {
    match (written, read) {
        (Value::Array(written), Value::Array(read)) => {
            written.iter().zip(read).enumerate().find_map(|(number, (written, read))| {
                other_form(written, read).map(|(path, form)| (format!("[{number}]{path}"), form))
            })
        }
        (Value::Object(written), Value::Object(read)) => written.iter().find_map(|(key, written)| {
            let read = read.get(key).unwrap_or(&Value::Null);
            other_form(written, read).map(|(path, form)| (format!(".{key}{path}"), form))
        }),
        (Value::Number(_), Value::Number(_)) => None,
        _ if written == read => None,
        _ => Some((String::new(), format!("expected {}, found {}", form(read), form(written)))),
    }
}

const fn form(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(Self::VERSION)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            Self::VERSION => Ok(Self),
            found => Err(de::Error::custom(format_args!(
                "unknown schema {found}; the supported schema is {}",
                Self::VERSION
            ))),
        }
    }
}

/// Reads an optional field. If it is present, it must not be `null`.
pub(super) fn not_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads a list that must be omitted if it is empty.
pub(super) fn non_empty<'de, T: Clone + Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<List<T>, D::Error> {
    let list = Vec::deserialize(deserializer)?;
    if list.is_empty() { Err(de::Error::custom("an empty list must be omitted")) } else { Ok(list.into()) }
}

/// `allow` is an object that maps the plural of each restricted kind to a list of names.
pub(super) mod allow {
    use super::{
        Allow, Deserializer, List, MapAccess, REFERENCE_KINDS, SerializeMap, Serializer, Text, Visitor, de, fmt,
    };

    pub(in super::super) fn serialize<S: Serializer>(list: &List<Allow>, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(list.len()))?;
        for Allow { kind, names } in &**list {
            map.serialize_entry(kind.plural(), names)?;
        }
        map.end()
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<List<Allow>, D::Error> {
        struct Kinds;

        impl<'de> Visitor<'de> for Kinds {
            type Value = List<Allow>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object that maps kinds to lists of names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<List<Allow>, A::Error> {
                let mut list = Vec::<Allow>::new();
                while let Some((plural, names)) = map.next_entry::<Text, List<Text>>()? {
                    let Some(kind) = REFERENCE_KINDS.into_iter().find(|kind| kind.plural() == plural) else {
                        return Err(de::Error::custom(format_args!(
                            "`{plural}` is not the plural of a kind that a graph refers to"
                        )));
                    };
                    if list.iter().any(|allow| allow.kind == kind) {
                        return Err(de::Error::custom(format_args!("duplicate `{plural}`")));
                    }
                    list.push(Allow { kind, names });
                }
                if list.is_empty() {
                    return Err(de::Error::custom("an empty `allow` must be omitted"));
                }
                list.sort_by_key(|allow| allow.kind);
                Ok(list.into())
            }
        }

        deserializer.deserialize_map(Kinds)
    }
}
