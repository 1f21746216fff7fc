//! The members of a JSON object that an import reads.

use serde_json::value::RawValue;
use std::borrow::Cow;

/// Members of an object, as [`RawObject`](model_catalog::__private::json::RawObject) has them.
pub(super) type Members<'a> = [(Cow<'a, str>, &'a RawValue)];

/// The value of the first member of this name.
pub(super) fn member<'a>(members: &Members<'a>, name: &str) -> Option<&'a RawValue> {
    members.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
}
