//! Which models are wanted.

use crate::mode::Mode;
use crate::provider::is_one_provider;
use crate::schema::ModelCatalogEntry;
use rust_decimal::Decimal;
use vocabulary::CapabilitySet;

/// Conditions that a model has to meet, all of them. The default has none.
///
/// ```
/// # let json = include_str!("../tests/data/small.snapshot.json");
/// # let catalog = registry::catalog::PackedCatalog::of(&registry::catalog::read_snapshot(json)?)?;
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
    /// Served by this provider, in any source's spelling.
    pub provider: Option<String>,
    /// Of this mode.
    pub mode: Option<Mode>,
    /// Able to do all of these.
    pub capabilities: CapabilitySet,
    /// Holding at least this many tokens. A model whose window is not known does not pass.
    pub min_context: Option<u64>,
    /// With a list price of at most this many USD per input token. A model without a price does not pass.
    pub max_input_price: Option<Decimal>,
    /// With a list price of at most this many USD per output token. A model without a price does not pass.
    pub max_output_price: Option<Decimal>,
    /// With this text in the id or an alias; letter case counts.
    pub name: Option<String>,
}

impl ModelFilter {
    /// Whether a model meets every condition.
    pub fn matches(&self, model: &ModelCatalogEntry<'_>) -> bool {
        let at_most = |limit: Option<Decimal>, price: Option<Decimal>| {
            limit.is_none_or(|limit| price.is_some_and(|price| price <= limit))
        };
        self.provider.as_ref().is_none_or(|provider| is_one_provider(provider, &model.provider))
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
