//! What a node's items refer to: the one table of the language.

use vocabulary::ComponentKind;

/// The kinds that a graph can refer to, which are also the kinds that it can narrow with `allow`.
pub const REFERABLE: [ComponentKind; 7] = [
    ComponentKind::Model,
    ComponentKind::Tool,
    ComponentKind::Graph,
    ComponentKind::Agent,
    ComponentKind::Router,
    ComponentKind::Reducer,
    ComponentKind::Script,
];

/// A kind of node that the language knows.
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
    /// The kind as it is written.
    pub name: &'static str,
    /// The item that names what the node runs.
    pub primary_item: &'static str,
    /// The kind of component that this item refers to.
    pub primary_kind: ComponentKind,
    /// What the node cannot be without.
    pub needs: Needs,
    /// The items that belong to some kinds only, and that this one uses.
    pub items: &'static [&'static str],
}

/// What a kind of node cannot be without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// The primary item.
    Primary,
    /// The primary item, for which `model` may stand: the old spelling.
    PrimaryOrModel,
    /// The nodes it waits for, by `sources` or by a `join` of the graph.
    Sources,
}

const PROMPT: &str = "prompt";

/// The kinds of node, each with what it refers to and what it uses.
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

/// The items that belong to some kinds only.
pub(crate) const BOUND_ITEMS: [&str; 8] = ["agent", "graph", "script", "input", "sources", "options", "tools", PROMPT];

impl NodeKind {
    /// The kind of this name, when the language knows it.
    pub fn find(name: &str) -> Option<&'static Self> {
        static KINDS: [NodeKind; 11] = NODE_KINDS;
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// What `model` refers to on a node of this kind. A kind that only the host knows is looked up as Model.
    pub fn model_kind(name: &str, primary_given: bool) -> ComponentKind {
        match Self::find(name) {
            Some(kind) if kind.primary_item == "model" => kind.primary_kind,
            Some(kind) if kind.needs == Needs::PrimaryOrModel && !primary_given => kind.primary_kind,
            _ => ComponentKind::Model,
        }
    }
}

/// The items of a node that can refer to a component.
pub(crate) struct Referring<T, L> {
    pub(crate) model: Option<T>,
    pub(crate) agent: Option<T>,
    pub(crate) graph: Option<T>,
    pub(crate) script: Option<T>,
    pub(crate) tools: L,
}

/// The references of a node: the kind of component, the item that refers to it, and what stands there.
pub(crate) fn of_node<T, L: IntoIterator<Item = T>>(
    kind: &str,
    items: Referring<T, L>,
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
    use super::{BOUND_ITEMS, NODE_KINDS, NodeKind};
    use vocabulary::ComponentKind;

    #[test]
    fn every_bound_item_belongs_to_a_kind_and_every_kind_uses_bound_items_only() {
        for item in BOUND_ITEMS {
            assert!(NODE_KINDS.iter().any(|kind| kind.items.contains(&item)), "{item}");
        }
        for kind in NODE_KINDS {
            assert!(kind.items.iter().all(|item| BOUND_ITEMS.contains(item)), "{}", kind.name);
        }
    }

    #[test]
    fn model_means_what_the_kind_makes_of_it() {
        assert_eq!(NodeKind::model_kind("agent", false), ComponentKind::Model);
        assert_eq!(NodeKind::model_kind("router", false), ComponentKind::Router);
        assert_eq!(NodeKind::model_kind("subgraph", false), ComponentKind::Graph);
        assert_eq!(NodeKind::model_kind("subgraph", true), ComponentKind::Model);
        assert_eq!(NodeKind::model_kind("subagent", false), ComponentKind::Model);
        assert_eq!(NodeKind::model_kind("planner", false), ComponentKind::Model);
    }
}
