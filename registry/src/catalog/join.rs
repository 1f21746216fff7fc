//! Catalog entries of registered models.

use super::{ModelCatalog, ModelCatalogEntry, ModelFilter};
use crate::{CapabilityRegistry, ComponentKind, ComponentMetadata};

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// Returns the catalog entry of a registered model: the entry that its declaration names, or the entry with its
    /// canonical name. Returns `None` if the model is not registered or not in the catalog.
    pub fn catalog_entry<'c>(&self, catalog: &'c ModelCatalog, name: &str) -> Option<ModelCatalogEntry<'c>> {
        let model = self.metadata(ComponentKind::Model, name)?;
        catalog.get_by_model_id(model.catalog.as_deref().unwrap_or_else(|| model.id.as_str()))
    }

    /// Returns the registered models whose catalog entries match a filter, with those entries, sorted by name.
    ///
    /// ```
    /// # use registry::CapabilityRegistry;
    /// # use registry::harness::{ChatModel, ChatRequest, ChatResponse, HarnessError, async_trait};
    /// # struct Model;
    /// # #[async_trait]
    /// # impl ChatModel for Model {
    /// #     async fn chat(&self, _: &(), _: ChatRequest) -> Result<ChatResponse, HarnessError> { Ok(ChatResponse::text("")) }
    /// # }
    /// use registry::catalog::{Capability, CapabilitySet, ModelCatalog, ModelFilter};
    ///
    /// let mut registry = CapabilityRegistry::<()>::new();
    /// for name in ["gpt-4o", "gpt-3.5-turbo", "house"] {
    ///     registry.register_model(name, std::sync::Arc::new(Model))?;
    /// }
    /// let filter = ModelFilter { capabilities: CapabilitySet::EMPTY.with(Capability::Vision), ..ModelFilter::default() };
    /// let matching: Vec<_> = registry.models_where(ModelCatalog::seed(), &filter).map(|(model, _)| model.id.as_str()).collect();
    /// assert_eq!(matching, ["gpt-4o"]);
    /// # Ok::<(), registry::RegistryError>(())
    /// ```
    pub fn models_where<'m>(
        &'m self,
        catalog: &'m ModelCatalog,
        filter: &ModelFilter,
    ) -> impl Iterator<Item = (&'m ComponentMetadata, ModelCatalogEntry<'m>)> {
        self.names(ComponentKind::Model).into_iter().filter_map(move |name| {
            let entry = self.catalog_entry(catalog, name).filter(|entry| filter.matches(entry))?;
            Some((self.metadata(ComponentKind::Model, name)?, entry))
        })
    }
}
