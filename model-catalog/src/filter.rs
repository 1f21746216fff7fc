//! Filters for searching a catalog.

use crate::mode::Mode;
use crate::provider::is_same_provider;
use crate::schema::ModelCatalogEntry;
use rust_decimal::Decimal;
use vocabulary::CapabilitySet;

/// Conditions that a model must all meet. The default has none.
///
/// ```
/// # let json = include_str!("../tests/data/small.snapshot.json");
/// # let catalog = registry::catalog::PackedCatalog::from_snapshot(&registry::catalog::read_snapshot(json)?)?;
/// use registry::catalog::{Capability, CapabilitySet, Mode, ModelFilter};
///
/// let filter = ModelFilter {
///     mode: Some(Mode::Chat),
///     capabilities: CapabilitySet::EMPTY.with(Capability::ToolCalling).with(Capability::Priced),
///     min_context: Some(100_000),
///     ..ModelFilter::default()
/// };
/// let found: Vec<_> = catalog.search(&filter).map(|model| model.model_id).collect();
/// assert_eq!(found, ["model-1"]);
/// # Ok::<(), registry::catalog::SnapshotError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelFilter {
    /// The provider that serves the model, in any source's spelling.
    pub provider: Option<String>,
    /// The model's mode.
    pub mode: Option<Mode>,
    /// Capabilities that the model must have.
    pub capabilities: CapabilitySet,
    /// The smallest context window, in tokens. A model whose window is unknown does not match.
    pub min_context: Option<u64>,
    /// The highest list price in USD per input token. A model without a price does not match.
    pub max_input_price: Option<Decimal>,
    /// The highest list price in USD per output token. A model without a price does not match.
    pub max_output_price: Option<Decimal>,
    /// A substring of the id or of an alias; case-sensitive.
    pub name: Option<String>,
}

impl ModelFilter {
    /// Whether a model meets every condition.
    pub fn matches(&self, model: &ModelCatalogEntry<'_>) -> bool {
        let at_most = |limit: Option<Decimal>, price: Option<Decimal>| {
            limit.is_none_or(|limit| price.is_some_and(|price| price <= limit))
        };
        self.provider.as_ref().is_none_or(|provider| is_same_provider(provider, &model.provider))
            && self.mode.is_none_or(|mode| model.mode == Some(mode))
            && model.capability_set().contains_all(self.capabilities)
            && self.min_context.is_none_or(|least| model.window().is_some_and(|window| window >= least))
            && (self.max_input_price.is_none() || at_most(self.max_input_price, model.pricing.input()))
            && (self.max_output_price.is_none() || at_most(self.max_output_price, model.pricing.output()))
            && self.name.as_ref().is_none_or(|text| {
                model.model_id.contains(text.as_str())
                    || model.aliases.iter().any(|alias| alias.contains(text.as_str()))
            })
    }
}
