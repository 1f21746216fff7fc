//! The syntax tree. Comparisons of trees ignore spans.

use crate::source::ByteSpan;
use std::borrow::Cow;
use vocabulary::ComponentKind;

/// A value with its span.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The span in the source.
    pub span: ByteSpan,
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// An identifier or the text of a string. The span excludes quotes.
pub(crate) type Name<'s> = Spanned<Cow<'s, str>>;

impl Name<'_> {
    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.value
    }
}

/// The value of an item, with the span of its keyword.
pub(crate) type Item<T> = Spanned<T>;

/// One file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct File<'s> {
    /// The graphs, in source order.
    pub graphs: Vec<Graph<'s>>,
}

/// One graph. It contains the first occurrence of a duplicate item.
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
    /// The keywords of items that are unreadable because of a syntax error.
    pub(crate) lost: Lost,
    /// The same for all nodes together.
    pub(crate) lost_in_nodes: Lost,
}

/// One node. It contains the first occurrence of a duplicate item.
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
    /// `steering { … }`, whose content is ignored.
    pub steering: Option<Item<()>>,
    /// The keywords of items that are unreadable because of a syntax error.
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

/// A join declared in the graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Join<'s> {
    /// The nodes to wait for.
    pub sources: Vec<Name<'s>>,
    /// The node to run next.
    pub target: Name<'s>,
}

/// An edge declared in the graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edge<'s> {
    /// The node where it begins.
    pub from: Name<'s>,
    /// The target.
    pub target: Name<'s>,
}

/// One branch of a conditional routing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Route<'s> {
    /// The label.
    pub label: Name<'s>,
    /// The target.
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
    /// The node to start.
    pub node: Name<'s>,
    /// The input of the node.
    pub input: Option<Name<'s>>,
}

/// `{ key literal … }`. It contains the first occurrence of a duplicate key.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Object<'s> {
    /// The entries, in source order.
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

/// A literal with its span.
pub(crate) type Literal<'s> = Spanned<Value<'s>>;

/// The value of a literal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'s> {
    /// A string.
    String(Cow<'s, str>),
    /// An identifier.
    Identifier(Cow<'s, str>),
    /// A number without a point that fits into 64 bits.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A duration, in milliseconds.
    Duration(u64),
}

/// Items that are unreadable because of a syntax error, so that they are not reported as missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lost(Vec<&'static str>);

impl Lost {
    /// An unreadable item that could have been any item.
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
