//! What a call's price depends on besides its counts.

use crate::rate::ServiceTier;
use crate::region::Region;
use crate::usage::{SearchContext, UsageReport};

/// What a call's price depends on besides its counts.
///
/// A [`ServiceTier`] alone stands for a call in that tier and no other, without a restriction to a region.
///
/// ```
/// use registry::catalog::{CallTerms, Region, ServiceTier};
///
/// let terms = ServiceTier::Batch.or_standard().in_region(Region::Us);
/// assert_eq!(terms, CallTerms { tier: ServiceTier::Batch, or_standard: true, region: Some(Region::Us), search_context: None });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallTerms {
    /// The tier that is asked for.
    pub tier: ServiceTier,
    /// Whether what has no price in that tier is billed at the standard one.
    pub or_standard: bool,
    /// Where the call must be processed; `None` is anywhere.
    pub region: Option<Region>,
    /// The search context that web searches are billed by, where it is known.
    pub search_context: Option<SearchContext>,
}

impl From<ServiceTier> for CallTerms {
    fn from(tier: ServiceTier) -> Self {
        Self { tier, or_standard: false, region: None, search_context: None }
    }
}

impl CallTerms {
    /// The same terms, with the standard price for what has none in the tier.
    #[must_use]
    pub const fn or_standard(self) -> Self {
        Self { or_standard: true, ..self }
    }

    /// The same terms, for a call that must be processed in a region.
    #[must_use]
    pub const fn in_region(self, region: Region) -> Self {
        Self { region: Some(region), ..self }
    }

    /// The same terms, for a call whose searches have this context.
    #[must_use]
    pub const fn with_search_context(self, context: SearchContext) -> Self {
        Self { search_context: Some(context), ..self }
    }
}

impl ServiceTier {
    /// This tier, and the standard price for what has none in it.
    pub const fn or_standard(self) -> CallTerms {
        CallTerms { tier: self, or_standard: true, region: None, search_context: None }
    }
}

impl From<&UsageReport> for CallTerms {
    /// The terms that a response reports.
    fn from(report: &UsageReport) -> Self {
        let &UsageReport { tier, region, search_context, .. } = report;
        Self { tier: tier.unwrap_or(ServiceTier::Standard), or_standard: false, region, search_context }
    }
}
