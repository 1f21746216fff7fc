//! What a response reports about its price: its counts, and the terms that it was answered under.

use super::reading::{Reading, StatedTerm};
use super::{Usage, UsageError, UsageFormat, format};
use crate::component::PriceComponent;
use crate::rate::ServiceTier;
use crate::region::Region;
use serde_json::Value;
use vocabulary::keyed;

keyed! {
    /// How much of the search results the model was given to read.
    pub enum SearchContext: "search context" {
        /// A small amount.
        Low = "low",
        /// A medium amount.
        Medium = "medium",
        /// A large amount.
        High = "high",
    }
}

impl SearchContext {
    /// Returns the component as which a search with this context is billed.
    pub const fn component(self) -> PriceComponent {
        match self {
            Self::Low => PriceComponent::SearchLow,
            Self::Medium => PriceComponent::SearchMedium,
            Self::High => PriceComponent::SearchHigh,
        }
    }
}

/// What a response reports about its price: what was used, and under which terms.
///
/// A [`Usage`] has only the counts. A response that was answered in a tier other than the standard one, or in a region
/// with a
/// surcharge, costs more or less than its counts suggest, so billing needs the whole report.
///
/// ```
/// use registry::catalog::{Region, ServiceTier, UsageFormat, UsageReport};
/// use serde_json::json;
///
/// let report = UsageReport::from_format(UsageFormat::Anthropic, &json!({
///     "input_tokens": 100, "output_tokens": 20, "cache_read_input_tokens": 900,
///     "server_tool_use": {"web_search_requests": 3}, "service_tier": "batch", "inference_geo": "us",
/// }))?;
/// assert_eq!((report.usage.input_tokens, report.usage.web_search_requests), (1_000, 3));
/// assert_eq!((report.tier, report.region), (Some(ServiceTier::Batch), Some(Region::Us)));
/// # Ok::<(), registry::catalog::UsageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsageReport {
    /// What was used, in all iterations together.
    pub usage: Usage,
    /// The service tier in which the call was answered; `None` if the response does not say.
    pub tier: Option<ServiceTier>,
    /// The region to which the call was restricted; `None` if the response names none, or says that it was not
    /// restricted.
    pub region: Option<Region>,
    /// The search context by which searches are billed; `None` if the response does not say.
    pub search_context: Option<SearchContext>,
    /// What each sampling used, if the model was sampled more than once, as for a compaction; otherwise empty. They add
    /// up to the
    /// usage, except for searches and reasoning. Price thresholds apply to each of them separately.
    pub iterations: Vec<Usage>,
}

impl UsageReport {
    /// Reads a usage object of a format: what a response has under `usage`, `usageMetadata` or `meta`.
    ///
    /// Members that are `null`, 0 or empty, strings whose names do not suggest a price, and members that are known to
    /// cost nothing
    /// are ignored.
    ///
    /// # Errors
    ///
    /// [`UsageError`] if the object is inconsistent or incomplete, or if it has an unknown member that may change the
    /// price, so
    /// that nothing is silently billed at 0 or at the standard price.
    pub fn from_format(format: UsageFormat, usage: &Value) -> Result<Self, UsageError> {
        let (reading, usage) = format::read(format, usage, "")?;
        let iterations = format::iteration_usages(&reading)?;
        let Reading { tier, region, search_context, .. } = reading;
        Ok(Self { usage, tier: value(tier), region: value(region), search_context: value(search_context), iterations })
    }
}

fn value<T>(stated: Option<StatedTerm<T>>) -> Option<T> {
    stated.map(|stated| stated.value)
}

