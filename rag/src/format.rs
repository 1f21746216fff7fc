//! The canonical form of a source.
//!
//! Formatting works on tokens. The parser determines which of them begin an item, entry or element, and everything up
//! to the next of these goes on one line. Comments keep their place, and literals keep their spelling.

mod pieces;

use crate::parser;
use crate::report::{self, Places};
use crate::source::MAX_SOURCE_BYTES;
use crate::token::TokenKind;
use crate::{CapabilityResolver, Code, Program, Report, Source, lexer};
use pieces::Piece;

/// The maximum width of a line with a list, in columns.
const LINE_COLUMNS: usize = 100;

const INDENTATION: &str = "  ";

/// Returns the canonical form of a source: indented by two spaces, with one item or entry per line, and comments kept
/// in place. Formatting is idempotent, and the result compiles to an equal blueprint.
///
/// ```
/// use registry::rag::Source;
///
/// let source = Source::file("g.rag", "graph g { start: a // first\n node a { tools [\n\"x\"] } }".replace("start:", "start"));
/// assert_eq!(registry::rag::format(&source)?, "graph g {\n  start a // first\n  node a {\n    tools [\"x\"]\n  }\n}\n");
/// # Ok::<(), registry::rag::Report>(())
/// ```
///
/// # Errors
/// Returns the lexical and syntax errors of the source, if there are any.
pub fn format(source: &Source) -> Result<String, Report> {
    let text = source.text();
    let mut diagnostics = Vec::new();
    if text.len() > MAX_SOURCE_BYTES {
        return Err(Program::parse(std::slice::from_ref(source)).check());
    }
    let lexed = lexer::lex(text, 0, &mut diagnostics);
    let parsed = parser::parse(text, 0, &lexed, &mut diagnostics);
    diagnostics.retain(|diagnostic| diagnostic.code() < Code::E201);
    if !diagnostics.is_empty() {
        let resolver = CapabilityResolver::without_registry();
        return Err(report::report(diagnostics, &Places::Sources(std::slice::from_ref(source)), &[], &resolver));
    }
    let (pieces, end) = pieces::pieces(text, &lexed, &parsed.beginnings);
    let mut printer = Printer { out: String::with_capacity(text.len() * 5 / 4), column: 0, open: Vec::new() };
    for (number, piece) in pieces.iter().enumerate() {
        printer.piece(piece, pieces.get(number + 1..).unwrap_or_default());
    }
    printer.comments(&end, Place::Item);
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    Ok(printer.out)
}

/// An open bracket.
enum Open {
    Block { empty: bool, after_node: bool },
    List { empty: bool, on_one_line: bool },
}

/// Where a piece goes, relative to what is before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On a line of its own, at the indentation of the block.
    Item,
    /// Like an item, but after a blank line.
    Node,
    /// Before everything else in the block or list.
    First,
    /// The end of a multi-line block or list.
    Close,
    /// On the same line as the previous piece.
    Inside,
}

struct Printer {
    out: String,
    column: usize,
    open: Vec<Open>,
}

