//! Nodes and their routing.

use super::{List, Object, Text, json};
use serde::{Deserialize, Serialize};

/// One node of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The name of the node, unique in its graph.
    pub name: Text,
    /// The kind of the node, if written; see [`Node::kind`] for the default.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Text>,
    /// The model. For a `router` it is the router; for a `subgraph` without `graph`, the graph.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub model: Option<Text>,
    /// The text of `system` or `prompt`.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Text>,
    /// The tools that the node may call.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub tools: Option<List<Text>>,
    /// The agent that a `subagent` runs.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub agent: Option<Text>,
    /// The graph that a `subgraph` runs.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub graph: Option<Text>,
    /// The script that a `repl_agent` runs.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub script: Option<Text>,
    /// How the input of a subagent or subgraph is built from the state.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub input: Option<Text>,
    /// Where control goes after the node has run.
    pub routing: Routing,
    /// The state update of a `command`.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub update: Option<Object>,
    /// The nodes that are started in addition to the routing.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub sends: Option<List<Send>>,
    /// The nodes that a `join` node waits for.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub sources: Option<List<Text>>,
    /// The answers that a person may choose from.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub options: Option<List<Text>>,
    /// The checkpoint policy of the node.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Text>,
    /// How long the node may run, in milliseconds.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub timeout: Option<u64>,
    /// The retry policy.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub retry: Option<Object>,
    /// Arbitrary facts for people and tools.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl Node {
    /// The kind of a node without `kind`.
    pub const DEFAULT_KIND: &'static str = "model";

    /// Returns the kind of the node; the default is `model`.
    pub fn kind(&self) -> &str {
        self.kind.as_deref().unwrap_or(Self::DEFAULT_KIND)
    }
}

/// Where control goes after a node has run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Routing {
    /// To the target of the label that the node returns.
    Conditional(List<Route>),
    /// Always to this node.
    Next(Text),
    /// Nowhere: the run ends here, or continues in a join that waits for this node.
    Terminal,
}

/// One branch of a conditional routing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// The label that the node returns to choose this route; unique within the node.
    pub label: Text,
    /// The node to run next, or [`END`](super::END).
    pub target: Text,
}

/// A node that is started in addition to the routing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Send {
    /// The node to start.
    pub node: Text,
    /// The input of the node.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub input: Option<Text>,
}
