//! Dates in the form `2026-08-21`.

use chrono::NaiveDate;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};
use std::borrow::Cow;

/// Parses a date with four digits for the year and two each for month and day.
pub fn parse_date(text: &str) -> Option<NaiveDate> {
    let shaped = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(place, byte)| if matches!(place, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() });
    if shaped { text.parse().ok() } else { None }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
pub(crate) fn serialize<S: Serializer>(date: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(date)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveDate, D::Error> {
    let text = <Cow<'de, str>>::deserialize(deserializer)?;
    parse_date(&text)
        .ok_or_else(|| D::Error::custom(format_args!("`{text}` is not a date, expected the form 2026-08-21")))
}

/// The same for a field that may be absent.
pub(crate) mod optional {
    use chrono::NaiveDate;
    use serde::{Deserializer, Serializer};

    #[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
    pub(crate) fn serialize<S: Serializer>(date: &Option<NaiveDate>, serializer: S) -> Result<S::Ok, S::Error> {
        match date {
            Some(date) => super::serialize(date, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
        super::deserialize(deserializer).map(Some)
    }
}
