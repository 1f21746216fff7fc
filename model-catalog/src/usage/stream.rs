//! Usage that arrives in frames of a stream.

use super::member::says_something;
use super::{Usage, UsageError, UsageFormat, UsageReport};
use serde_json::{Map, Value};

/// The usage of a stream, folded from its frames.
///
/// A frame's counts are running totals: a later one replaces an earlier one, and a count that a frame leaves out, or
/// gives as 0 though it was more, stays. Lists, such as that of iterations, are running totals too: each frame that has
/// one lists all entries so far. Frames are never added up.
///
/// ```
/// use registry::catalog::{StreamUsage, UsageFormat};
/// use serde_json::json;
///
/// let mut usage = StreamUsage::new(UsageFormat::Anthropic);
/// usage.push(&json!({"input_tokens": 25, "output_tokens": 1}))?;
/// usage.push(&json!({"output_tokens": 15}))?;
/// let usage = usage.total()?;
/// assert_eq!((usage.input_tokens, usage.output_tokens), (25, 15));
/// # Ok::<(), registry::catalog::UsageError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StreamUsage {
    format: UsageFormat,
    latest: Map<String, Value>,
}

impl StreamUsage {
    /// The usage of a stream that has not begun.
    pub fn new(format: UsageFormat) -> Self {
        Self { format, latest: Map::new() }
    }

    /// Takes in the usage object of one frame. One that is `null`, as most frames have it, changes nothing.
    pub fn push(&mut self, usage: &Value) -> Result<(), UsageError> {
        match usage {
            Value::Null => Ok(()),
            Value::Object(frame) => {
                merge(&mut self.latest, frame);
                Ok(())
            }
            other => Err(UsageError::NotAnObject(other.to_string())),
        }
    }

    /// The usage as far as the frames have told. A stream that says more than counts and changes the price is
    /// [`UsageError::MoreThanCounts`].
    pub fn total(&self) -> Result<Usage, UsageError> {
        Usage::from_format(self.format, &Value::Object(self.latest.clone()))
    }

    /// The usage and its terms as far as the frames have told.
    pub fn report(&self) -> Result<UsageReport, UsageError> {
        UsageReport::from_format(self.format, &Value::Object(self.latest.clone()))
    }
}

fn merge(latest: &mut Map<String, Value>, frame: &Map<String, Value>) {
    for (name, value) in frame {
        match (latest.get_mut(name), value) {
            (_, Value::Null) => {}
            (Some(Value::Object(known)), Value::Object(inner)) => merge(known, inner),
            // What was counted is not uncounted: some programs fill the counts that they do not know with zeros.
            (Some(known), value) if !says_something(value) && says_something(known) => {}
            _ => {
                latest.insert(name.clone(), value.clone());
            }
        }
    }
}
