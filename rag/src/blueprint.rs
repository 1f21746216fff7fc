//! A compiled graph as a value: what a host runs, stores, compares and draws.

mod definition;
mod diff;
mod names;
mod node;
mod object;
mod picture;
mod provenance;
mod routing;
mod written;

pub use definition::{Allow, Channel, Definition, Field, Join, Schema};
pub use diff::{Change, Diff};
pub use names::Reference;
pub use node::{Node, Route, Routing, Send};
pub use object::{Entry, Literal, Object};
pub use provenance::{BlueprintProvenance, Origin, Position, Span};
pub use routing::{Edge, Topology, TopologyNode, Via, cycles};
pub use written::ReadError;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::{BorrowMut, Cow};
use std::fmt;
use std::marker;
use std::ops::{Deref, DerefMut};
use std::panic::{RefUnwindSafe, UnwindSafe};

/// Text that is borrowed when the program holds it as a constant, owned when it was read.
pub type Text = Cow<'static, str>;

/// A list that is borrowed when the program holds it as a constant, owned when it was read.
pub type List<T> = Cow<'static, [T]>;

/// The target that ends a run; no node can have this name.
pub const END: &str = "END";

/// One graph, compiled: its nodes, how control moves between them, and the capabilities they name.
///
/// A blueprint is read and changed through its [`Definition`], to which it dereferences. It holds the definition itself,
/// or it is a constant of the program, which costs nothing to load and is copied when it is changed. Two blueprints are
/// equal when they mean the same graph; where they were written does not count.
///
/// ```
/// use registry::rag::Blueprint;
///
/// let text = r#"{
///     "schema": 1, "graph": "echo", "start": "reply",
///     "nodes": [{"name": "reply", "kind": "model", "model": "default", "routing": "terminal"}]
/// }"#;
/// let mut blueprint = Blueprint::from_json(text)?;
/// assert_eq!(blueprint.nodes[0].model.as_deref(), Some("default"));
/// assert_eq!(Blueprint::from_json(&blueprint.to_json())?, blueprint);
///
/// blueprint.nodes.to_mut()[0].model = Some("fast".into());
/// assert_eq!(blueprint.references().next().unwrap().name, "fast");
/// # Ok::<(), registry::rag::ReadError>(())
/// ```
pub struct Blueprint(Held);

/// Neither form shows rustc the types of a definition, which it would look through for every static blueprint.
enum Held {
    /// A function, since what it returns is needed for machine code only.
    Constant(fn() -> &'static Definition),
    /// A definition as a trait object, which says itself that threads can share it.
    Owned(Box<dyn BorrowMut<Definition> + marker::Send + Sync + UnwindSafe + RefUnwindSafe>),
}

impl Blueprint {
    /// A blueprint whose definition is a constant. The function is called whenever the blueprint is read.
    ///
    /// ```
    /// use registry::rag::{Blueprint, Definition, List, Schema, Text};
    ///
    /// const DEFINITION: &Definition = &Definition {
    ///     schema: Schema,
    ///     graph: Text::Borrowed("empty"),
    ///     start: Text::Borrowed("nowhere"),
    ///     metadata: None,
    ///     defaults: None,
    ///     allow: List::Borrowed(&[]),
    ///     input: None,
    ///     output: None,
    ///     checkpoint: None,
    ///     interrupt: None,
    ///     channels: List::Borrowed(&[]),
    ///     nodes: List::Borrowed(&[]),
    ///     joins: List::Borrowed(&[]),
    ///     provenance: None,
    /// };
    /// static EMPTY: Blueprint = Blueprint::constant(|| DEFINITION);
    /// assert_eq!(EMPTY.graph, "empty");
    /// ```
    #[must_use]
    pub const fn constant(definition: fn() -> &'static Definition) -> Self {
        Self(Held::Constant(definition))
    }
}

impl From<Blueprint> for Definition {
    /// A copy of the definition.
    fn from(blueprint: Blueprint) -> Self {
        (*blueprint).clone()
    }
}

impl From<Definition> for Blueprint {
    fn from(definition: Definition) -> Self {
        Self(Held::Owned(Box::new(definition)))
    }
}

impl Deref for Blueprint {
    type Target = Definition;

    fn deref(&self) -> &Definition {
        match &self.0 {
            Held::Constant(definition) => definition(),
            Held::Owned(definition) => (**definition).borrow(),
        }
    }
}

impl DerefMut for Blueprint {
    /// The definition to be changed; that of a constant is copied first. To change one field by another, take the definition
    /// once: `let definition = &mut *blueprint;`.
    fn deref_mut(&mut self) -> &mut Definition {
        if let Held::Constant(definition) = self.0 {
            *self = definition().clone().into();
        }
        match &mut self.0 {
            Held::Owned(definition) => (**definition).borrow_mut(),
            Held::Constant(_) => unreachable!("the definition is owned by now"),
        }
    }
}

impl Clone for Blueprint {
    fn clone(&self) -> Self {
        match self.0 {
            Held::Constant(definition) => Self::constant(definition),
            Held::Owned(_) => (**self).clone().into(),
        }
    }
}

impl PartialEq for Blueprint {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for Blueprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Serialize for Blueprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Blueprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Definition::deserialize(deserializer).map(Self::from)
    }
}
