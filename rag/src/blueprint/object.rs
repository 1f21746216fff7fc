//! Literals and objects of literals.

use super::{List, Text};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// A value in `metadata`, `defaults`, `retry`, `update` or the arguments of a reducer.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A string or an identifier.
    Text(Text),
    /// An integer. Durations are integers, in milliseconds.
    Integer(i64),
    /// Any other number; always finite.
    Float(f64),
}

/// One entry of an [`Object`].
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: Text,
    /// Its value.
    pub value: Literal,
}

/// A map from keys to literals, sorted by key. The order in the source is irrelevant.
///
/// ```
/// use registry::rag::{Literal, Object};
///
/// let object: Object = serde_json::from_str(r#"{"backoff": "fixed", "attempts": 3}"#)?;
/// assert_eq!(object.get("attempts"), Some(&Literal::Integer(3)));
/// assert_eq!(object.entries()[0].key, "attempts");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    pub(crate) sorted: List<Entry>,
}

impl Object {
    /// Creates an object from entries.
    ///
    /// # Errors
    /// Returns the first duplicate key.
    pub fn new(mut entries: Vec<Entry>) -> Result<Self, Text> {
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        match entries.windows(2).find(|pair| pair[0].key == pair[1].key) {
            Some(pair) => Err(pair[0].key.clone()),
            None => Ok(Self { sorted: entries.into() }),
        }
    }

    /// Creates an object from entries that are known to have distinct keys.
    pub(crate) fn sorted(mut entries: Vec<Entry>) -> Self {
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        Self { sorted: entries.into() }
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&Literal> {
        let at = self.sorted.binary_search_by(|entry| (*entry.key).cmp(key)).ok()?;
        self.sorted.get(at).map(|entry| &entry.value)
    }

    /// Returns the entries, sorted by key.
    pub fn entries(&self) -> &[Entry] {
        &self.sorted
    }
}

impl Serialize for Literal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Float(number) => serializer.serialize_f64(*number),
        }
    }
}

impl<'de> Deserialize<'de> for Literal {
    /// Reads a JSON value first, whose numbers parse the same whichever features of `serde_json` the program enables.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) => Ok(Self::Text(text.into())),
            serde_json::Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(integer), ..) => Ok(Self::Integer(integer)),
                (None, None, Some(float)) if float.is_finite() => Ok(Self::Float(float)),
                _ => Err(de::Error::custom(format_args!("the number {number} is out of range"))),
            },
            _ => Err(de::Error::custom("expected a string or a number")),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.sorted.len()))?;
        for Entry { key, value } in self.entries() {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings and numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut entries = Vec::new();
                while let Some((key, value)) = map.next_entry()? {
                    entries.push(Entry { key, value });
                }
                Object::new(entries).map_err(|key| de::Error::custom(format_args!("duplicate key `{key}`")))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

#[cfg(test)]
mod tests {
    use super::{Literal, Object};

    #[test]
    fn a_duplicate_key_is_rejected_and_named() {
        let error = serde_json::from_str::<Object>(r#"{"a": 1, "b": 2, "a": 3}"#).unwrap_err();
        assert!(error.to_string().starts_with("duplicate key `a`"), "{error}");
    }

    #[test]
    fn the_order_of_keys_is_irrelevant() {
        let one: Object = serde_json::from_str(r#"{"a": 1, "b": "x"}"#).unwrap();
        let two: Object = serde_json::from_str(r#"{"b": "x", "a": 1}"#).unwrap();
        assert_eq!(one, two);
    }

    #[test]
    fn integers_stay_integers_and_floats_stay_floats() {
        for (text, literal) in [
            ("9223372036854775807", Literal::Integer(i64::MAX)),
            ("-9223372036854775808", Literal::Integer(i64::MIN)),
            ("1.0", Literal::Float(1.0)),
            ("1e300", Literal::Float(1e300)),
        ] {
            assert_eq!(serde_json::from_str::<Literal>(text).unwrap(), literal);
            assert_eq!(serde_json::from_str::<Literal>(&serde_json::to_string(&literal).unwrap()).unwrap(), literal);
        }
        assert!(serde_json::from_str::<Literal>("9223372036854775808").is_err());
        assert!(serde_json::from_str::<Literal>("true").is_err());
    }
}
