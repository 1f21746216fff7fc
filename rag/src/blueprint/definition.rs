//! What a blueprint says, part by part.

use super::{BlueprintProvenance, List, Literal, Node, Object, Text, written};
use serde::{Deserialize, Serialize};
use vocabulary::ComponentKind;

/// What a [`Blueprint`](super::Blueprint) says; questions about it, such as its edges and references, are methods of the
/// blueprint. Two definitions are equal when they mean the same graph; where they were written does not count.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Blueprint")]
pub struct Definition {
    /// The version of the JSON form: `"schema": 1`.
    pub schema: Schema,
    /// The graph's name.
    pub graph: Text,
    /// The node at which a run begins.
    pub start: Text,
    /// Facts for people and tools.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
    /// Settings for the whole run. A `timeout` is in milliseconds.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub defaults: Option<Object>,
    /// The kinds that are narrowed, each once and in the order of [`ComponentKind::ALL`], with the names that the graph may use.
    #[serde(default, with = "written::allow", skip_serializing_if = "<[_]>::is_empty")]
    pub allow: List<Allow>,
    /// What a run takes.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub input: Option<List<Field>>,
    /// What a run gives.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub output: Option<List<Field>>,
    /// The checkpoint policy of the graph.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Text>,
    /// The interrupt policy of the graph.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub interrupt: Option<Text>,
    /// The state's channels, in the order in which they were written.
    #[serde(default, deserialize_with = "written::filled", skip_serializing_if = "<[_]>::is_empty")]
    pub channels: List<Channel>,
    /// The nodes, in the order in which they were written.
    pub nodes: List<Node>,
    /// The joins that stand beside the nodes; a node's own are its [`Node::sources`].
    #[serde(default, deserialize_with = "written::filled", skip_serializing_if = "<[_]>::is_empty")]
    pub joins: List<Join>,
    /// Where the graph was written, when that is known.
    #[serde(default, deserialize_with = "written::given", skip_serializing_if = "Option::is_none")]
    pub provenance: Option<BlueprintProvenance>,
}

/// The version of the JSON form, which is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Schema;

impl Schema {
    /// The version that this crate writes, and the newest that it reads.
    pub const VERSION: u64 = 1;
}

/// The names of one kind that a graph may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    /// The kind that is narrowed.
    pub kind: ComponentKind,
    /// The names, as written; none of them means that the graph may use none of this kind.
    pub names: List<Text>,
}

/// A field of a graph's input or output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// The field's name.
    pub name: Text,
    /// The name of its type, which the host gives a meaning.
    #[serde(rename = "type")]
    pub type_name: Text,
}

/// A channel of the graph's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channel {
    /// The channel's name.
    pub name: Text,
    /// The registered reducer that merges what is written to it.
    pub reducer: Text,
    /// What the reducer is built with.
    #[serde(default, deserialize_with = "written::filled", skip_serializing_if = "<[_]>::is_empty")]
    pub arguments: List<Literal>,
}

/// A join: the target runs when all sources have run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The nodes that are waited for.
    pub sources: List<Text>,
    /// The node that then runs, or [`END`](super::END).
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
