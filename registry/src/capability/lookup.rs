//! Looking things up, by name or by one hop of an alias. Nothing here allocates, but for lists and errors.

use super::CapabilityRegistry;
use super::namespace::Namespace;
use crate::harness::{ChatModel, HarnessAgent, Tool};
use crate::{ComponentKind, ComponentMetadata, Result};
use std::sync::Arc;

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// The model of a name or alias.
    pub fn model(&self, name: &str) -> Option<&Arc<dyn ChatModel<State>>> {
        self.models.get(self.namespace(ComponentKind::Model).position(name)?)
    }

    /// The tool of a name or alias.
    pub fn tool(&self, name: &str) -> Option<&Arc<dyn Tool<State>>> {
        self.tools.get(self.namespace(ComponentKind::Tool).position(name)?)
    }

    /// The agent of a name or alias.
    pub fn agent(&self, name: &str) -> Option<&Arc<dyn HarnessAgent>> {
        self.agents.get(self.namespace(ComponentKind::Agent).position(name)?)
    }

    /// Whether a component has this name or alias.
    pub fn has(&self, kind: ComponentKind, name: &str) -> bool {
        self.namespace(kind).position(name).is_some()
    }

    /// What is known of the component of a name or alias.
    pub fn metadata(&self, kind: ComponentKind, name: &str) -> Option<&ComponentMetadata> {
        self.namespace(kind).get(name)
    }

    /// Like [`metadata`](Self::metadata), with an error that tells what there is instead.
    ///
    /// # Errors
    /// [`RegistryError::Unknown`](crate::RegistryError::Unknown) with the nearest names and aliases.
    pub fn resolve(&self, kind: ComponentKind, name: &str) -> Result<&ComponentMetadata> {
        self.namespace(kind).resolve(name)
    }

    /// The canonical names of a kind, sorted.
    pub fn names(&self, kind: ComponentKind) -> Vec<&str> {
        sorted(self.namespace(kind).components().iter().map(|component| component.id.as_str()))
    }

    /// The canonical names and the aliases of a kind, sorted: what a `.rag` source may refer to.
    pub fn names_including_aliases(&self, kind: ComponentKind) -> Vec<&str> {
        sorted(self.namespace(kind).all_names())
    }

    /// Every component, sorted by kind and name.
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
