//! Error recovery: continues in the enclosing block after a missing or wrong token.

use super::{Parse, Parser, Reported};
use crate::keyword::{self, Block, COMMAND, GRAPH, NODE};
use crate::raw_diagnostic::{DiagnosticKind, Place};
use crate::token::{Token, TokenKind};

impl Parser<'_, '_> {
    /// Whether a closing brace would end the graph although more items of the graph follow.
    pub(super) fn is_stray(&self, block: &'static Block) -> bool {
        let follows = self.ahead(1);
        std::ptr::eq(block, &raw const GRAPH)
            && follows.kind == TokenKind::Identifier
            && (self.ahead(2).kind == TokenKind::Arrow || block.items.contains(&self.text_of(follows)))
    }

    /// Reports a block or list that is never closed, unless its opening bracket was already reported as missing.
    pub(super) fn unclosed(&mut self, open: Token, noticed: Token) {
        if !matches!(open.kind, TokenKind::OpenBrace | TokenKind::OpenBracket) {
            return;
        }
        let (open_character, swallowed) = match open.kind {
            TokenKind::OpenBracket => ('[', &mut self.swallowed.brackets),
            _ => ('{', &mut self.swallowed.braces),
        };
        if *swallowed > 0 {
            *swallowed -= 1;
            return;
        }
        let noticed = Place { file: self.file, span: noticed.span };
        self.report(open.span, DiagnosticKind::Unclosed { open: open_character, noticed });
    }

    /// Reads the opening brace of a block of short entries. If it is missing, the block is skipped.
    pub(super) fn open_short(&mut self, outer: &'static Block) -> Parse<Token> {
        let opened = self.open_brace(|_| false);
        if opened.is_err() {
            self.skip_unopened(outer, TokenKind::CloseBrace);
        }
        opened
    }

    /// Whether a node without an opening brace ends here: before an item of the graph, or a brace that closes the
    /// graph.
    pub(super) fn ends_unopened(&self, block: &'static Block) -> bool {
        if !std::ptr::eq(block, &raw const NODE) {
            return false;
        }
        let token = self.peek();
        let word = self.text_of(token);
        match token.kind {
            TokenKind::CloseBrace => !self.closes_unopened(self.depth - 1),
            TokenKind::Identifier => {
                self.ahead(1).kind == TokenKind::Arrow || (GRAPH.items.contains(&word) && !NODE.items.contains(&word))
            }
            _ => false,
        }
    }

    /// Whether the closing brace here belongs to a block without an opening brace, inside this many other blocks. What
    /// follows the brace decides.
    pub(super) fn closes_unopened(&self, outside: usize) -> bool {
        let braces = (1..=outside).take_while(|place| self.ahead(*place).kind == TokenKind::CloseBrace).count() + 1;
        let follows = self.ahead(braces);
        let block = match (outside + 1).saturating_sub(braces) {
            0 => return true,
            1 => &GRAPH,
            2 => &NODE,
            _ => &COMMAND,
        };
        let is_edge = std::ptr::eq(block, &raw const GRAPH) && self.ahead(braces + 1).kind == TokenKind::Arrow;
        follows.kind == TokenKind::Identifier && (is_edge || block.items.contains(&self.text_of(follows)))
    }

    /// Skips a block or list without an opening bracket: to its closing bracket, or to the next item of the outer
    /// block.
    pub(super) fn skip_unopened(&mut self, outer: &'static Block, closing: TokenKind) {
        let outside = self.depth;
        let first = self.at;
        loop {
            let token = self.peek();
            let inside = self.depth > outside;
            match token.kind {
                TokenKind::EndOfFile => break,
                TokenKind::OpenBrace | TokenKind::OpenBracket => self.enter(token),
                TokenKind::CloseBrace | TokenKind::CloseBracket if inside => self.depth -= 1,
                TokenKind::CloseBrace | TokenKind::CloseBracket => {
                    let is_its_own = token.kind == TokenKind::CloseBracket
                        || (closing == TokenKind::CloseBrace && self.closes_unopened(outside));
                    if is_its_own {
                        self.bump();
                    }
                    break;
                }
                TokenKind::Identifier if self.ends_block(&NODE) => break,
                TokenKind::Identifier if !inside && (token.begins_line || self.at > first) => {
                    let follows = self.ahead(1).kind;
                    let is_item = match follows {
                        TokenKind::Arrow => std::ptr::eq(outer, &raw const GRAPH) && token.begins_line,
                        _ => outer.items.contains(&self.text_of(token)),
                    };
                    if is_item {
                        break;
                    }
                }
                _ => {}
            }
            self.bump();
        }
        self.depth = outside;
    }

