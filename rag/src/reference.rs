//! The kinds of node and what their items refer to. All checks use this table.

use vocabulary::ComponentKind;

/// The kinds of component that a graph can refer to. These are also the kinds that `allow` can restrict.
pub const REFERENCE_KINDS: [ComponentKind; 7] = [
    ComponentKind::Model,
    ComponentKind::Tool,
    ComponentKind::Graph,
    ComponentKind::Agent,
    ComponentKind::Router,
    ComponentKind::Reducer,
    ComponentKind::Script,
];

/// A node kind of the language.
///
/// ```
/// use registry::rag::{ComponentKind, NodeKind};
///
/// let router = NodeKind::find("router").unwrap();
/// assert_eq!((router.primary_item, router.primary_kind), ("model", ComponentKind::Router));
/// assert!(NodeKind::find("rooter").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeKind {
    /// The name of the kind.
    pub name: &'static str,
    /// The item that refers to what the node runs.
    pub primary_item: &'static str,
    /// The kind of component that this item refers to.
    pub primary_kind: ComponentKind,
    /// What the node requires.
    pub needs: Needs,
    /// The kind-specific items that this kind uses.
    pub items: &'static [&'static str],
}

/// What a node kind requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// The primary item.
    Primary,
    /// The primary item, or `model` instead, which is the old syntax.
    PrimaryOrModel,
    /// The nodes to wait for, in `sources` or in a `join` of the graph.
    Sources,
}

const PROMPT: &str = "prompt";

/// The node kinds, each with its references and items.
pub const NODE_KINDS: [NodeKind; 11] = {
    use ComponentKind::{Agent, Graph, Model, Router, Script};
    use Needs::{Nothing, Primary, PrimaryOrModel, Sources};

    const fn kind(
        name: &'static str,
        primary_item: &'static str,
        primary_kind: ComponentKind,
        needs: Needs,
        items: &'static [&'static str],
    ) -> NodeKind {
        NodeKind { name, primary_item, primary_kind, needs, items }
    }

    [
        kind("agent", "model", Model, Nothing, &["tools", PROMPT]),
        kind("model", "model", Model, Nothing, &["tools", PROMPT]),
        kind("tool_executor", "model", Model, Nothing, &["tools"]),
        kind("interrupt", "model", Model, Nothing, &["options", PROMPT]),
        kind("join", "model", Model, Sources, &["sources"]),
        kind("human", "model", Model, Nothing, &["options", PROMPT]),
        kind("subgraph", "graph", Graph, PrimaryOrModel, &["graph", "input"]),
        kind("graph", "graph", Graph, PrimaryOrModel, &["graph", "input"]),
        kind("subagent", "agent", Agent, Primary, &["agent", "input", "tools", PROMPT]),
        kind("repl_agent", "script", Script, Nothing, &["script", "tools", PROMPT]),
        kind("router", "model", Router, Nothing, &[]),
    ]
};

/// The kind-specific items.
pub(crate) const KIND_SPECIFIC_ITEMS: [&str; 8] =
    ["agent", "graph", "script", "input", "sources", "options", "tools", PROMPT];

impl NodeKind {
    /// Returns the kind with this name, if the language defines it.
    pub fn find(name: &str) -> Option<&'static Self> {
        static KINDS: [NodeKind; 11] = NODE_KINDS;
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// Returns the kind of component that `model` refers to on a node of this kind. For a kind that the language does
    /// not define, that is a model.
    pub fn model_kind(name: &str, primary_given: bool) -> ComponentKind {
        match Self::find(name) {
            Some(kind) if kind.primary_item == "model" => kind.primary_kind,
            Some(kind) if kind.needs == Needs::PrimaryOrModel && !primary_given => kind.primary_kind,
            _ => ComponentKind::Model,
        }
    }
}

/// The items of a node that refer to components.
pub(crate) struct ReferringItems<T, L> {
    pub(crate) model: Option<T>,
    pub(crate) agent: Option<T>,
    pub(crate) graph: Option<T>,
    pub(crate) script: Option<T>,
    pub(crate) tools: L,
}

/// Returns the references of a node: the kind of component, the item that refers to it, and its value.
pub(crate) fn of_node<T, L: IntoIterator<Item = T>>(
    kind: &str,
    items: ReferringItems<T, L>,
) -> impl Iterator<Item = (ComponentKind, &'static str, T)> {
    let model = NodeKind::model_kind(kind, items.graph.is_some());
    [
        (model, "model", items.model),
        (ComponentKind::Agent, "agent", items.agent),
        (ComponentKind::Graph, "graph", items.graph),
        (ComponentKind::Script, "script", items.script),
    ]
    .into_iter()
    .filter_map(|(kind, item, name)| name.map(|name| (kind, item, name)))
    .chain(items.tools.into_iter().map(|name| (ComponentKind::Tool, "tools", name)))
}

#[cfg(test)]
mod tests {
    use super::{KIND_SPECIFIC_ITEMS, NODE_KINDS, NodeKind};
    use vocabulary::ComponentKind;

    #[test]
    fn every_kind_specific_item_is_used_by_a_kind_and_kinds_use_no_others() {
        for item in KIND_SPECIFIC_ITEMS {
            assert!(NODE_KINDS.iter().any(|kind| kind.items.contains(&item)), "{item}");
        }
        for kind in NODE_KINDS {
            assert!(kind.items.iter().all(|item| KIND_SPECIFIC_ITEMS.contains(item)), "{}", kind.name);
        }
    }

    #[test]
    fn the_kind_determines_what_model_refers_to() {
        assert_eq!(NodeKind::model_kind("agent", false), ComponentKind::Model);
        assert_eq!(NodeKind::model_kind("router", false), ComponentKind::Router);
        assert_eq!(NodeKind::model_kind("subgraph", false), ComponentKind::Graph);
        assert_eq!(NodeKind::model_kind("subgraph", true), ComponentKind::Model);
        assert_eq!(NodeKind::model_kind("subagent", false), ComponentKind::Model);
        assert_eq!(NodeKind::model_kind("planner", false), ComponentKind::Model);
    }
}
