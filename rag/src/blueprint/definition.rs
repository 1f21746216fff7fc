//! The content of a blueprint.

use super::{BlueprintProvenance, List, Literal, Node, Object, Text, json};
use serde::{Deserialize, Serialize};
use vocabulary::ComponentKind;

/// The content of a [`Blueprint`](super::Blueprint). Derived data, such as edges and references, is available from
/// methods of the blueprint. Two definitions are equal if they define the same graph, regardless of their provenance.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Blueprint")]
pub struct Definition {
    /// The version of the JSON form: `"schema": 1`.
    pub schema: Schema,
    /// The name of the graph.
    pub graph: Text,
    /// The node where a run begins.
    pub start: Text,
    /// Arbitrary facts for people and tools.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
    /// Settings for the whole run. A `timeout` is in milliseconds.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub defaults: Option<Object>,
    /// The restricted kinds, each once and in the order of [`ComponentKind::ALL`], with the names that the graph may
    /// use.
    #[serde(default, with = "json::allow", skip_serializing_if = "<[_]>::is_empty")]
    pub allow: List<Allow>,
    /// The input of a run.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub input: Option<List<Field>>,
    /// The output of a run.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub output: Option<List<Field>>,
    /// The checkpoint policy of the graph.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Text>,
    /// The interrupt policy of the graph.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub interrupt: Option<Text>,
    /// The channels of the state, in source order.
    #[serde(default, deserialize_with = "json::non_empty", skip_serializing_if = "<[_]>::is_empty")]
    pub channels: List<Channel>,
    /// The nodes, in source order.
    pub nodes: List<Node>,
    /// The joins declared in the graph. Those declared in a node are in [`Node::sources`].
    #[serde(default, deserialize_with = "json::non_empty", skip_serializing_if = "<[_]>::is_empty")]
    pub joins: List<Join>,
    /// The source that the graph was compiled from, if known.
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    pub provenance: Option<BlueprintProvenance>,
}

/// The version of the JSON form, which is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Schema;

impl Schema {
    /// The version that this crate writes, and the newest it can read.
    pub const VERSION: u64 = 1;
}

/// The names of one kind that a graph may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    /// The restricted kind.
    pub kind: ComponentKind,
    /// The names, as written. If empty, the graph may not use this kind at all.
    pub names: List<Text>,
}

/// A field of a graph's input or output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// The name of the field.
    pub name: Text,
    /// The name of its type, which the host interprets.
    #[serde(rename = "type")]
    pub type_name: Text,
}

/// A channel of the state of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channel {
    /// The name of the channel.
    pub name: Text,
    /// The registered reducer that merges values written to the channel.
    pub reducer: Text,
    /// The arguments of the reducer.
    #[serde(default, deserialize_with = "json::non_empty", skip_serializing_if = "<[_]>::is_empty")]
    pub arguments: List<Literal>,
}

/// A join: the target runs after all sources have run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The nodes to wait for.
    pub sources: List<Text>,
    /// The node to run next, or [`END`](super::END).
    pub target: Text,
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        let Self {
            schema: _,
            graph,
            start,
            metadata,
            defaults,
            allow,
            input,
            output,
            checkpoint,
            interrupt,
            channels,
            nodes,
            joins,
            provenance: _,
        } = self;
        *graph == other.graph
            && *start == other.start
            && *metadata == other.metadata
            && *defaults == other.defaults
            && *allow == other.allow
            && *input == other.input
            && *output == other.output
            && *checkpoint == other.checkpoint
            && *interrupt == other.interrupt
            && *channels == other.channels
            && *nodes == other.nodes
            && *joins == other.joins
    }
}
