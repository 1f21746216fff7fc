//! What a response says of itself: its counts, and what else its price depends on.

use super::reading::{Reading, Said};
use super::{Usage, UsageError, UsageFormat, shape};
use crate::component::PriceComponent;
use crate::rate::ServiceTier;
use crate::region::Region;
use serde_json::Value;
use vocabulary::keyed;

keyed! {
    /// How much of what a web search found the model was given to read.
    pub enum SearchContext: "search context" {
        /// Little.
        Low = "low",
        /// A fair amount.
        Medium = "medium",
        /// Much.
        High = "high",
    }
}

impl SearchContext {
    /// What a search with this context is billed as.
    pub const fn component(self) -> PriceComponent {
        match self {
            Self::Low => PriceComponent::SearchLow,
            Self::Medium => PriceComponent::SearchMedium,
            Self::High => PriceComponent::SearchHigh,
        }
    }
}

/// What a response says about its price: what was used, and under which terms.
///
/// [`Usage`] alone has the counts. A response that was answered in another tier than the standard one, or in a region
/// with a surcharge, costs more or less than its counts tell, so a bill needs all of the report.
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
    /// What was used, all iterations together.
    pub usage: Usage,
    /// The service tier that the response was answered in; `None` when it does not say.
    pub tier: Option<ServiceTier>,
    /// The region that the call was restricted to; `None` when the response names none, or says that it was any.
    pub region: Option<Region>,
    /// The search context that searches are billed by; `None` when the response does not say.
    pub search_context: Option<SearchContext>,
    /// What each sampling used, where the model was sampled more than once, as by a compaction; otherwise empty. They sum
    /// to the usage, but for searches and reasoning. A threshold of prices holds for each by itself.
    pub iterations: Vec<Usage>,
}

impl UsageReport {
    /// Reads a usage object of a format: what a response has under `usage`, `usageMetadata` or `meta`.
    ///
    /// A member that is unknown and may change the price is an error that names it, so that nothing is billed at 0 or at
    /// the standard price in silence. Ignored are what is `null`, 0 or empty, texts whose names do not speak of a price,
    /// and members that are known to cost nothing.
    pub fn from_format(format: UsageFormat, usage: &Value) -> Result<Self, UsageError> {
        let (reading, usage) = shape::read(format, usage, "")?;
        let iterations = shape::samplings(&reading)?;
        let Reading { tier, region, search_context, .. } = reading;
        Ok(Self { usage, tier: value(tier), region: value(region), search_context: value(search_context), iterations })
    }
}

fn value<T>(said: Option<Said<T>>) -> Option<T> {
    said.map(|said| said.value)
}

impl Usage {
    /// Reads the counts of a usage object of a format: what a response has under `usage`, `usageMetadata` or `meta`.
    ///
    /// An object that says more than counts and changes the price, such as a tier other than the standard one, is
    /// [`UsageError::MoreThanCounts`]: [`UsageReport::from_format`] reads all of it.
    ///
    /// ```
    /// use registry::catalog::{Usage, UsageFormat};
    /// use serde_json::json;
    ///
    /// let usage = json!({"promptTokenCount": 9, "candidatesTokenCount": 1, "trafficType": "ON_DEMAND_PRIORITY"});
    /// assert_eq!(
    ///     Usage::from_format(UsageFormat::Gemini, &usage).unwrap_err().to_string(),
    ///     "trafficType is ON_DEMAND_PRIORITY, which changes the price and is not a count: \
    ///      read the object as a UsageReport"
    /// );
    /// ```
    pub fn from_format(format: UsageFormat, usage: &Value) -> Result<Self, UsageError> {
        let (reading, usage) = shape::read(format, usage, "")?;
        match reading.more_than_counts() {
            Some(error) => Err(error),
            None => Ok(usage),
        }
    }

    /// Reads the `usage` of a chat completion, a response, an embedding or a realtime response of `OpenAI`, or of an API
    /// that copies those. Its totals include the cached and the reasoning tokens.
    ///
    /// xAI counts reasoning beside the completion. Where `total_tokens` is the sum of prompt, completion and reasoning,
    /// the reasoning tokens are added to the output; where it is that of prompt and completion, or is not there, they are
    /// a part of it. Any other total that is larger than prompt and completion is an error.
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
    pub fn from_openai(usage: &Value) -> Result<Self, UsageError> {
        Self::from_format(UsageFormat::OpenAi, usage)
    }

    /// Reads the `usage` of an Anthropic message. Its `input_tokens` leave out what was read from and written to the
    /// cache; here they are included. Of a response that lists `iterations`, all of them are counted.
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
    pub fn from_anthropic(usage: &Value) -> Result<Self, UsageError> {
        Self::from_format(UsageFormat::Anthropic, usage)
    }

    /// Reads the `usageMetadata` of a Gemini response, or of a message of the Live API, which calls the candidates a
    /// response. They leave out the thoughts, and the prompt leaves out the results of tools that Gemini ran itself;
    /// here both are included. A total that is larger than their sum is an error.
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
    pub fn from_gemini(usage: &Value) -> Result<Self, UsageError> {
        Self::from_format(UsageFormat::Gemini, usage)
    }
}
