//! The JSON object stored with a name or a process.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::fmt;
use std::sync::Arc;

/// A JSON object that the table stores and returns verbatim, down to the digits of its numbers.
///
/// It is nested at most 127 levels deep, which is the limit of `serde_json`, and its numbers are finite as doubles, so that
/// every reader of the table can parse it.
///
/// ```
/// use registry::agents::Metadata;
///
/// let metadata: Metadata = r#"{"seq": 12345678901234567890123}"#.parse().unwrap();
/// assert_eq!(metadata.as_str(), r#"{"seq": 12345678901234567890123}"#);
/// assert_eq!(Metadata::new().as_str(), "{}");
/// assert_eq!(
///     "[1]".parse::<Metadata>().unwrap_err().to_string(),
///     "expected a JSON object: invalid type: sequence, expected a map at line 1 column 0"
/// );
/// let nested = |depth| format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
/// assert!(nested(127).parse::<Metadata>().is_ok() && nested(128).parse::<Metadata>().is_err());
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    // `None` for `{}`, which is by far the most common value.
    json: Option<Arc<str>>,
}

/// An error for text that is not valid [`Metadata`].
#[derive(Debug, thiserror::Error)]
#[error("expected a JSON object: {0}")]
pub struct MetadataError(#[from] serde_json::Error);

impl Metadata {
    /// Returns an empty object.
    pub const fn new() -> Self {
        Self { json: None }
    }

    /// Returns an object with the text as its member `message`, which is how the kernel stores details that are plain text.
    ///
    /// ```
    /// use registry::agents::Metadata;
    ///
    /// assert_eq!(Metadata::message("out of memory").as_str(), r#"{"message":"out of memory"}"#);
    /// ```
    pub fn message(text: &str) -> Self {
        Self { json: Some(serde_json::json!({ "message": text }).to_string().into()) }
    }

    /// Parses the text as an object. If it is not one, returns an object with the text as its [message](Self::message).
    ///
    /// ```
    /// use registry::agents::Metadata;
    ///
    /// assert_eq!(Metadata::object_or_message(r#"{"code": 9}"#).as_str(), r#"{"code": 9}"#);
    /// assert_eq!(Metadata::object_or_message("9").as_str(), r#"{"message":"9"}"#);
    /// ```
    pub fn object_or_message(text: &str) -> Self {
        text.parse().unwrap_or_else(|_| Self::message(text))
    }

    /// Returns the JSON text.
    pub fn as_str(&self) -> &str {
        self.json.as_deref().unwrap_or("{}")
    }

    /// Returns the object's members. The last of duplicate members wins, and numbers are rounded to doubles where necessary.
    ///
    /// ```
    /// use registry::agents::Metadata;
    /// use serde_json::json;
    ///
    /// let metadata = Metadata::try_from(json!({ "role": "researcher" })).unwrap();
    /// assert_eq!(metadata.to_map()["role"], "researcher");
    /// ```
    pub fn to_map(&self) -> Map<String, Value> {
        // Every constructor ensures that this succeeds.
        serde_json::from_str(self.as_str()).unwrap_or_default()
    }
}

impl std::str::FromStr for Metadata {
    type Err = MetadataError;

    fn from_str(json: &str) -> Result<Self, MetadataError> {
        if json == "{}" {
            return Ok(Self::new());
        }
        serde_json::from_str::<Map<String, Value>>(json)?;
        Ok(Self { json: Some(json.trim_ascii().into()) })
    }
}

impl TryFrom<Value> for Metadata {
    type Error = MetadataError;

    fn try_from(value: Value) -> Result<Self, MetadataError> {
        value.to_string().parse()
    }
}

impl fmt::Debug for Metadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Metadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Metadata {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error as _;
        serde_json::from_str::<&RawValue>(self.as_str()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Metadata {
    /// Deserializes from JSON only, because the text is kept verbatim.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer)?.get().parse().map_err(D::Error::custom)
    }
}
