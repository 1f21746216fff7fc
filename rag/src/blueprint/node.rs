//! A node, and where control goes from it.

use super::{List, Object, Text, written};
use serde::{Deserialize, Serialize};

/// One node of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The node's name, unique in its graph.
    pub name: Text,
    /// The node's kind as written; [`Node::kind`] gives the default as well.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Text>,
    /// The model; for a `router` the router, for an old `subgraph` the graph.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub model: Option<Text>,
    /// The text that the source calls `system` or `prompt`.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Text>,
    /// The tools that the node may call.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub tools: Option<List<Text>>,
    /// The agent that a `subagent` runs.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub agent: Option<Text>,
    /// The graph that a `subgraph` runs.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub graph: Option<Text>,
    /// The script that a `repl_agent` runs.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub script: Option<Text>,
    /// How the input of a sub-agent or subgraph is made from the state.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub input: Option<Text>,
    /// Where control goes when the node has run.
    pub routing: Routing,
    /// What a `command` writes to the state.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub update: Option<Object>,
    /// The nodes that are started beside the routing.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub sends: Option<List<Send>>,
    /// The nodes that a `join` waits for.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub sources: Option<List<Text>>,
    /// The answers that a person may choose from.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub options: Option<List<Text>>,
    /// The checkpoint policy of the node.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Text>,
    /// How long the node may run, in milliseconds.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub timeout: Option<u64>,
    /// The retry policy.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub retry: Option<Object>,
    /// Facts for people and tools.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl Node {
    /// The kind of a node that names none.
    pub const DEFAULT_KIND: &'static str = "model";

    /// The node's kind, which is `model` when none was written.
    pub fn kind(&self) -> &str {
        self.kind.as_deref().unwrap_or(Self::DEFAULT_KIND)
    }
}

/// Where control goes when a node has run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Routing {
    /// To the target of the label that the node chooses.
    Conditional(List<Route>),
    /// Always to this node.
    Next(Text),
    /// Nowhere: the run ends here, or goes on in a join that waits for this node.
    Terminal,
}

/// One way out of a node with conditional routing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// What the node answers to take this way; unique within the node.
    pub label: Text,
    /// The node that then runs, or [`END`](super::END).
    pub target: Text,
}

/// A node that is started beside the routing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Send {
    /// The node that is started.
    pub node: Text,
    /// What it is given.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub input: Option<Text>,
}
