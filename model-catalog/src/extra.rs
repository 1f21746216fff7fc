//! Facts about a model for which the schema has no field.

use crate::json;
use crate::pooled::PooledText;
use crate::record::Text;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;

/// A JSON object of facts that the schema does not model, stored as in the source, with every digit of its numbers.
///
/// ```
/// let extra: registry::catalog::Extra = serde_json::from_str(r#"{"rpm": 1000.0, "supported_regions": ["global"]}"#)?;
/// assert_eq!(extra.get("rpm"), Some("1000.0"));
/// assert_eq!(extra.get("tpm"), None);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct Extra<'a>(
    /// The compact JSON text of the object; empty if the object is empty.
    PooledText<'a>,
);

impl<'a> Extra<'a> {
    pub(crate) const fn packed(pool: &'a str, json: Text) -> Self {
        Self(PooledText::packed(pool, json))
    }

    /// Creates the object from its members, each a key and the compact JSON text of its value.
    pub fn from_members<'m>(members: impl IntoIterator<Item = (&'m str, &'m str)>) -> Self {
        let members: Vec<String> = members
            .into_iter()
            .map(|(key, value)| format!("{}:{}", serde_json::Value::from(key), json::compact(value)))
            .collect();
        if members.is_empty() { Self::default() } else { Self(PooledText::from(format!("{{{}}}", members.join(",")))) }
    }

    /// Returns the JSON text of the object without white space between tokens; `{}` if it is empty.
    pub fn json(&self) -> &str {
        if self.is_empty() { "{}" } else { self.0.get() }
    }

    /// Whether the object has no members.
    pub fn is_empty(&self) -> bool {
        self.0.get().is_empty()
    }

    /// Returns the JSON text of the member `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        let json::RawObject(members) = serde_json::from_str(self.json()).ok()?;
        members.into_iter().find(|(member, _)| member == key).map(|(_, value)| value.get())
    }

    /// Converts into an owned object that borrows nothing.
    pub fn into_owned(self) -> Extra<'static> {
        Extra(self.0.into_owned())
    }
}

impl fmt::Debug for Extra<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.json())
    }
}

impl Serialize for Extra<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_str::<&RawValue>(self.json()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Extra<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Box::<RawValue>::deserialize(deserializer)?;
        let text = value.get();
        if !text.starts_with('{') {
            return Err(D::Error::custom(format_args!("extra must be an object, found {text}")));
        }
        json::reject_duplicate_keys(text).map_err(|error| D::Error::custom(format_args!("extra: {error}")))?;
        let compact = json::compact(text);
        Ok(if compact == "{}" { Self::default() } else { Self(PooledText::from(compact)) })
    }
}
