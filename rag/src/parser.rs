//! Turns tokens into a syntax tree. The parser continues after errors, so that one run reports everything that is
//! wrong.
//!
//! Its recursion follows the grammar, which nests at most four blocks. Tokens are skipped in loops, not by recursion.

mod graph;
mod literal;
mod node;
mod recovery;

use crate::ast::{File, Lost};
use crate::keyword::{Block, GRAPH};
use crate::lexer::Lexed;
use crate::raw_diagnostic::{DiagnosticKind, RawDiagnostic};
use crate::source::ByteSpan;
use crate::token::{Token, TokenKind};
use vocabulary::nearest;

/// The maximum number of brackets that may be open at the same time.
pub const MAX_DEPTH: usize = 64;

/// The maximum number of unknown items that are compared with known ones. Later ones might stand for any item.
const COMPARED_ITEMS: usize = 100;

/// The result of parsing a text.
#[derive(Debug)]
pub(crate) struct Parsed<'s> {
    pub(crate) file: File<'s>,
    /// The indices of the tokens at which an item, entry or element begins.
    pub(crate) beginnings: Vec<usize>,
}

pub(crate) fn parse<'s>(
    text: &'s str,
    file: u32,
    lexed: &Lexed,
    diagnostics: &mut Vec<RawDiagnostic<'s>>,
) -> Parsed<'s> {
    let mut parser = Parser {
        text,
        file,
        tokens: &lexed.tokens,
        at: 0,
        diagnostics,
        beginnings: Vec::with_capacity(lexed.tokens.len() / 4),
        depth: 0,
        swallowed: Swallowed::default(),
        unknown_items: 0,
    };
    let file = parser.program();
    Parsed { file, beginnings: parser.beginnings }
}

/// A diagnostic was reported; the current item has no value.
#[derive(Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;

/// Ends an item, of which a part may have been unreadable.
fn whole(complete: bool) -> Parse<()> {
    if complete { Ok(()) } else { Err(Reported) }
}

/// The elements of a list that could be read.
struct Elements<T> {
    read: Vec<T>,
    /// Whether these are all elements.
    complete: bool,
}

/// Closing brackets inside unterminated strings. They are missing elsewhere.
#[derive(Default)]
struct Swallowed {
    braces: usize,
    brackets: usize,
}

struct Parser<'s, 'p> {
    text: &'s str,
    file: u32,
    tokens: &'p [Token],
    at: usize,
    diagnostics: &'p mut Vec<RawDiagnostic<'s>>,
    beginnings: Vec<usize>,
    depth: usize,
    swallowed: Swallowed,
    unknown_items: usize,
}

