//! The members of a JSON object that an import reads.

use serde_json::value::RawValue;
use std::borrow::Cow;

/// The members of an object, as in a [`RawObject`](model_catalog::__private::json::RawObject).
pub(super) type Members<'a> = [(Cow<'a, str>, &'a RawValue)];

/// Returns the value of the first member with this name.
pub(super) fn member<'a>(members: &Members<'a>, name: &str) -> Option<&'a RawValue> {
    members.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
}
