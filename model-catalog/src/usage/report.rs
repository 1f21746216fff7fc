//! What a response says of itself: its counts, and what else its price depends on.

use super::{Usage, UsageError, UsageFormat};
use crate::component::PriceComponent;
use crate::rate::ServiceTier;
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsageReport {
    /// What was used.
    pub usage: Usage,
    /// The service tier that the response was answered in; `None` when it does not say.
    pub tier: Option<ServiceTier>,
    /// The region that the model ran in, such as `us`; `None` when the response names none, or says that it was any.
    pub inference_geo: Option<String>,
    /// The search context that searches are billed by; `None` when the response does not say.
    pub search_context: Option<SearchContext>,
}

impl UsageReport {
    /// Reads a usage object of a format: what a response has under `usage` or `usageMetadata`.
    pub fn from_format(format: UsageFormat, usage: &Value) -> Result<Self, UsageError> {
        Ok(Self { usage: Usage::from_format(format, usage)?, ..Self::default() })
    }
}
