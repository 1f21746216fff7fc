//! What the price of a call depends on besides its counts.

use crate::rate::ServiceTier;
use crate::region::Region;
use crate::usage::{SearchContext, UsageReport};

/// What the price of a call depends on besides its counts.
///
/// A [`ServiceTier`] converts into the terms of a call in exactly that tier, without a restriction to a region.
///
/// ```
/// use registry::catalog::{CallTerms, Region, ServiceTier};
///
/// let terms = ServiceTier::Batch.or_standard().in_region(Region::Us);
/// assert_eq!(terms, CallTerms { tier: ServiceTier::Batch, or_standard: true, region: Some(Region::Us), search_context: None });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallTerms {
    /// The requested tier.
    pub tier: ServiceTier,
    /// Whether the standard price is used for what has no price in that tier.
    pub or_standard: bool,
    /// The region in which the call must be processed; `None` means anywhere.
    pub region: Option<Region>,
    /// The search context by which web searches are billed, if it is known.
    pub search_context: Option<SearchContext>,
}

impl From<ServiceTier> for CallTerms {
    fn from(tier: ServiceTier) -> Self {
        Self { tier, or_standard: false, region: None, search_context: None }
    }
}

impl CallTerms {
    /// Falls back to the standard price for what has no price in the tier.
    #[must_use]
    pub const fn or_standard(self) -> Self {
        Self { or_standard: true, ..self }
    }

    /// Restricts the call to a region.
    #[must_use]
    pub const fn in_region(self, region: Region) -> Self {
        Self { region: Some(region), ..self }
    }

    /// Sets the search context of the call's web searches.
    #[must_use]
    pub const fn with_search_context(self, context: SearchContext) -> Self {
        Self { search_context: Some(context), ..self }
    }
}

impl ServiceTier {
    /// Requests this tier, and falls back to the standard price for what has no price in it.
    pub const fn or_standard(self) -> CallTerms {
        CallTerms { tier: self, or_standard: true, region: None, search_context: None }
    }
}

impl From<&UsageReport> for CallTerms {
    /// Returns the terms that a response reports.
    fn from(report: &UsageReport) -> Self {
        let &UsageReport { tier, region, search_context, .. } = report;
        Self { tier: tier.unwrap_or(ServiceTier::Standard), or_standard: false, region, search_context }
    }
}
