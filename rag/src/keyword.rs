//! The items of each block.

use crate::token::TokenKind;

/// A block: the names of the block and of its items in messages, and the keywords that its items begin with.
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

/// Blocks whose entries begin with a name that the author chooses.
pub(crate) static ROUTES: Block = Block { name: "`routes`", item: "a label", items: &[] };
pub(crate) static FIELDS: Block = Block { name: "a list of fields", item: "a field", items: &[] };
pub(crate) static OBJECT: Block = Block { name: "an object", item: "a key", items: &[] };

/// Whether the value of an item may begin with this kind of token.
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

/// The syntax of items whose value is a list.
pub(crate) const LIST_FORMS: &[(&str, &str)] = &[
    ("allow", "lists use brackets: `allow models [\"x\", \"y\"]`"),
    ("tools", "lists use brackets: `tools [\"x\", \"y\"]`"),
    ("sends", "lists use brackets: `sends [send b \"x\", send c]`"),
    ("sources", "lists use brackets: `sources [b, c]`"),
    ("options", "lists use brackets: `options [\"yes\", \"no\"]`"),
    ("join", "lists use brackets: `join [b, c] -> d`"),
];

/// The items that determine how control moves. If one of them is unreadable, nothing is known about paths.
pub(crate) const CONTROL: &[&str] = &["start", "node", "join", "->", "next", "routes", "command", "sends", "sources"];

/// The items that refer to capabilities. If one of them is unreadable, nothing is known about what is unused.
pub(crate) const REFERRING: &[&str] = &["node", "channel", "kind", "model", "tools", "agent", "graph", "script"];
