//! The syntax tree. Where something stands does not count when trees are compared.

use crate::source::ByteSpan;
use std::borrow::Cow;
use vocabulary::ComponentKind;

/// A value, and where it stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands in its source.
    pub span: ByteSpan,
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// An identifier, or the text of a string, whose span leaves out the quotes.
pub(crate) type Name<'s> = Spanned<Cow<'s, str>>;

impl Name<'_> {
    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.value
    }
}

/// An item: its value, with the span of its keyword.
pub(crate) type Item<T> = Spanned<T>;

/// One file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct File<'s> {
    /// Its graphs, in the order in which they stand.
    pub graphs: Vec<Graph<'s>>,
}

/// One graph. Of an item that was given twice it holds the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Graph<'s> {
    /// `graph NAME`
    pub name: Name<'s>,
    /// `start NODE`
    pub start: Option<Name<'s>>,
    /// `metadata { … }`
    pub metadata: Option<Item<Object<'s>>>,
    /// `defaults { … }`
    pub defaults: Option<Item<Object<'s>>>,
    /// `allow KINDS [ … ]`
    pub allow: Vec<Allow<'s>>,
    /// `input { … }`
    pub input: Option<Item<Vec<Field<'s>>>>,
    /// `output { … }`
    pub output: Option<Item<Vec<Field<'s>>>>,
    /// `checkpoint POLICY`
    pub checkpoint: Option<Item<Name<'s>>>,
    /// `interrupt POLICY`
    pub interrupt: Option<Item<Name<'s>>>,
    /// `channel NAME REDUCER …`
    pub channels: Vec<Channel<'s>>,
    /// `node NAME { … }`
    pub nodes: Vec<Node<'s>>,
    /// `join [ … ] -> TARGET`
    pub joins: Vec<Join<'s>>,
    /// `NODE -> TARGET`
    pub edges: Vec<Edge<'s>>,
    /// The keywords of the items that a syntax error made unreadable.
    pub(crate) lost: Lost,
    /// The same of all its nodes together.
    pub(crate) lost_in_nodes: Lost,
}

/// One node. Of an item that was given twice it holds the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Node<'s> {
    /// `node NAME`
    pub name: Name<'s>,
    /// `kind KIND`
    pub kind: Option<Item<Name<'s>>>,
    /// `model "…"`
    pub model: Option<Item<Name<'s>>>,
    /// `system "…"` or `prompt "…"`
    pub prompt: Option<Item<Name<'s>>>,
    /// `tools [ … ]`
    pub tools: Option<Item<Vec<Name<'s>>>>,
    /// `agent "…"`
    pub agent: Option<Item<Name<'s>>>,
    /// `graph "…"`
    pub graph: Option<Item<Name<'s>>>,
    /// `script "…"`
    pub script: Option<Item<Name<'s>>>,
    /// `input "…"`
    pub input: Option<Item<Name<'s>>>,
    /// `next TARGET`
    pub next: Option<Item<Name<'s>>>,
    /// `routes { … }`
    pub routes: Option<Item<Vec<Route<'s>>>>,
    /// `command { … }`
    pub command: Option<Item<Command<'s>>>,
    /// `sends [ … ]`
    pub sends: Option<Item<Vec<Send<'s>>>>,
    /// `sources [ … ]`
    pub sources: Option<Item<Vec<Name<'s>>>>,
    /// `options [ … ]`
    pub options: Option<Item<Vec<Name<'s>>>>,
    /// `checkpoint POLICY`
    pub checkpoint: Option<Item<Name<'s>>>,
    /// `timeout …`
    pub timeout: Option<Item<Literal<'s>>>,
    /// `retry { … }`
    pub retry: Option<Item<Object<'s>>>,
    /// `metadata { … }`
    pub metadata: Option<Item<Object<'s>>>,
    /// Whether there is a `steering`, and where.
    pub steering: Option<Item<()>>,
    /// The keywords of the items that a syntax error made unreadable.
    pub(crate) lost: Lost,
}

/// The names of one kind that a graph may use.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Allow<'s> {
    /// The kind.
    pub kind: Spanned<ComponentKind>,
    /// The names.
    pub names: Vec<Name<'s>>,
}

/// A field of a graph's input or output.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field<'s> {
    /// Its name.
    pub name: Name<'s>,
    /// Its type.
    pub(crate) type_name: Name<'s>,
}

/// A channel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Channel<'s> {
    /// Its name.
    pub name: Name<'s>,
    /// Its reducer.
    pub reducer: Name<'s>,
    /// The reducer's arguments.
    pub arguments: Vec<Literal<'s>>,
}

/// A join beside the nodes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Join<'s> {
    /// The nodes that are waited for.
    pub sources: Vec<Name<'s>>,
    /// The node that then runs.
    pub target: Name<'s>,
}

/// An edge beside the nodes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edge<'s> {
    /// Where it begins.
    pub from: Name<'s>,
    /// Where it leads.
    pub target: Name<'s>,
}

/// One way of a conditional routing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Route<'s> {
    /// The label.
    pub label: Name<'s>,
    /// Where it leads.
    pub target: Name<'s>,
}

/// `command { … }`
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Command<'s> {
    /// `goto TARGET`
    pub goto: Option<Item<Name<'s>>>,
    /// `update { … }`
    pub update: Option<Item<Object<'s>>>,
}

/// `send NODE "…"`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Send<'s> {
    /// The node that is started.
    pub node: Name<'s>,
    /// What it is given.
    pub input: Option<Name<'s>>,
}

/// `{ key literal … }`; of a key that was given twice it holds the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Object<'s> {
    /// The entries, as they stand.
    pub entries: Vec<Entry<'s>>,
}

/// An entry of an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry<'s> {
    /// The key.
    pub key: Name<'s>,
    /// The value.
    pub value: Literal<'s>,
}

/// A literal, and where it stands.
pub(crate) type Literal<'s> = Spanned<Value<'s>>;

/// What a literal says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'s> {
    /// A string.
    String(Cow<'s, str>),
    /// An identifier.
    Identifier(Cow<'s, str>),
    /// A number without a point that fits; its digits are in the source.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A duration, in milliseconds.
    Duration(u64),
}

/// What a syntax error made unreadable, so that nothing is concluded from its absence.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lost(Vec<&'static str>);

impl Lost {
    /// Stands for an item that could have been any.
    pub(crate) const ANY: &'static str = "*";

    pub(crate) fn push(&mut self, keyword: &'static str) {
        if !self.has(keyword) {
            self.0.push(keyword);
        }
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        other.0.iter().for_each(|keyword| self.push(keyword));
    }

    /// Whether this item could have been lost.
    pub(crate) fn has(&self, keyword: &str) -> bool {
        self.0.iter().any(|lost| *lost == keyword || *lost == Self::ANY)
    }

    pub(crate) fn has_any_of(&self, keywords: &[&str]) -> bool {
        !self.0.is_empty() && keywords.iter().any(|keyword| self.has(keyword))
    }
}
