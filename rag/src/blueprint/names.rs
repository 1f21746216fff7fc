//! The names of capabilities that a blueprint refers to.

use super::{Blueprint, Channel, Node, Span, Text};
use crate::reference::{self, NodeKind, ReferringItems};
use vocabulary::ComponentKind;

/// A reference from a blueprint to a capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference<'b> {
    /// The kind of capability.
    pub kind: ComponentKind,
    /// The name as written.
    pub name: &'b str,
    /// The node that contains the reference, or `None` for the reducer of a channel.
    pub node: Option<&'b str>,
    /// The item that contains the name: `model`, `agent`, `graph`, `script`, `tools` or `channel`.
    pub item: &'static str,
    /// The span in the source, if known.
    pub span: Option<Span>,
}

impl Blueprint {
    /// Returns every reference to a capability: first the reducers of the channels, then the `model`, `agent`, `graph`,
    /// `script` and `tools` of each node.
    ///
    /// ```
    /// use registry::rag::{CapabilityResolver, ComponentKind, Source};
    ///
    /// let text = "graph g { start a  node a { kind agent model \"fast\" tools [\"lookup\"] } }";
    /// let compiled = registry::rag::compile(&[Source::file("g.rag", text)], &CapabilityResolver::without_registry())?;
    /// let references: Vec<_> = compiled.blueprints[0].references().map(|found| (found.kind, found.name)).collect();
    /// assert_eq!(references, [(ComponentKind::Model, "fast"), (ComponentKind::Tool, "lookup")]);
    /// # Ok::<(), registry::rag::Report>(())
    /// ```
    pub fn references(&self) -> impl Iterator<Item = Reference<'_>> {
        let channels = self.channels.iter().map(|channel| Reference {
            kind: ComponentKind::Reducer,
            name: &channel.reducer,
            node: None,
            item: "channel",
            span: None,
        });
        let nodes = self.nodes.iter().flat_map(|node| {
            let items = ReferringItems {
                model: node.model.as_ref(),
                agent: node.agent.as_ref(),
                graph: node.graph.as_ref(),
                script: node.script.as_ref(),
                tools: node.tools.iter().flat_map(|tools| tools.iter()),
            };
            reference::of_node(node.kind(), items).map(|(kind, item, name)| Reference {
                kind,
                name,
                node: Some(&node.name),
                item,
                span: None,
            })
        });
        let spans = self.provenance.as_ref().map(|provenance| &*provenance.references).unwrap_or_default();
        channels.chain(nodes).enumerate().map(|(number, found)| Reference { span: spans.get(number).copied(), ..found })
    }

    /// Replaces the names of capabilities for which `rename` returns a new name.
    #[must_use]
    pub fn map_names<'n>(mut self, rename: impl Fn(ComponentKind, &str) -> Option<&'n str>) -> Self {
        let replace = |kind: ComponentKind, name: &mut Text| {
            if let Some(new) = rename(kind, name).filter(|new| new != name) {
                *name = Text::Owned(new.to_owned());
            }
        };
        for allow in self.allow.to_mut() {
            for name in allow.names.to_mut() {
                replace(allow.kind, name);
            }
        }
        for Channel { reducer, .. } in self.channels.to_mut() {
            replace(ComponentKind::Reducer, reducer);
        }
        for node in self.nodes.to_mut() {
            let model = NodeKind::model_kind(node.kind(), node.graph.is_some());
            let Node { model: model_name, agent, graph, script, tools, .. } = node;
            let items = [
                (model, model_name),
                (ComponentKind::Agent, agent),
                (ComponentKind::Graph, graph),
                (ComponentKind::Script, script),
            ];
            for (kind, name) in items {
                if let Some(name) = name {
                    replace(kind, name);
                }
            }
            if let Some(tools) = tools {
                for name in tools.to_mut() {
                    replace(ComponentKind::Tool, name);
                }
            }
        }
        self
    }
}
