//! The canonical form of a source.
//!
//! Formatting works on tokens: the parser says which of them begin an item, entry or element, and everything between
//! two of those stands on one line. So comments and literals keep their place and their spelling.

mod pieces;

use crate::parser;
use crate::report::{self, Places};
use crate::source::MAX_SOURCE_BYTES;
use crate::token::TokenKind;
use crate::{CapabilityResolver, Code, Program, Report, Source, lexer};
use pieces::Piece;

/// The columns that a list on one line may take.
const LINE_COLUMNS: usize = 100;

const INDENTATION: &str = "  ";

/// The canonical form of a source: two spaces, one item or entry a line, comments where they stood. Formatting its
/// result changes nothing, and the result compiles to an equal blueprint.
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
/// The lexical and syntax errors of a source that has some: it is left alone.
pub fn format(source: &Source) -> Result<String, Report> {
    let text = source.text();
    let mut problems = Vec::new();
    if text.len() > MAX_SOURCE_BYTES {
        return Err(Program::parse(std::slice::from_ref(source)).check());
    }
    let lexed = lexer::lex(text, 0, &mut problems);
    let parsed = parser::parse(text, 0, &lexed, &mut problems);
    problems.retain(|problem| problem.code() < Code::E201);
    if !problems.is_empty() {
        let resolver = CapabilityResolver::without_registry();
        return Err(report::report(problems, &Places::Sources(std::slice::from_ref(source)), &[], &resolver));
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

/// A bracket that is open.
enum Open {
    Block { empty: bool, after_node: bool },
    List { empty: bool, on_one_line: bool },
}

/// Where a piece stands relative to what is before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On a line of its own, at the indentation of the block.
    Item,
    /// Like an item, and a blank line stands before it.
    Node,
    /// Before everything else in the block or list.
    First,
    /// The end of a block or list of several lines.
    Close,
    /// Behind the piece before it.
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

    /// Where a piece goes, and what comes before it when that is on the same line.
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

    /// Whether a blank line stands directly before a piece that begins a line.
    fn wants_blank(piece: &Piece<'_>, place: Place, commented: bool) -> bool {
        match place {
            Place::Item => piece.gap.blank_at_end,
            Place::Node if commented && piece.gap.has_own_lines() => piece.gap.blank_at_end,
            Place::Node => true,
            Place::First => commented && piece.gap.blank_at_end,
            Place::Close | Place::Inside => false,
        }
    }

    /// Prints the comments before a piece, and says whether there were any.
    fn comments(&mut self, gap: &pieces::Gap<'_>, place: Place) -> bool {
        if let Some(comment) = gap.trailing {
            if !self.out.is_empty() {
                self.push(" ");
            }
            self.push(comment);
        }
        let indentation = if place == Place::Inside { self.open.len() + 1 } else { self.open.len() };
        // Between two nodes there is a blank line in any case: here, unless one follows the comments.
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

    /// Keeps what later pieces need to know of this one.
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

    /// Whether a list that was just opened fits on its line, with what follows it there.
    fn list_fits(&self, following: &[Piece<'_>]) -> bool {
        let mut column = self.column;
        let mut behind_list = false;
        for (number, piece) in following.iter().enumerate() {
            let ends_line = behind_list && (piece.begins || piece.kind == TokenKind::CloseBrace);
            if ends_line || (behind_list && !piece.gap.is_empty()) {
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
            behind_list |= closes;
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

/// Whether a piece begins a node, and not an edge of a node that is called so.
fn is_node(piece: &Piece<'_>, following: &[Piece<'_>]) -> bool {
    piece.begins
        && piece.kind == TokenKind::Identifier
        && piece.text == "node"
        && following.first().is_some_and(|next| next.kind == TokenKind::Identifier)
        && following.get(1).is_some_and(|next| next.kind == TokenKind::OpenBrace)
}