impl<'s> Parser<'s, '_> {
    fn peek(&self) -> Token {
        self.ahead(0)
    }

    /// Returns the token at this distance; after the last one, the end of the file.
    fn ahead(&self, places: usize) -> Token {
        let end = Token {
            kind: TokenKind::EndOfFile,
            span: ByteSpan::new(self.text.len(), self.text.len()),
            begins_line: true,
            broken: false,
        };
        self.tokens.get(self.at + places).copied().unwrap_or(end)
    }

    fn bump(&mut self) -> Token {
        let token = self.peek();
        if token.kind == TokenKind::Unterminated {
            let inside = self.text_of(token);
            self.swallowed.braces += inside.matches('}').count();
            self.swallowed.brackets += inside.matches(']').count();
        }
        self.at = (self.at + 1).min(self.tokens.len());
        token
    }

    fn eat(&mut self, kind: TokenKind) -> Option<Token> {
        (self.peek().kind == kind).then(|| self.bump())
    }

    fn text_of(&self, token: Token) -> &'s str {
        token.span.of(self.text)
    }

    fn is_word(&self, places: usize, word: &str) -> bool {
        let token = self.ahead(places);
        token.kind == TokenKind::Identifier && self.text_of(token) == word
    }

    fn report(&mut self, span: ByteSpan, kind: DiagnosticKind<'s>) -> Reported {
        self.diagnostics.push(RawDiagnostic::at(self.file, span, kind));
        Reported
    }

    /// Reports a token where something else was expected, unless the lexer has reported it.
    fn unexpected(&mut self, expected: &'static str, hint: Option<&'static str>) -> Reported {
        let found = self.peek();
        if found.kind == TokenKind::Malformed {
            self.bump();
            return Reported;
        }
        if found.kind == TokenKind::Unterminated {
            return Reported;
        }
        let text = self.text_of(found);
        self.report(found.span, DiagnosticKind::Unexpected { expected, found: found.kind, text, hint })
    }

    fn expect(&mut self, kind: TokenKind, expected: &'static str) -> Parse<Token> {
        match self.eat(kind) {
            Some(token) => Ok(token),
            None => Err(self.unexpected(expected, None)),
        }
    }

    /// Reports and skips a colon, which is allowed only after keys and field names.
    fn no_colon(&mut self) {
        if self.peek().kind == TokenKind::Colon {
            self.unexpected(
                "a value",
                Some("remove the colon: it is allowed only after a key of an object or the name of a field"),
            );
            self.bump();
        }
    }

    /// Whether `node NAME {` or `graph NAME {` begins here, which ends every block that cannot contain it.
    fn ends_block(&self, block: &'static Block) -> bool {
        let holds_nodes = std::ptr::eq(block, &raw const GRAPH);
        (self.is_word(0, "graph") || (self.is_word(0, "node") && !holds_nodes))
            && matches!(self.ahead(1).kind, TokenKind::Identifier | TokenKind::Malformed)
            && self.ahead(2).kind == TokenKind::OpenBrace
    }

    /// Reads the entries of a block up to its closing brace. Each may be followed by a comma.
    fn block(&mut self, block: &'static Block, open: Token, mut entry: impl FnMut(&mut Self)) {
        self.enter(open);
        let mut comma_may_follow = false;
        let mut closed_early = false;
        loop {
            let token = self.peek();
            match token.kind {
                _ if open.kind == TokenKind::Identifier && self.ends_unopened(block) => break,
                TokenKind::CloseBrace if self.is_stray(block) => {
                    self.unexpected(block.item, Some("more items of the graph follow this brace"));
                    self.bump();
                    closed_early = true;
                }
                TokenKind::CloseBrace => {
                    self.bump();
                    break;
                }
                TokenKind::EndOfFile => {
                    if !closed_early {
                        self.unclosed(open, token);
                    }
                    break;
                }
                TokenKind::Comma => {
                    if !comma_may_follow {
                        self.unexpected(
                            block.item,
                            Some("an entry may be followed by one comma, and none may come first"),
                        );
                    }
                    self.bump();
                    comma_may_follow = false;
                }
                _ if self.ends_block(block) => {
                    if !closed_early {
                        self.unclosed(open, token);
                    }
                    break;
                }
                _ => {
                    let before = self.at;
                    self.beginnings.push(before);
                    entry(self);
                    if self.at == before {
                        self.bump();
                    }
                    comma_may_follow = true;
                }
            }
        }
        self.depth -= 1;
    }

    fn enter(&mut self, open: Token) {
        self.depth += 1;
        if self.depth == MAX_DEPTH + 1 {
            self.report(open.span, DiagnosticKind::TooDeep);
        }
    }

    /// Reads the opening brace of a block. If it is missing but the content of the block follows, the block is read
    /// anyway.
    fn open_brace(&mut self, content_follows: impl FnOnce(&Self) -> bool) -> Parse<Token> {
        if let Some(open) = self.eat(TokenKind::OpenBrace) {
            return Ok(open);
        }
        let found = self.peek();
        if found.kind == TokenKind::Malformed {
            self.bump();
            return Err(Reported);
        }
        let text = self.text_of(found);
        let missing = self.report(found.span, DiagnosticKind::MissingOpening { open: '{', text, found: found.kind });
        if found.kind == TokenKind::Identifier && content_follows(self) { Ok(found) } else { Err(missing) }
    }

    /// Reads one item of a block whose items begin with keywords. Unreadable items are recorded as lost.
    fn item(
        &mut self,
        block: &'static Block,
        lost: &mut Lost,
        read: impl FnOnce(&mut Self, &'static str, ByteSpan) -> Parse<()>,
    ) {
        let token = self.peek();
        if token.kind != TokenKind::Identifier {
            if token.kind == TokenKind::Malformed {
                lost.push(Lost::ANY);
            }
            self.unexpected(block.item, None);
            return self.recover(block);
        }
        let word = self.text_of(token);
        if self.ahead(1).kind == TokenKind::Arrow {
            self.unexpected(
                block.item,
                Some("edges belong in the graph, outside its nodes; routes belong in `routes`"),
            );
            self.at += 2;
            if !self.peek().begins_line && self.peek().kind == TokenKind::Identifier {
                self.bump();
            }
            return;
        }
        self.bump();
        if let Some(keyword) = block.items.iter().copied().find(|item| *item == word) {
            self.no_colon();
            if read(self, keyword, token.span).is_err() {
                lost.push(keyword);
                self.recover(block);
            }
        } else {
            self.report(token.span, DiagnosticKind::UnknownItem { name: word, block: block.name, items: block.items });
            self.unknown_items += 1;
            if self.unknown_items > COMPARED_ITEMS {
                lost.push(Lost::ANY);
            } else if let Some(near) = nearest(word, block.items.iter().copied()).first() {
                lost.push(near);
            }
            self.recover(block);
        }
    }

    /// Reads the elements of a list, which are separated by commas or line breaks. Unreadable elements are left out.
    fn list<T>(&mut self, block: &'static Block, mut element: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Elements<T>> {
        let Some(open) = self.eat(TokenKind::OpenBracket) else {
            return Err(self.missing_bracket(block));
        };
        self.enter(open);
        // Most lists have one element, and a first push would reserve room for four.
        let mut read = Vec::with_capacity(1);
        let mut complete = true;
        let mut separated = true;
        let mut comma_may_follow = false;
        loop {
            let token = self.peek();
            let ends = match token.kind {
                TokenKind::CloseBracket => {
                    self.bump();
                    break;
                }
                TokenKind::CloseBrace | TokenKind::EndOfFile => true,
                TokenKind::Identifier => self.ends_block(block) || self.is_next_item(block, token),
                _ => false,
            };
            if ends {
                self.unclosed(open, token);
                complete = false;
                break;
            }
            if token.kind == TokenKind::Comma {
                if !comma_may_follow {
                    self.unexpected("an entry", Some("entries are separated by one comma, and none may come first"));
                }
                self.bump();
                (separated, comma_may_follow) = (true, false);
                continue;
            }
            if !separated && !token.begins_line {
                self.unexpected("`,` or a line break between two entries", None);
            }
            let before = self.at;
            self.beginnings.push(before);
            match element(self) {
                Ok(element) => read.push(element),
                Err(Reported) => complete = false,
            }
            if self.at == before {
                self.skip_bracketed();
            }
            (separated, comma_may_follow) = (false, true);
        }
        self.depth -= 1;
        Ok(Elements { read, complete })
    }
}