impl Usage {
    /// Reads the counts of a usage object of a format: what a response has under `usage`, `usageMetadata` or `meta`.
    ///
    /// ```
    /// use registry::catalog::{Usage, UsageFormat};
    /// use serde_json::json;
    ///
    /// let usage = json!({"promptTokenCount": 9, "candidatesTokenCount": 1, "trafficType": "ON_DEMAND_PRIORITY"});
    /// assert_eq!(
    ///     Usage::from_format(UsageFormat::Gemini, &usage).unwrap_err().to_string(),
    ///     "trafficType is ON_DEMAND_PRIORITY, which changes the price and is not a count: \
    ///      use UsageReport instead of Usage"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// [`UsageError::MoreThanCounts`] if the object states something besides counts that changes the price, such as a
    /// tier other
    /// than the standard one: use [`UsageReport::from_format`] for such an object. Otherwise as for that function.
    pub fn from_format(format: UsageFormat, usage: &Value) -> Result<Self, UsageError> {
        let (reading, usage) = format::read(format, usage, "")?;
        match reading.more_than_counts() {
            Some(error) => Err(error),
            None => Ok(usage),
        }
    }

    /// Reads the `usage` of a chat completion, a response, an embedding or a realtime response of `OpenAI`, or of a
    /// compatible
    /// API. Its totals include the cached and the reasoning tokens.
    ///
    /// xAI does not include reasoning in the completion. If `total_tokens` is the sum of prompt, completion and
    /// reasoning, the
    /// reasoning tokens are added to the output. If it is the sum of prompt and completion, or absent, they are part of
    /// the
    /// output. Any other total that exceeds prompt and completion is an error.
    ///
    /// ```
    /// use registry::catalog::Usage;
    /// use serde_json::json;
    ///
    /// let usage = Usage::from_openai(&json!({
    ///     "prompt_tokens": 27_147, "completion_tokens": 351,
    ///     "prompt_tokens_details": {"cached_tokens": 27_146},
    /// }))?;
    /// assert_eq!(usage, Usage { cache_read_tokens: 27_146, ..Usage::new(27_147, 351) });
    /// # Ok::<(), registry::catalog::UsageError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`from_format`](Self::from_format).
    pub fn from_openai(usage: &Value) -> Result<Self, UsageError> {
        Self::from_format(UsageFormat::OpenAi, usage)
    }

    /// Reads the `usage` of an Anthropic message. Its `input_tokens` exclude what was read from and written to the
    /// cache; the result
    /// includes it. If a response lists `iterations`, all of them are counted.
    ///
    /// ```
    /// use registry::catalog::Usage;
    /// use serde_json::json;
    ///
    /// let usage = Usage::from_anthropic(&json!({
    ///     "input_tokens": 2, "cache_creation_input_tokens": 47_119, "cache_read_input_tokens": 0, "output_tokens": 64,
    /// }))?;
    /// assert_eq!(usage, Usage { cache_write_tokens: 47_119, ..Usage::new(47_121, 64) });
    /// # Ok::<(), registry::catalog::UsageError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`from_format`](Self::from_format).
    pub fn from_anthropic(usage: &Value) -> Result<Self, UsageError> {
        Self::from_format(UsageFormat::Anthropic, usage)
    }

    /// Reads the `usageMetadata` of a Gemini response, or of a message of the Live API, which says "response" for
    /// "candidates". The
    /// candidates exclude the thoughts, and the prompt excludes the results of tools that Gemini ran itself; the result
    /// includes
    /// both.
    ///
    /// ```
    /// use registry::catalog::Usage;
    /// use serde_json::json;
    ///
    /// let usage = Usage::from_gemini(&json!({
    ///     "promptTokenCount": 1_000, "cachedContentTokenCount": 600, "candidatesTokenCount": 50, "thoughtsTokenCount": 200,
    /// }))?;
    /// assert_eq!(usage, Usage { cache_read_tokens: 600, reasoning_tokens: 200, ..Usage::new(1_000, 250) });
    /// # Ok::<(), registry::catalog::UsageError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`UsageError::Unexplained`] if the total exceeds their sum. Otherwise as for [`from_format`](Self::from_format).
    pub fn from_gemini(usage: &Value) -> Result<Self, UsageError> {
        Self::from_format(UsageFormat::Gemini, usage)
    }
}
