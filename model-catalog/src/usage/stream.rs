//! Usage that arrives in the frames of a stream.

use super::member::is_significant;
use super::{Usage, UsageError, UsageFormat, UsageReport};
use serde_json::{Map, Value};

/// The usage of a stream, merged from its frames.
///
/// The counts of a frame are running totals: a later one replaces an earlier one, and a count stays if a frame omits it
/// or
/// states 0. Lists, such as that of iterations, are running totals too: each frame that has one lists all entries so
/// far.
/// Frames are never added up.
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
    /// Creates the usage of a stream without frames.
    pub fn new(format: UsageFormat) -> Self {
        Self { format, latest: Map::new() }
    }

    /// Merges the usage object of one frame. `null`, which most frames have, changes nothing.
    ///
    /// # Errors
    ///
    /// [`UsageError::NotAnObject`] if it is neither an object nor `null`.
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

    /// Returns the usage according to the frames so far.
    ///
    /// # Errors
    ///
    /// As for [`Usage::from_format`].
    pub fn total(&self) -> Result<Usage, UsageError> {
        Usage::from_format(self.format, &Value::Object(self.latest.clone()))
    }

    /// Returns the usage and its terms according to the frames so far.
    ///
    /// # Errors
    ///
    /// As for [`UsageReport::from_format`].
    pub fn report(&self) -> Result<UsageReport, UsageError> {
        UsageReport::from_format(self.format, &Value::Object(self.latest.clone()))
    }
}

fn merge(latest: &mut Map<String, Value>, frame: &Map<String, Value>) {
    for (name, value) in frame {
        match (latest.get_mut(name), value) {
            (_, Value::Null) => {}
            (Some(Value::Object(known)), Value::Object(inner)) => merge(known, inner),
            // A count never goes back to zero: some programs fill in 0 for what they do not know.
            (Some(known), value) if !is_significant(value) && is_significant(known) => {}
            _ => {
                latest.insert(name.clone(), value.clone());
            }
        }
    }
}
