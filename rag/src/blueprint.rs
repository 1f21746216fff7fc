//! A compiled graph as a value that a host can run, store, compare and draw.

mod definition;
mod diagram;
mod diff;
mod json;
mod names;
mod node;
mod object;
mod provenance;
mod routing;

pub use definition::{Allow, Channel, Definition, Field, Join, Schema};
pub use diff::{Change, Diff};
pub use json::ReadError;
pub use names::Reference;
pub use node::{Node, Route, Routing, Send};
pub use object::{Entry, Literal, Object};
pub use provenance::{BlueprintProvenance, Origin, Position, Span};
pub use routing::{Edge, Topology, TopologyNode, Via, cycles};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::{BorrowMut, Cow};
use std::fmt;
use std::marker;
use std::ops::{Deref, DerefMut};
use std::panic::{RefUnwindSafe, UnwindSafe};

/// Text that is borrowed in a constant and owned when read at run time.
pub type Text = Cow<'static, str>;

/// A list that is borrowed in a constant and owned when read at run time.
pub type List<T> = Cow<'static, [T]>;

/// The target that ends a run. No node can have this name.
pub const END: &str = "END";

/// A compiled graph: its nodes, how control moves between them, and the capabilities they refer to.
///
/// A blueprint is read and changed through its [`Definition`], to which it dereferences. It either owns the definition
/// or refers to one that is `static`, which is copied on the first change. Two blueprints are equal if they define the
/// same graph, regardless of their provenance.
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

/// Neither variant exposes the fields of a definition to rustc, which would otherwise check them for every static
/// blueprint.
enum Held {
    /// A function, which may make the definition on the first call.
    Constant(fn() -> &'static Definition),
    /// A trait object, whose auto traits are listed here instead of being derived from the fields.
    Owned(Box<dyn BorrowMut<Definition> + marker::Send + Sync + UnwindSafe + RefUnwindSafe>),
}

impl Blueprint {
    /// Creates a blueprint whose definition is `static`. The function is called whenever the blueprint is read, and has to
    /// return the same definition each time.
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
    /// Copies the definition.
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
    /// Returns the definition for changes, after copying that of a constant. To borrow several fields at once,
    /// dereference once: `let definition = &mut *blueprint;`.
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
