//! Computes the cost of a call from what its response reports.

use super::{CallTerms, Cost, CostError, CostItem, exact_sum};
use crate::schema::ModelCatalogEntry;
use crate::usage::{Usage, UsageReport};

impl ModelCatalogEntry<'_> {
    /// Returns the cost of a call at list prices from all that its response reports: counts, service tier, region,
    /// searches.
    ///
    /// If the model was sampled more than once, each sampling has its own size and crosses thresholds by itself.
    ///
    /// ```
    /// # let json = include_str!("../../tests/data/small.snapshot.json");
    /// # let catalog = registry::catalog::PackedCatalog::from_snapshot(&registry::catalog::read_snapshot(json)?)?;
    /// use registry::catalog::{CostError, Region, ServiceTier, Usage, UsageReport};
    ///
    /// let model = catalog.get("example", "model-1").unwrap();
    /// let mut report = UsageReport { usage: Usage::new(1_000, 0), tier: Some(ServiceTier::Batch), ..Default::default() };
    /// assert_eq!(model.cost_of(&report)?.total.to_string(), "0.00125");
    ///
    /// report.region = Some(Region::Us);
    /// let error = model.cost_of(&report).unwrap_err();
    /// assert!(matches!(error, CostError::NoSuchRegion { region: Region::Us, .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`cost`](Self::cost).
    pub fn cost_of(&self, report: &UsageReport) -> Result<Cost, CostError> {
        let terms = CallTerms::from(report);
        if report.iterations.is_empty() {
            return self.cost(&report.usage, terms);
        }
        let Usage { requests, web_search_requests, .. } = report.usage;
        let mut sum = self.cost(&Usage { web_search_requests, requests, ..Usage::default() }, terms)?;
        for usage in &report.iterations {
            let cost = self.cost(&Usage { requests: 0, web_search_requests: 0, ..*usage }, terms)?;
            sum.threshold = sum.threshold.max(cost.threshold);
            for item in cost.items {
                add(&mut sum.items, item).ok_or(CostError::Inexact)?;
            }
            // Notes about fees apply to the whole call.
            let of_items = cost.notes.into_iter().filter(|note| !note.is_about_fees());
            let new: Vec<_> = of_items.filter(|note| !sum.notes.contains(note)).collect();
            sum.notes.extend(new);
        }
        let costs = sum.items.iter().map(|item| item.cost).chain(sum.fees.iter().map(|fee| fee.cost));
        sum.total = exact_sum(costs).ok_or(CostError::Inexact)?;
        Ok(sum)
    }
}

/// Adds an item to the one with the same component and rate.
fn add(items: &mut Vec<CostItem>, item: CostItem) -> Option<()> {
    match items.iter_mut().find(|of| (of.component, of.rate) == (item.component, item.rate)) {
        Some(of) => {
            of.tokens = of.tokens.checked_add(item.tokens)?;
            of.cost = exact_sum([of.cost, item.cost].into_iter())?;
        }
        None => items.push(item),
    }
    Some(())
}
