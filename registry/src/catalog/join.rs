//! What the catalog knows of the models that are registered.

use super::{ModelCatalog, ModelCatalogEntry, ModelFilter};
use crate::{CapabilityRegistry, ComponentKind, ComponentMetadata};

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// What the catalog knows of a registered model: the entry that its declaration names, or the one of its canonical
    /// name. `None` when nothing is registered as `name`, or the catalog does not know the model.
    pub fn catalog_entry<'c>(&self, catalog: &'c ModelCatalog, name: &str) -> Option<ModelCatalogEntry<'c>> {
        let model = self.metadata(ComponentKind::Model, name)?;
        catalog.get_by_model_id(model.catalog.as_deref().unwrap_or_else(|| model.id.as_str()))
    }

    /// The registered models that meet a filter's conditions, each with what the catalog knows of it, sorted by name.
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
    /// let picked: Vec<_> = registry.models_where(ModelCatalog::seed(), &filter).map(|(model, _)| model.id.as_str()).collect();
    /// assert_eq!(picked, ["gpt-4o"]);
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
