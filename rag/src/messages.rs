//! The message of each diagnostic.

use crate::blueprint::END;
use crate::printable::{shorten, visible};
use crate::raw_diagnostic::{DiagnosticKind, Place, RawDiagnostic};
use crate::token::TokenKind;
use crate::{ComponentKind, MAX_DEPTH, MAX_NODES, MAX_SOURCE_BYTES};

/// The texts of one diagnostic.
pub(crate) struct Message {
    /// What is wrong, on one line.
    pub(crate) title: String,
    /// The text under the carets.
    pub(crate) label: String,
    /// Labels of other places.
    pub(crate) other_labels: Vec<(Place, String)>,
    pub(crate) help: Option<String>,
}

impl Message {
    fn new(title: impl Into<String>, label: impl Into<String>) -> Self {
        Self { title: title.into(), label: label.into(), other_labels: Vec::new(), help: None }
    }

    fn label(mut self, place: Place, label: impl Into<String>) -> Self {
        self.other_labels.push((place, label.into()));
        self
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn maybe_help(mut self, help: Option<&str>) -> Self {
        self.help = help.map(str::to_owned);
        self
    }
}

const NAMES: &str =
    "names in `.rag` consist of ASCII letters, digits and `_`; the name of a capability is a quoted string";

/// Syntax of other languages, and what to write instead.
const OTHER_SYNTAX: &[(&[&str], &str)] = &[
    (&["#", "/*"], "comments start with `//` and run to the end of the line"),
    (&["'", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}"], "strings use double quotes: `\"…\"`"),
    (&[";"], "remove it: lines have no terminator"),
    (&["=>"], "routes and edges use `->`"),
    (&["="], "remove it: the value follows the name directly"),
    (&["(", ")"], "remove it: the arguments of a reducer have no parentheses"),
];

const NO_STEERING: &str =
    "remove it: a blueprint has no steering policy; the program that runs the graph has to enforce one";

#[allow(clippy::too_many_lines, reason = "a table with one entry per diagnostic")]
pub(crate) fn message(raw: &RawDiagnostic<'_>) -> Message {
    use DiagnosticKind as Kind;
    match &raw.kind {
        Kind::InvalidCharacter { characters, in_name } => {
            let excerpt: String = characters.chars().take(16).map(visible).collect();
            let more = if characters.chars().nth(16).is_some() { "…" } else { "" };
            let noun = if characters.chars().nth(1).is_some() { "characters" } else { "character" };
            let message = Message::new(format!("invalid {noun} `{excerpt}{more}`"), "no token starts with this");
            let help = OTHER_SYNTAX.iter().find(|(begin, _)| begin.iter().any(|begin| characters.starts_with(begin)));
            if *in_name { message.help(NAMES) } else { message.maybe_help(help.map(|(_, help)| *help)) }
        }
        Kind::DirectionControl => Message::new(
            "character that changes the direction of text",
            "the text is displayed in a different order than it is read",
        )
        .help("remove it: reviewers must see what is compiled"),
        Kind::UnterminatedString { block: true } => {
            Message::new("unterminated block string", "there is no closing `\"\"\"`")
        }
        Kind::UnterminatedString { block: false } => {
            Message::new("unterminated string", "the string does not end on this line")
                .help("close it with `\"`, or use `\"\"\"` for text of several lines")
        }
        Kind::InvalidEscape => Message::new("invalid escape", "unknown escape")
            .help("the valid escapes are `\\n`, `\\t`, `\\r`, `\\\\` and `\\\"`"),
        Kind::MalformedNumber { word } if is_nearly_a_duration(word) => {
            Message::new(format!("malformed number or duration `{}`", shorten(word)), "not a duration")
                .help("a duration is a whole number of milliseconds above zero, such as `500ms`, `1.5s`, `2m` or `1h`")
        }
        Kind::MalformedNumber { word } => Message::new(
            format!("malformed number or duration `{}`", shorten(word)),
            "not a number",
        )
        .help(
            "a number consists of digits with an optional leading `-` and an optional fraction, such as `-2` or `0.5`; \
             a duration is a number followed by `ms`, `s`, `m` or `h`, and is a whole number of milliseconds",
        ),
        Kind::HyphenatedName { word } => {
            Message::new(format!("malformed name `{}`", shorten(word)), "names cannot contain hyphens").help(NAMES)
        }
        Kind::NotAnIdentifier { name: "" } => {
            Message::new("empty name", "a name needs at least one character").help(NAMES)
        }
        Kind::NotAnIdentifier { name } => {
            Message::new(format!("malformed name `{}`", shorten(name)), "not a valid identifier in `.rag`").help(NAMES)
        }

        Kind::Unexpected { expected, found, text, hint } => {
            let message = format!("expected {expected}, found {}", found_text(*found, text));
            Message::new(message, format!("expected {expected}")).maybe_help(*hint)
        }
        Kind::MissingValue { of, expected } => {
            Message::new(format!("`{}` has no value", shorten(of)), format!("expected {expected} after this"))
                .help("the next line starts another item")
        }
        Kind::NoReducer { channel } => Message::new(
            format!("channel `{}` has no reducer", shorten(channel)),
            "expected the name of a reducer after this",
        )
        .help("a channel is declared with its reducer: `channel NAME REDUCER`"),
        Kind::ChainedEdge => {
            Message::new("chained edges", "second arrow").help("write each edge on its own line: `a -> b` and `b -> c`")
        }
        Kind::UnknownPlural { name } => Message::new(
            format!("`{}` is not a kind that `allow` can restrict", shorten(name)),
            "expected the plural of a kind",
        )
        .help(format!(
            "the kinds are {}",
            crate::REFERENCE_KINDS.map(|kind| format!("`{}`", kind.plural())).join(", ")
        )),
        Kind::Unclosed { open, noticed } => Message::new(format!("this `{open}` is never closed"), "opened here")
            .label(*noticed, format!("`{}` is missing before this", if *open == '{' { '}' } else { ']' })),
        Kind::MissingOpening { open, text, found } => {
            Message::new(format!("missing `{open}` before {}", found_text(*found, text)), format!("expected `{open}`"))
        }
        Kind::UnknownItem { name, block, items } => {
            let message = Message::new(format!("unknown item `{}`", shorten(name)), format!("not an item of {block}"));
            if *name == "steering" {
                return message.help(NO_STEERING);
            }
            if *name == "send" && items.contains(&"sends") {
                return message.help("write the sends of a node as a list: `sends [send b \"x\"]`");
            }
            let offered: Vec<_> = items.iter().copied().filter(|item| *item != "steering").collect();
            message.help(format!("the items are {}", offered.join(", ")))
        }
        Kind::WrongLiteral { expected, found, hint } => {
            let message = format!("expected {expected}, found {}", found.description());
            Message::new(message, format!("expected {expected}")).maybe_help(*hint)
        }
        Kind::SourceTooLarge { bytes } => Message::new(
            format!("the source has {bytes} bytes; the maximum is {MAX_SOURCE_BYTES}"),
            "the source was not read",
        ),
        Kind::TooDeep => {
            Message::new(format!("more than {MAX_DEPTH} brackets are open here"), "this bracket exceeds the limit")
        }
        Kind::TooManyNodes { nodes } => Message::new(
            format!("the graph has {nodes} nodes; the maximum is {MAX_NODES}"),
            "the first node over the limit",
        ),

        Kind::DuplicateGraph { name, first } => duplicate("graph", name, *first),
        Kind::DuplicateNode { name, first } => duplicate("node", name, *first),
        Kind::DuplicateChannel { name, first } => duplicate("channel", name, *first),
        Kind::DuplicateRoute { label, first } => duplicate("route", label, *first),
        Kind::DuplicateField { name, first } => duplicate("field", name, *first),
        Kind::DuplicateItem { name, first } => {
            Message::new(format!("duplicate `{name}`"), "repeated here").label(*first, "first occurrence")
        }

        Kind::NoStart { graph } => {
            Message::new(format!("graph `{}` has no `start`", shorten(graph)), "a run needs a first node")
                .help("name the first node: `start NODE`")
        }
        Kind::UnknownNode { name, .. } => {
            Message::new(format!("no node is named `{}`", shorten(name)), "not found in this graph")
        }
        Kind::EndIsOnlyATarget => {
            Message::new(format!("`{END}` is not a node"), format!("`{END}` can only be a target"))
        }
        Kind::EndIsSent => {
            Message::new(format!("`{END}` is not a node and cannot be sent to"), "expected the name of a node")
        }
        Kind::EndIsNext => Message::new(
            format!("`{END}` is not a valid next node"),
            "a node that ends the run has the routing `terminal`",
        ),
        Kind::MissingSource { name, target, other } => {
            let message = format!(
                "`{}` is listed as a source of `{}` in one place but not in the other",
                shorten(name),
                shorten(target)
            );
            Message::new(message, "listed here")
                .label(*other, "but not here")
                .help("list the same nodes in `sources` and in `join`, or use only one of the two")
        }
        Kind::NodeCalledEnd => {
            Message::new(format!("a node cannot be named `{END}`"), "this name is reserved for the end of a run")
        }
        Kind::SecondRouting { node, first } => {
            Message::new(format!("node `{}` has more than one routing", shorten(node)), "second routing")
                .label(*first, "first routing")
                .help("keep only one of `routes`, `next`, `command { goto … }` and an edge")
        }
        Kind::SecondEdge { node, first } => {
            Message::new(format!("two edges start at `{}`", shorten(node)), "second edge")
                .label(*first, "first edge")
                .help("use `routes { label -> target }` to choose between targets, or `sends` to start several nodes")
        }
        Kind::UnknownKind { name, kinds } => {
            Message::new(format!("unknown node kind `{}`", shorten(name)), "no such kind")
                .help(format!("the kinds are {}", kinds.join(", ")))
        }
        Kind::MissingReference { node, kind, item } => {
            let message = format!("node `{}` of kind `{kind}` has no `{item}`", shorten(node));
            let message = Message::new(message, format!("a `{kind}` needs `{item}`"));
            if *item == "sources" {
                let help = format!(
                    "list them in the node, `sources [b, c]`, or in the graph, `join [b, c] -> {}`",
                    shorten(node)
                );
                return message.help(help);
            }
            message
        }
        Kind::InvalidTimeout => {
            Message::new("invalid timeout", "not a whole number of milliseconds above zero and below 2⁵³")
                .help("write a duration such as `30s` or `500ms`; a plain number is in seconds")
        }
        Kind::EmptyBlock { keyword } => Message::new(format!("empty `{keyword}`"), "this block is empty")
            .help("remove it, or say where control goes"),

        Kind::Unregistered { kind, name } => {
            let label = format!("no {} with this name is registered", noun(*kind));
            Message::new(format!("unknown {} `{}`", noun(*kind), shorten(name)), label)
        }
        Kind::NotAllowed { kind, name, allow, .. } => {
            let message = format!("{} `{}` is not in `allow`", noun(*kind), shorten(name));
            Message::new(message, "not allowed in this graph")
                .label(*allow, format!("the {} that the graph may use", kind.plural()))
        }
        Kind::Cycle { steps } => {
            let names: Vec<_> = steps.iter().chain(steps.first()).map(|step| shorten(step.graph)).collect();
            let first = names.first().map(|name| &**name).unwrap_or_default();
            let label = |from: &str, to: &str| format!("`{from}` runs `{to}`");
            let pairs: Vec<_> = names.iter().zip(names.iter().skip(1)).map(|(from, to)| label(from, to)).collect();
            let mut message = Message::new(
                format!("graph `{first}` runs itself: {}", names.join(" -> ")),
                pairs.first().cloned().unwrap_or_default(),
            );
            message.other_labels = steps.iter().map(|step| step.at).zip(pairs).skip(1).collect();
            message
        }
        Kind::Steering => {
            Message::new("a graph does not enforce `steering`", "this would restrict nothing").help(NO_STEERING)
        }

        Kind::Unreachable { node } => {
            Message::new(format!("node `{}` is not reachable from `start`", shorten(node)), "this node never runs")
        }
        Kind::NoEnd { node } => Message::new(
            format!("no path from node `{}` reaches an end", shorten(node)),
            format!("neither `{END}` nor a terminal node is reachable from here"),
        ),
        Kind::UnusedAllow { kind, name } => Message::new(
            format!("{} `{}` is allowed but never used", noun(*kind), shorten(name)),
            "no node refers to it",
        ),
        Kind::Ignored { item, kind } => {
            Message::new(format!("a node of kind `{}` ignores `{item}`", shorten(kind)), "this has no effect")
        }
        Kind::HiddenGraph { name, reference } => Message::new(
            format!("graph `{}` hides a registered graph", shorten(name)),
            "this graph is used",
        )
        .label(*reference, "referred to here")
        .help(
            "if both are the same graph, exclude it from the registered names; `registry rag check` does so with `--own`",
        ),
        Kind::Repeated { name, first } => Message::new(format!("`{}` is listed twice", shorten(name)), "repeated here")
            .label(*first, "first listed here"),
    }
}

/// Whether a word is a number followed by the unit of a duration, however many digits the number has.
fn is_nearly_a_duration(word: &str) -> bool {
    let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = word.get(number.len()..).unwrap_or_default();
    matches!(unit, "ms" | "s" | "m" | "h") && crate::number::parse(number).is_some()
}

fn duplicate(what: &str, name: &str, first: Place) -> Message {
    Message::new(format!("two {what}s are named `{}`", shorten(name)), "declared again here")
        .label(first, "first declared here")
}

fn noun(kind: ComponentKind) -> &'static str {
    kind.key()
}

fn found_text(found: TokenKind, text: &str) -> String {
    match found {
        TokenKind::Identifier | TokenKind::Malformed => format!("`{}`", shorten(text)),
        other => other.description().to_owned(),
    }
}