impl Printer {
    fn piece(&mut self, piece: &Piece<'_>, following: &[Piece<'_>]) {
        let (place, separator) = self.place(piece, following);
        let closes = matches!(piece.kind, TokenKind::CloseBrace | TokenKind::CloseBracket);
        if self.in_long_list() && (place == Place::Item || (place == Place::Close && closes)) {
            self.push(",");
        }
        let commented = self.comments(&piece.gap, place);
        if closes {
            self.open.pop();
        }
        match place {
            Place::Inside if !commented => self.push(separator),
            Place::Inside => self.line(self.open.len() + 1),
            Place::Item | Place::Node | Place::First | Place::Close => {
                let first_of_all = self.out.is_empty();
                if Self::wants_blank(piece, place, commented) {
                    self.blank();
                }
                if !first_of_all {
                    self.line(self.open.len());
                }
            }
        }
        self.push(piece.text);
        self.note(piece, following);
    }

    /// Returns where a piece goes, and the separator before it if it continues a line.
    fn place(&self, piece: &Piece<'_>, following: &[Piece<'_>]) -> (Place, &'static str) {
        let closes = matches!(piece.kind, TokenKind::CloseBrace | TokenKind::CloseBracket);
        match self.open.last() {
            Some(Open::List { on_one_line: true, empty }) if closes || piece.begins => {
                (Place::Inside, if closes || *empty { "" } else { ", " })
            }
            Some(Open::Block { empty: true, .. } | Open::List { empty: true, .. }) if closes => {
                if piece.gap.is_empty() { (Place::Inside, "") } else { (Place::Close, "") }
            }
            _ if closes => (Place::Close, ""),
            Some(Open::Block { empty: true, .. } | Open::List { empty: true, .. }) if piece.begins => {
                (Place::First, "")
            }
            Some(Open::Block { after_node: true, .. }) if piece.begins && is_node(piece, following) => {
                (Place::Node, "")
            }
            _ if piece.begins => (Place::Item, ""),
            _ => (Place::Inside, " "),
        }
    }

    fn in_long_list(&self) -> bool {
        matches!(self.open.last(), Some(Open::List { on_one_line: false, empty: false }))
    }

    /// Whether a piece that begins a line has a blank line directly before it.
    fn wants_blank(piece: &Piece<'_>, place: Place, commented: bool) -> bool {
        match place {
            Place::Item => piece.gap.blank_at_end,
            Place::Node if commented && piece.gap.has_own_lines() => piece.gap.blank_at_end,
            Place::Node => true,
            Place::First => commented && piece.gap.blank_at_end,
            Place::Close | Place::Inside => false,
        }
    }

    /// Prints the comments before a piece. Returns whether there were any.
    fn comments(&mut self, gap: &pieces::Gap<'_>, place: Place) -> bool {
        if let Some(comment) = gap.trailing {
            if !self.out.is_empty() {
                self.push(" ");
            }
            self.push(comment);
        }
        let indentation = if place == Place::Inside { self.open.len() + 1 } else { self.open.len() };
        // There is always a blank line between two nodes: here, unless there is one after the comments.
        let separate = place == Place::Node && !gap.blank_anywhere();
        for (number, comment) in gap.own_lines.iter().enumerate() {
            let leading = number == 0 && gap.trailing.is_none();
            let after_opening = leading && (place == Place::First || (place == Place::Close && self.just_opened()));
            let blank = comment.blank_before && place != Place::Inside && !after_opening;
            if blank || (separate && number == 0) {
                self.blank();
            }
            if !self.out.is_empty() {
                self.line(indentation);
            }
            self.push(comment.text);
        }
        !gap.is_empty()
    }

    fn just_opened(&self) -> bool {
        matches!(self.open.last(), Some(Open::Block { empty: true, .. } | Open::List { empty: true, .. }))
    }

    /// Records what later pieces need to know about this one.
    fn note(&mut self, piece: &Piece<'_>, following: &[Piece<'_>]) {
        let node = is_node(piece, following);
        if piece.begins {
            match self.open.last_mut() {
                Some(Open::Block { empty, after_node }) => (*empty, *after_node) = (false, node),
                Some(Open::List { empty, .. }) => *empty = false,
                None => {}
            }
        }
        match piece.kind {
            TokenKind::OpenBrace => self.open.push(Open::Block { empty: true, after_node: false }),
            TokenKind::OpenBracket => {
                let on_one_line = self.list_fits(following);
                self.open.push(Open::List { empty: true, on_one_line });
            }
            _ => {}
        }
    }

    /// Whether a list that was just opened fits on the line, together with what follows it on that line.
    fn list_fits(&self, following: &[Piece<'_>]) -> bool {
        let mut column = self.column;
        let mut after_list = false;
        for (number, piece) in following.iter().enumerate() {
            let ends_line = after_list && (piece.begins || piece.kind == TokenKind::CloseBrace);
            if ends_line || (after_list && !piece.gap.is_empty()) {
                return true;
            }
            if !piece.gap.is_empty() || piece.text.contains('\n') {
                return false;
            }
            let closes = piece.kind == TokenKind::CloseBracket;
            column += match (closes, piece.begins) {
                (false, true) if number > 0 => 2,
                (false, false) => 1,
                _ => 0,
            };
            column += piece.text.chars().count();
            if column > LINE_COLUMNS {
                return false;
            }
            after_list |= closes;
        }
        true
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + text.chars().count(),
        };
    }

    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        self.column = 0;
        for _ in 0..depth {
            self.push(INDENTATION);
        }
    }

    fn blank(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }
}

/// Whether a piece begins a node, as opposed to an edge of a node named `node`.
fn is_node(piece: &Piece<'_>, following: &[Piece<'_>]) -> bool {
    piece.begins
        && piece.kind == TokenKind::Identifier
        && piece.text == "node"
        && following.first().is_some_and(|next| next.kind == TokenKind::Identifier)
        && following.get(1).is_some_and(|next| next.kind == TokenKind::OpenBrace)
}
