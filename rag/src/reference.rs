//! What a node's items refer to: the one table of the language.

use crate::ComponentKind;

/// The kinds that a graph can narrow with `allow`, which are also the kinds that a graph can refer to.
pub const REFERABLE: [ComponentKind; 7] = [
    ComponentKind::Model,
    ComponentKind::Tool,
    ComponentKind::Graph,
    ComponentKind::Agent,
    ComponentKind::Router,
    ComponentKind::Reducer,
    ComponentKind::Script,
];
