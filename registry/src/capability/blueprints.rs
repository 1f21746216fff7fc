//! Graphs that arrive while the program runs, and what the registered ones refer to.

use super::CapabilityRegistry;
use crate::{ComponentKind, DiagnosticCode, RegistryDiagnostic};
use rag::{Blueprint, Compiled, Report, Source};

impl<State: Send + Sync + 'static> CapabilityRegistry<State> {
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
    pub fn compile(&self, sources: &[Source]) -> Result<Compiled, Report> {
        rag::compile(sources, &self.capability_resolver())
    }

    /// What deserves a look in the registered graphs: names that are not registered, circles, other names than the
    /// graph's own.
    pub(crate) fn graph_diagnostics(&self) -> Vec<RegistryDiagnostic> {
        let graphs: Vec<(&str, Blueprint)> = self
            .namespace(ComponentKind::Graph)
            .components()
            .iter()
            .zip(&self.graphs)
            .map(|(component, blueprint)| {
                (component.id.as_str(), self.with_registered_names(&component.id.0, blueprint))
            })
            .collect();
        let mut found = Vec::new();
        for ((name, renamed), original) in graphs.iter().zip(&self.graphs) {
            if original.graph != *name {
                found.push(RegistryDiagnostic {
                    code: DiagnosticCode::OtherGraphName,
                    name: (*name).to_owned(),
                    message: format!("the graph registered as `{name}` calls itself `{}`", original.graph),
                });
            }
            found.extend(renamed.references().filter(|reference| !self.has(reference.kind, reference.name)).map(
                |reference| {
                    let place = reference.node.map(|node| format!(", node `{node}`,")).unwrap_or_default();
                    RegistryDiagnostic {
                        code: DiagnosticCode::UnregisteredReference,
                        name: (*name).to_owned(),
                        message: format!(
                            "the graph `{name}`{place} refers to the {} `{}`, which is not registered",
                            reference.kind, reference.name
                        ),
                    }
                },
            ));
        }
        let renamed: Vec<&Blueprint> = graphs.iter().map(|(_, blueprint)| blueprint).collect();
        found.extend(rag::cycles(&renamed).into_iter().filter_map(|circle| {
            let first = *circle.first()?;
            let hops: Vec<String> = circle.iter().chain([&first]).map(|name| format!("`{name}`")).collect();
            Some(RegistryDiagnostic {
                code: DiagnosticCode::GraphCircle,
                name: first.to_owned(),
                message: format!("graphs run each other in a circle: {}", hops.join(" → ")),
            })
        }));
        found
    }

    /// A graph under the name that it is registered by, with canonical names in place of aliases.
    fn with_registered_names(&self, name: &str, blueprint: &Blueprint) -> Blueprint {
        let mut canonical =
            blueprint.clone().map_names(|kind, name| self.metadata(kind, name).map(|metadata| metadata.id.as_str()));
        canonical.graph = name.to_owned().into();
        canonical
    }
}