    /// Skips to the next item of the block, its closing brace, or whatever else ends it.
    pub(super) fn recover(&mut self, block: &'static Block) {
        let outside = self.depth;
        loop {
            let token = self.peek();
            let inside = self.depth > outside;
            match token.kind {
                TokenKind::EndOfFile => break,
                TokenKind::CloseBrace if !inside => break,
                TokenKind::Comma if !inside && self.ahead(1).kind == TokenKind::Identifier => break,
                TokenKind::OpenBrace | TokenKind::OpenBracket => self.enter(token),
                TokenKind::CloseBrace | TokenKind::CloseBracket if inside => self.depth -= 1,
                TokenKind::Identifier if self.ends_block(&NODE) => break,
                TokenKind::Identifier
                    if !inside
                        && (token.begins_line
                            || self.ahead(1).kind == TokenKind::Arrow
                            || block.items.contains(&self.text_of(token))) =>
                {
                    break;
                }
                _ => {}
            }
            self.bump();
        }
        self.depth = outside;
    }

    /// Reports and skips a list without an opening bracket.
    pub(super) fn missing_bracket(&mut self, block: &'static Block) -> Reported {
        let token_before = |places: usize| self.at.checked_sub(places).and_then(|at| self.tokens.get(at));
        let keywords = [1, 2].into_iter().filter_map(token_before).map(|token| self.text_of(*token));
        let form = keyword::LIST_FORMS.iter().find(|(keyword, _)| keywords.clone().any(|word| word == *keyword));
        let reported = self.unexpected("`[`", form.map(|(_, form)| *form));
        self.skip_unopened(block, TokenKind::CloseBracket);
        reported
    }

    /// Whether a word at the beginning of a line begins the next item, which means that the list before it was never
    /// closed.
    pub(super) fn is_next_item(&self, block: &'static Block, word: Token) -> bool {
        let follows = self.ahead(1);
        word.begins_line
            && !follows.begins_line
            && block.items.contains(&self.text_of(word))
            && keyword::may_begin_value(self.text_of(word), follows.kind)
    }

    /// Whether the next line begins another item of the block, although the last item has no value yet. A keyword that
    /// makes sense as the value is taken as the value.
    pub(super) fn is_value_missing(&self, block: &'static Block) -> bool {
        let (word, follows) = (self.peek(), self.ahead(1));
        let begins_entry = self.beginnings.last() == Some(&self.at);
        if word.kind != TokenKind::Identifier || !word.begins_line || begins_entry {
            return false;
        }
        let is_graph = std::ptr::eq(block, &raw const GRAPH);
        if follows.kind == TokenKind::Arrow {
            return is_graph || std::ptr::eq(block, &raw const keyword::ROUTES);
        }
        let is_keyword = |token: Token| block.items.contains(&self.text_of(token));
        if follows.begins_line || !is_keyword(word) {
            return false;
        }
        let behind = self.ahead(2).kind;
        match follows.kind {
            TokenKind::Identifier if is_keyword(follows) => {
                let is_edge = is_graph && behind == TokenKind::Arrow;
                let begins_item = is_edge || keyword::may_begin_value(self.text_of(follows), behind);
                !begins_item && keyword::may_begin_value(self.text_of(word), follows.kind)
            }
            TokenKind::Identifier => !is_graph || behind != TokenKind::Arrow,
            // Arguments follow the reducer of a channel.
            kind if kind.is_string() && is_graph => false,
            kind => keyword::may_begin_value(self.text_of(word), kind),
        }
    }

    /// Reports that the token before the next one has no value.
    pub(super) fn missing_value(&mut self, expected: &'static str) -> Reported {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).copied().unwrap_or(self.peek());
        let text = self.text_of(before);
        self.report(before.span, DiagnosticKind::MissingValue { of: text, expected })
    }

    /// Skips one token; if it is a bracket, everything up to its closing bracket.
    pub(super) fn skip_bracketed(&mut self) {
        let outside = self.depth;
        loop {
            let token = self.bump();
            match token.kind {
                TokenKind::EndOfFile => break,
                TokenKind::OpenBrace | TokenKind::OpenBracket => self.enter(token),
                TokenKind::CloseBrace | TokenKind::CloseBracket if self.depth > outside => self.depth -= 1,
                _ => {}
            }
            if self.depth == outside || self.ends_block(&NODE) {
                break;
            }
        }
        self.depth = outside;
    }
}
