//! Registered graphs: registration, lookup, compilation at run time, and diagnostics.

use super::CapabilityRegistry;
use super::register::replace_or_push;
use crate::{ComponentKind, DiagnosticCode, RegistryDiagnostic, RegistryError, Result};
use rag::{Blueprint, CapabilityResolver, CapabilitySource, Compiled, Report, Source};
use std::borrow::Cow;
use std::mem;
use std::panic::Location;
use std::sync::Arc;

impl<State: Send + Sync + 'static> CapabilitySource for CapabilityRegistry<State> {
    fn names_including_aliases(&self, kind: ComponentKind) -> Vec<String> {
        self.names_including_aliases(kind).into_iter().map(str::to_owned).collect()
    }

    fn canonical_name(&self, kind: ComponentKind, name: &str) -> Option<&str> {
        self.metadata(kind, name).map(|metadata| metadata.id.as_str())
    }
}

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
    /// Registers a compiled graph. Graphs can be registered in any order; [`verify`](Self::verify) reports references that
    /// are not registered and graphs that run each other in a cycle.
    ///
    /// # Errors
    ///
    /// Like [`register_model`](Self::register_model).
    #[track_caller]
    pub fn register_graph_blueprint(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        blueprint: impl Into<Arc<Blueprint>>,
    ) -> Result<()> {
        self.namespace_mut(ComponentKind::Graph).add(name.into(), Location::caller())?;
        self.graphs.push(blueprint.into());
        Ok(())
    }

    /// Replaces the graph with this name and returns the old one. Otherwise like [`replace_model`](Self::replace_model).
    ///
    /// # Errors
    ///
    /// Like [`replace_model`](Self::replace_model).
    pub fn replace_graph_blueprint(
        &mut self,
        name: &str,
        blueprint: impl Into<Arc<Blueprint>>,
    ) -> Result<Arc<Blueprint>> {
        let position = self.namespace(ComponentKind::Graph).position_to_replace(name)?;
        Ok(mem::replace(&mut self.graphs[position], blueprint.into()))
    }

    /// Registers a graph, or replaces the one with this name. Otherwise like
    /// [`register_or_replace_model`](Self::register_or_replace_model).
    ///
    /// # Errors
    ///
    /// Like [`register_or_replace_model`](Self::register_or_replace_model).
    #[track_caller]
    pub fn register_or_replace_graph_blueprint(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        blueprint: impl Into<Arc<Blueprint>>,
    ) -> Result<Option<Arc<Blueprint>>> {
        let position = self.namespace_mut(ComponentKind::Graph).position_or_add(name.into(), Location::caller())?;
        Ok(replace_or_push(&mut self.graphs, position, blueprint.into()))
    }

    /// Returns the compiled graph with a name or alias.
    pub fn graph_blueprint(&self, name: &str) -> Option<&Arc<Blueprint>> {
        self.graphs.get(self.namespace(ComponentKind::Graph).position(name)?)
    }

    /// Returns a resolver that allows the names and aliases that are currently registered, for checking `.rag` sources.
    ///
    /// ```
    /// use registry::{CapabilityRegistry, ComponentKind};
    ///
    /// # fn main() -> registry::Result<()> {
    /// let mut registry = CapabilityRegistry::<()>::new();
    /// registry.register_router("by_intent")?;
    /// assert!(registry.capability_resolver().allows(ComponentKind::Router, "by_intent"));
    /// assert!(!registry.capability_resolver().allows(ComponentKind::Router, "by_mood"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn capability_resolver(&self) -> CapabilityResolver {
        CapabilityResolver::from_registry(self)
    }

    /// Compiles `.rag` sources as one program against the names that are currently registered. The sources may be
    /// untrusted: their size, depth and number of nodes are limited.
    ///
    /// ```
    /// use registry::CapabilityRegistry;
    /// use registry::rag::Source;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut registry = CapabilityRegistry::<()>::new();
    /// registry.register_router("by_topic")?;
    ///
    /// let proposed = Source::generated("proposal.rag", "a model", r#"graph triage {
    ///     start sort
    ///     node sort { kind router  model "by_topik" }
    /// }"#);
    /// let report = registry.compile(&[proposed]).unwrap_err();
    /// assert!(report.to_string().contains("did you mean `by_topic`?"), "{report}");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// A report of all errors in the sources.
    pub fn compile(&self, sources: &[Source]) -> std::result::Result<Compiled, Report> {
        rag::compile(sources, &self.capability_resolver())
    }

    /// Returns the diagnostics of registered graphs: names that are not registered, cycles, and graphs that are registered
    /// under a different name than their own.
    pub(crate) fn graph_diagnostics(&self) -> Vec<RegistryDiagnostic> {
        let components = self.namespace(ComponentKind::Graph).components();
        let mut found = Vec::new();
        for (component, blueprint) in components.iter().zip(&self.graphs) {
            let name = component.id.as_str();
            if blueprint.graph != name {
                let source = blueprint.provenance.as_ref().map(|it| format!(" in `{}`", it.source)).unwrap_or_default();
                found.push(RegistryDiagnostic {
                    code: DiagnosticCode::GraphNameMismatch,
                    name: name.to_owned(),
                    message: format!(
                        "the graph registered as `{name}` at {} is named `{}`{source}; use the same name in both places",
                        component.declared_at, blueprint.graph
                    ),
                });
            }
            let unregistered = blueprint.references().filter(|reference| !self.has(reference.kind, reference.name));
            found.extend(unregistered.map(|reference| {
                let node = reference.node.map(|node| format!(", node `{node}`,")).unwrap_or_default();
                RegistryDiagnostic {
                    code: DiagnosticCode::UnregisteredReference,
                    name: name.to_owned(),
                    message: format!(
                        "the graph `{name}`{node} refers to the {} `{}`, which is not registered",
                        reference.kind, reference.name
                    ),
                }
            }));
        }
        let cycles = self.graph_cycles(|_| true).into_iter();
        found.extend(cycles.map(|hops| RegistryDiagnostic {
            code: DiagnosticCode::GraphCycle,
            name: hops.first().map(|hop| hop.graph.to_string()).unwrap_or_default(),
            message: RegistryError::GraphCycle(hops).to_string(),
        }));
        found
    }
}
