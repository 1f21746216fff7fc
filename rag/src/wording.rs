//! What each problem says.

use crate::blueprint::END;
use crate::problem::{Place, Problem, ProblemKind};
use crate::shown::{shorten, visible};
use crate::token::TokenKind;
use crate::{ComponentKind, MAX_DEPTH, MAX_NODES, MAX_SOURCE_BYTES};

/// The words for one problem.
pub(crate) struct Wording {
    pub(crate) message: String,
    /// What stands under the carets.
    pub(crate) label: String,
    /// Other places, each with what stands under it.
    pub(crate) others: Vec<(Place, String)>,
    pub(crate) help: Option<String>,
}

impl Wording {
    fn new(message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { message: message.into(), label: label.into(), others: Vec::new(), help: None }
    }

    fn other(mut self, place: Place, label: impl Into<String>) -> Self {
        self.others.push((place, label.into()));
        self
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn hint(mut self, hint: Option<&str>) -> Self {
        self.help = hint.map(str::to_owned);
        self
    }
}

const NAMES: &str = "names in `.rag` are ASCII letters, digits and `_`; the name of a capability is a string in quotes";

/// What other languages write, and what stands for it here.
const WRITTEN_OTHERWISE: &[(&[&str], &str)] = &[
    (&["#", "/*"], "a comment begins with `//` and ends with its line"),
    (&["'", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}"], "strings are in double quotes: `\"…\"`"),
    (&[";"], "remove it: nothing ends a line"),
    (&["=>"], "routes and edges are written with `->`"),
    (&["="], "remove it: a value follows its name"),
    (&["(", ")"], "remove it: arguments follow their reducer without parentheses"),
];

const NO_STEERING: &str =
    "remove it: a blueprint carries no steering policy; the program that runs the graph has to enforce one";

#[allow(clippy::too_many_lines, reason = "a table with one entry for each problem")]
pub(crate) fn wording(problem: &Problem<'_>) -> Wording {
    use ProblemKind as P;
    match &problem.kind {
        P::InvalidCharacter { characters, in_name } => {
            let shown: String = characters.chars().take(16).map(visible).collect();
            let more = if characters.chars().nth(16).is_some() { "…" } else { "" };
            let noun = if characters.chars().nth(1).is_some() { "characters" } else { "character" };
            let wording = Wording::new(format!("invalid {noun} `{shown}{more}`"), "no token begins with this");
            let help =
                WRITTEN_OTHERWISE.iter().find(|(begin, _)| begin.iter().any(|begin| characters.starts_with(begin)));
            if *in_name { wording.help(NAMES) } else { wording.hint(help.map(|(_, help)| *help)) }
        }
        P::DirectionControl => {
            Wording::new("a character that changes the direction of text", "what is shown differs from what is read")
                .help("remove it: what a person reviews must be what is compiled")
        }
        P::UnterminatedString { block: true } => {
            Wording::new("unterminated block string", "no `\"\"\"` follows that ends it")
        }
        P::UnterminatedString { block: false } => {
            Wording::new("unterminated string", "the line ends before the string does")
                .help("close it with `\"`, or write a text of several lines between `\"\"\"`")
        }
        P::InvalidEscape => Wording::new("invalid escape", "a string has no such escape")
            .help("the escapes are `\\n`, `\\t`, `\\r`, `\\\\` and `\\\"`"),
        P::MalformedNumber { word } if is_nearly_a_duration(word) => {
            Wording::new(format!("malformed number or duration `{}`", shorten(word)), "not a duration")
                .help("a duration is a whole number of milliseconds above zero, such as `500ms`, `1.5s`, `2m` or `1h`")
        }
        P::MalformedNumber { word } => {
            Wording::new(format!("malformed number or duration `{}`", shorten(word)), "not a number").help(
                "a number is digits with an optional `-` before and an optional fraction, such as `-2` or `0.5`; \
             a duration is a number with `ms`, `s`, `m` or `h`, and a whole number of milliseconds",
            )
        }
        P::HyphenatedName { word } => {
            Wording::new(format!("malformed name `{}`", shorten(word)), "a name has no hyphen").help(NAMES)
        }
        P::NotAnIdentifier { name: "" } => {
            Wording::new("an empty name", "a name has at least one character").help(NAMES)
        }
        P::NotAnIdentifier { name } => {
            Wording::new(format!("malformed name `{}`", shorten(name)), "no source could write this name").help(NAMES)
        }

        P::Unexpected { expected, found, text, hint } => {
            let message = format!("expected {expected}, found {}", found_text(*found, text));
            Wording::new(message, format!("expected {expected}")).hint(*hint)
        }
        P::MissingValue { of, expected } => {
            Wording::new(format!("`{}` has no value", shorten(of)), format!("expected {expected} behind this"))
                .help("what stands in the next line begins another item")
        }
        P::NoReducer { channel } => Wording::new(
            format!("channel `{}` has no reducer", shorten(channel)),
            "expected the name of a reducer behind this",
        )
        .help("a channel is declared with its reducer: `channel NAME REDUCER`"),
        P::ChainedEdge => {
            Wording::new("a chain of edges", "a second arrow").help("write one edge a line: `a -> b` and `b -> c`")
        }
        P::UnknownPlural { name } => Wording::new(
            format!("`{}` is nothing that `allow` can narrow", shorten(name)),
            "expected the plural of a kind",
        )
        .help(format!("the kinds are {}", crate::REFERABLE.map(|kind| format!("`{}`", kind.plural())).join(", "))),
        P::Unclosed { open, noticed } => Wording::new(format!("this `{open}` is never closed"), "opened here")
            .other(*noticed, format!("`{}` is missing before this", if *open == '{' { '}' } else { ']' })),
        P::MissingOpening { open, text, found } => {
            Wording::new(format!("missing `{open}` before {}", found_text(*found, text)), format!("expected `{open}`"))
        }
        P::UnknownItem { name, block, items } => {
            let wording =
                Wording::new(format!("unknown item `{}`", shorten(name)), format!("{block} has no such item"));
            if *name == "steering" {
                return wording.help(NO_STEERING);
            }
            if *name == "send" && items.contains(&"sends") {
                return wording.help("what a node sends stands in a list: `sends [send b \"x\"]`");
            }
            let offered: Vec<_> = items.iter().copied().filter(|item| *item != "steering").collect();
            wording.help(format!("its items are {}", offered.join(", ")))
        }
        P::WrongLiteral { expected, found, hint } => {
            let message = format!("expected {expected}, found {}", found.description());
            Wording::new(message, format!("expected {expected}")).hint(*hint)
        }
        P::SourceTooLarge { bytes } => Wording::new(
            format!("the source has {bytes} bytes; the most is {MAX_SOURCE_BYTES}"),
            "nothing of it was read",
        ),
        P::TooDeep => Wording::new(format!("more than {MAX_DEPTH} brackets are open here"), "one bracket too many"),
        P::TooManyNodes { nodes } => Wording::new(
            format!("the graph has {nodes} nodes; the most is {MAX_NODES}"),
            "the first node over the bound",
        ),

        P::DuplicateGraph { name, first } => twice("graph", name, *first),
        P::DuplicateNode { name, first } => twice("node", name, *first),
        P::DuplicateChannel { name, first } => twice("channel", name, *first),
        P::DuplicateRoute { label, first } => twice("route", label, *first),
        P::DuplicateField { name, first } => twice("field", name, *first),
        P::DuplicateItem { name, first } => {
            Wording::new(format!("`{name}` is given twice"), "given again here").other(*first, "first given here")
        }

        P::NoStart { graph } => {
            Wording::new(format!("graph `{}` has no `start`", shorten(graph)), "a run would not know where to begin")
                .help("name the first node: `start NODE`")
        }
        P::UnknownNode { name, .. } => {
            Wording::new(format!("no node is called `{}`", shorten(name)), "there is no such node in this graph")
        }
        P::EndIsOnlyATarget => {
            Wording::new(format!("`{END}` is no node"), format!("`{END}` stands only where control goes to"))
        }
        P::EndIsSent => {
            Wording::new(format!("`{END}` ends a run and cannot be sent to"), "expected the name of a node")
        }
        P::NextIsEnd => Wording::new(format!("`{END}` is no node to go on to"), "a run that ends here is `terminal`"),
        P::MissingSource { name, target, other } => {
            let message = format!("`{}` is a source of `{}` in one place only", shorten(name), shorten(target));
            Wording::new(message, "named here")
                .other(*other, "and not here")
                .help("name the same nodes in `sources` and in `join`, or use only one of them")
        }
        P::NodeCalledEnd => Wording::new(format!("a node cannot be called `{END}`"), "this name ends a run"),
        P::SecondRouting { node, first } => {
            Wording::new(format!("node `{}` has more than one routing", shorten(node)), "a second one")
                .other(*first, "the first one")
                .help("keep one of `routes`, `next`, `command { goto … }` and an edge")
        }
        P::SecondEdge { node, first } => {
            Wording::new(format!("two edges begin at `{}`", shorten(node)), "a second one")
                .other(*first, "the first one")
                .help("use `routes { label -> target }` for a choice, `sends` to start several nodes")
        }
        P::UnknownKind { name, kinds } => {
            Wording::new(format!("unknown kind of node `{}`", shorten(name)), "no node is of this kind")
                .help(format!("the kinds are {}", kinds.join(", ")))
        }
        P::MissingReference { node, kind, item } => {
            let message = format!("node `{}` of kind `{kind}` has no `{item}`", shorten(node));
            let wording = Wording::new(message, format!("a `{kind}` needs `{item}`"));
            if *item == "sources" {
                let help = format!(
                    "name them in the node, `sources [b, c]`, or in the graph, `join [b, c] -> {}`",
                    shorten(node)
                );
                return wording.help(help);
            }
            wording
        }
        P::BadTimeout => Wording::new("not a timeout", "no whole number of milliseconds above zero and below 2⁵³")
            .help("write a duration such as `30s` or `500ms`; a plain number counts seconds"),
        P::EmptyBlock { keyword } => Wording::new(format!("an empty `{keyword}`"), "nothing is in it")
            .help("leave it out, or say where control goes"),

        P::Unregistered { kind, name } => {
            let label = format!("no {} is registered under this name", noun(*kind));
            Wording::new(format!("unknown {} `{}`", noun(*kind), shorten(name)), label)
        }
        P::OutsideAllow { kind, name, allow, .. } => {
            let message = format!("{} `{}` is outside `allow`", noun(*kind), shorten(name));
            Wording::new(message, "this graph does not allow itself to use it")
                .other(*allow, format!("the {} it may use", kind.plural()))
        }
        P::Cycle { hops } => {
            let names: Vec<_> = hops.iter().chain(hops.first()).map(|hop| shorten(hop.graph)).collect();
            let first = names.first().map(|name| &**name).unwrap_or_default();
            let label = |from: &str, to: &str| format!("`{from}` runs `{to}`");
            let pairs: Vec<_> = names.iter().zip(names.iter().skip(1)).map(|(from, to)| label(from, to)).collect();
            let mut wording = Wording::new(
                format!("graph `{first}` reaches itself: {}", names.join(" -> ")),
                pairs.first().cloned().unwrap_or_default(),
            );
            wording.others = hops.iter().map(|hop| hop.at).zip(pairs).skip(1).collect();
            wording
        }
        P::Steering => {
            Wording::new("`steering` is not enforced by a graph", "this would restrict nothing").help(NO_STEERING)
        }

        P::Unreachable { node } => {
            Wording::new(format!("no path from `start` reaches node `{}`", shorten(node)), "it never runs")
        }
        P::Endless { node } => Wording::new(
            format!("no path from node `{}` ends", shorten(node)),
            format!("neither `{END}` nor a terminal node can be reached from here"),
        ),
        P::UnusedAllow { kind, name } => Wording::new(
            format!("{} `{}` is allowed and never used", noun(*kind), shorten(name)),
            "no node refers to it",
        ),
        P::Ignored { item, kind } => {
            Wording::new(format!("a node of kind `{}` ignores `{item}`", shorten(kind)), "this has no effect")
        }
        P::HiddenGraph { name, reference } => {
            Wording::new(format!("graph `{}` hides a registered one", shorten(name)), "this one is used")
                .other(*reference, "referred to here")
                .help("where the two are one graph, leave it out of what is registered: `registry rag check` does so with `--own`")
        }
        P::Repeated { name, first } => Wording::new(format!("`{}` is named twice", shorten(name)), "named again here")
            .other(*first, "first named here"),
    }
}

/// Whether a word is a number, however small or fine, with the unit of a duration.
fn is_nearly_a_duration(word: &str) -> bool {
    let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = word.get(number.len()..).unwrap_or_default();
    matches!(unit, "ms" | "s" | "m" | "h") && crate::number::parse(number).is_some()
}

fn twice(what: &str, name: &str, first: Place) -> Wording {
    Wording::new(format!("two {what}s are called `{}`", shorten(name)), "declared again here")
        .other(first, "first declared here")
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
