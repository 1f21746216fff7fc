//! Lookup by name or alias. Only lists and errors allocate.

use super::CapabilityRegistry;
use super::namespace::Namespace;
use crate::harness::{ChatModel, HarnessAgent, Tool};
use crate::{ComponentKind, ComponentMetadata, Result};
use std::sync::Arc;

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// Returns the model with a name or alias.
    pub fn model(&self, name: &str) -> Option<&Arc<dyn ChatModel<State>>> {
        self.models.get(self.namespace(ComponentKind::Model).position(name)?)
    }

    /// Returns the tool with a name or alias.
    pub fn tool(&self, name: &str) -> Option<&Arc<dyn Tool<State>>> {
        self.tools.get(self.namespace(ComponentKind::Tool).position(name)?)
    }

    /// Returns the agent with a name or alias.
    pub fn agent(&self, name: &str) -> Option<&Arc<dyn HarnessAgent>> {
        self.agents.get(self.namespace(ComponentKind::Agent).position(name)?)
    }

    /// Returns whether a component has this name or alias.
    pub fn has(&self, kind: ComponentKind, name: &str) -> bool {
        self.namespace(kind).position(name).is_some()
    }

    /// Returns the metadata of the component with a name or alias.
    pub fn metadata(&self, kind: ComponentKind, name: &str) -> Option<&ComponentMetadata> {
        self.namespace(kind).get(name)
    }

    /// Like [`metadata`](Self::metadata), but returns an error that suggests similar names.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Unknown`](crate::RegistryError::Unknown) if nothing is registered under the name.
    pub fn resolve(&self, kind: ComponentKind, name: &str) -> Result<&ComponentMetadata> {
        self.namespace(kind).resolve(name)
    }

    /// Returns the canonical names of a kind, sorted.
    pub fn names(&self, kind: ComponentKind) -> Vec<&str> {
        sorted(self.namespace(kind).components().iter().map(|component| component.id.as_str()))
    }

    /// Returns the canonical names and aliases of a kind, sorted. These are the names that a `.rag` source may refer to.
    pub fn names_including_aliases(&self, kind: ComponentKind) -> Vec<&str> {
        sorted(self.namespace(kind).all_names())
    }

    /// Returns every component, sorted by kind and name.
    pub fn components(&self) -> Vec<&ComponentMetadata> {
        let mut all: Vec<&ComponentMetadata> = self.namespaces.iter().flat_map(Namespace::components).collect();
        all.sort_unstable_by_key(|component| (component.kind, &component.id));
        all
    }
}

fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names
}
