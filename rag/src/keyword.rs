//! The items of each block.

use crate::token::TokenKind;

/// A block: what messages call it and its items, and the keywords that its items begin with.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) name: &'static str,
    pub(crate) item: &'static str,
    pub(crate) items: &'static [&'static str],
}

pub(crate) static GRAPH: Block = Block {
    name: "a graph",
    item: "an item of the graph",
    items: &[
        "start",
        "metadata",
        "defaults",
        "allow",
        "input",
        "output",
        "checkpoint",
        "interrupt",
        "channel",
        "node",
        "join",
    ],
};

pub(crate) static NODE: Block = Block {
    name: "a node",
    item: "an item of the node",
    items: &[
        "kind",
        "model",
        "system",
        "prompt",
        "tools",
        "agent",
        "graph",
        "script",
        "input",
        "next",
        "routes",
        "command",
        "sends",
        "sources",
        "options",
        "checkpoint",
        "timeout",
        "retry",
        "metadata",
        "steering",
    ],
};

pub(crate) static COMMAND: Block =
    Block { name: "a `command`", item: "`goto` or `update`", items: &["goto", "update"] };

pub(crate) static STEERING: Block =
    Block { name: "a `steering`", item: "an item of `steering`", items: &["parent", "human", "delivery"] };

/// Blocks whose entries begin with a name of the author's choice.
pub(crate) static ROUTES: Block = Block { name: "`routes`", item: "a label", items: &[] };
pub(crate) static FIELDS: Block = Block { name: "a list of fields", item: "a field", items: &[] };
pub(crate) static OBJECT: Block = Block { name: "an object", item: "a key", items: &[] };

/// Whether the value of an item may begin with such a token.
pub(crate) fn may_begin_value(keyword: &str, token: TokenKind) -> bool {
    match keyword {
        "tools" | "sends" | "sources" | "options" | "join" => token == TokenKind::OpenBracket,
        "routes" | "command" | "retry" | "metadata" | "defaults" | "output" | "update" | "steering" => {
            token == TokenKind::OpenBrace
        }
        "next" | "kind" | "start" | "channel" | "allow" | "node" | "checkpoint" | "interrupt" | "goto" | "parent"
        | "human" => token == TokenKind::Identifier,
        "timeout" => matches!(token, TokenKind::Duration | TokenKind::Number) || token.is_string(),
        "input" => token == TokenKind::OpenBrace || token.is_string(),
        _ => token.is_string(),
    }
}

/// How the items are written whose value is a list.
pub(crate) const LIST_FORMS: &[(&str, &str)] = &[
    ("allow", "a list stands in brackets: `allow models [\"x\", \"y\"]`"),
    ("tools", "a list stands in brackets: `tools [\"x\", \"y\"]`"),
    ("sends", "a list stands in brackets: `sends [send b \"x\", send c]`"),
    ("sources", "a list stands in brackets: `sources [b, c]`"),
    ("options", "a list stands in brackets: `options [\"yes\", \"no\"]`"),
    ("join", "a list stands in brackets: `join [b, c] -> d`"),
];

/// The items that say how control moves: when one of them is unreadable, nothing is known about paths.
pub(crate) const CONTROL: &[&str] = &["start", "node", "join", "->", "next", "routes", "command", "sends", "sources"];

/// The items that name capabilities: when one of them is unreadable, nothing is known about what is unused.
pub(crate) const REFERRING: &[&str] = &["node", "channel", "kind", "model", "tools", "agent", "graph", "script"];
