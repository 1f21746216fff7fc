//! Registered graphs: how they get in and out, what sources that arrive later are checked against, and what deserves a look.

use super::CapabilityRegistry;
use super::register::put;
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
    /// Registers a compiled graph. Graphs come in any order, so whether they run each other in a cycle is asked later, by
    /// [`verify`](Self::verify).
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

    /// Puts a graph in the place of the one of this name; otherwise like [`replace_model`](Self::replace_model).
    pub fn replace_graph_blueprint(
        &mut self,
        name: &str,
        blueprint: impl Into<Arc<Blueprint>>,
    ) -> Result<Arc<Blueprint>> {
        let position = self.namespace(ComponentKind::Graph).position_to_replace(name)?;
        Ok(mem::replace(&mut self.graphs[position], blueprint.into()))
    }

    /// Registers a graph, or replaces the one of this name; otherwise like
    /// [`register_or_replace_model`](Self::register_or_replace_model).
    #[track_caller]
    pub fn register_or_replace_graph_blueprint(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        blueprint: impl Into<Arc<Blueprint>>,
    ) -> Result<Option<Arc<Blueprint>>> {
        let position = self.namespace_mut(ComponentKind::Graph).position_or_add(name.into(), Location::caller())?;
        Ok(put(&mut self.graphs, position, blueprint.into()))
    }

    /// The compiled graph of a name or alias.
    pub fn graph_blueprint(&self, name: &str) -> Option<&Arc<Blueprint>> {
        self.graphs.get(self.namespace(ComponentKind::Graph).position(name)?)
    }

    /// What `.rag` sources are checked against: the names and aliases that the registry has now, for each kind.
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

    /// Compiles `.rag` sources, which are one program, against what the registry has now. The sources may come from
    /// anywhere: their size, depth and number of nodes are bounded.
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
    /// Every problem of the sources, in one report.
    pub fn compile(&self, sources: &[Source]) -> std::result::Result<Compiled, Report> {
        rag::compile(sources, &self.capability_resolver())
    }

    /// What deserves a look in the registered graphs: names that are not registered, cycles, other names than the
    /// graph's own.
    pub(crate) fn graph_diagnostics(&self) -> Vec<RegistryDiagnostic> {
        let components = self.namespace(ComponentKind::Graph).components();
        let mut found = Vec::new();
        for (component, blueprint) in components.iter().zip(&self.graphs) {
            let name = component.id.as_str();
            if blueprint.graph != name {
                let source = blueprint.provenance.as_ref().map(|it| format!(" in `{}`", it.source)).unwrap_or_default();
                found.push(RegistryDiagnostic {
                    code: DiagnosticCode::OtherGraphName,
                    name: name.to_owned(),
                    message: format!(
                        "the graph registered as `{name}` at {} calls itself `{}`{source}; give it one name, there or here",
                        component.declared_at, blueprint.graph
                    ),
                });
            }
            let unregistered = blueprint.references().filter(|reference| !self.has(reference.kind, reference.name));
            found.extend(unregistered.map(|reference| {
                let place = reference.node.map(|node| format!(", node `{node}`,")).unwrap_or_default();
                RegistryDiagnostic {
                    code: DiagnosticCode::UnregisteredReference,
                    name: name.to_owned(),
                    message: format!(
                        "the graph `{name}`{place} refers to the {} `{}`, which is not registered",
                        reference.kind, reference.name
                    ),
                }
            }));
        }
        let cycles = self.graph_cycles(|_| true).into_iter();
        found.extend(cycles.map(|hops| RegistryDiagnostic {
            code: DiagnosticCode::GraphCircle,
            name: hops.first().map(|hop| hop.graph.to_string()).unwrap_or_default(),
            message: RegistryError::GraphCycle(hops).to_string(),
        }));
        found
    }
}
