//! The tokens to print, each with the comments before it.

use crate::lexer::Lexed;
use crate::token::TokenKind;

/// A token to print.
pub(super) struct Piece<'s> {
    pub(super) kind: TokenKind,
    pub(super) text: &'s str,
    /// Whether it begins an item, entry or element.
    pub(super) begins: bool,
    /// The comments and blank lines before it.
    pub(super) gap: Gap<'s>,
}

/// The comments and blank lines between two printed tokens.
#[derive(Default)]
pub(super) struct Gap<'s> {
    /// A comment on the line of the previous token.
    pub(super) trailing: Option<&'s str>,
    /// Comments on their own lines.
    pub(super) own_lines: Vec<Comment<'s>>,
    /// Whether there is a blank line directly before the next token.
    pub(super) blank_at_end: bool,
}

pub(super) struct Comment<'s> {
    pub(super) text: &'s str,
    pub(super) blank_before: bool,
}

impl Gap<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.trailing.is_none() && self.own_lines.is_empty()
    }

    pub(super) fn has_own_lines(&self) -> bool {
        !self.own_lines.is_empty()
    }

    pub(super) fn blank_anywhere(&self) -> bool {
        self.blank_at_end || self.own_lines.iter().any(|comment| comment.blank_before)
    }
}

/// Returns the pieces of a source, and what follows the last one.
pub(super) fn pieces<'s>(text: &'s str, lexed: &Lexed, beginnings: &[usize]) -> (Vec<Piece<'s>>, Gap<'s>) {
    let mut pieces: Vec<Piece<'s>> = Vec::with_capacity(lexed.tokens.len());
    let mut gap = Gap::default();
    let mut comments = lexed.comments.iter().peekable();
    let mut beginnings = beginnings.iter().peekable();
    let mut end_of_previous = 0;
    for (number, token) in lexed.tokens.iter().enumerate() {
        while let Some(comment) = comments.next_if(|comment| comment.start < token.span.start) {
            let breaks = line_breaks(text, end_of_previous, comment.start as usize);
            let comment_text = comment.of(text).trim_end_matches([' ', '\t', '\r']);
            let follows_token = breaks == 0 && end_of_previous > 0;
            if follows_token && gap.is_empty() {
                gap.trailing = Some(comment_text);
            } else {
                let blank_before = breaks > 1 || std::mem::take(&mut gap.blank_at_end);
                gap.own_lines.push(Comment { text: comment_text, blank_before });
            }
            gap.blank_at_end = false;
            end_of_previous = comment.end as usize;
        }
        gap.blank_at_end |= line_breaks(text, end_of_previous, token.span.start as usize) > 1;
        end_of_previous = token.span.end as usize;
        let begins = beginnings.next_if_eq(&&number).is_some();
        match token.kind {
            TokenKind::Comma | TokenKind::Colon => {}
            TokenKind::EndOfFile => break,
            kind => {
                let gap = std::mem::take(&mut gap);
                pieces.push(Piece { kind, text: token.span.of(text), begins, gap });
            }
        }
    }
    (pieces, gap)
}

fn line_breaks(text: &str, start: usize, end: usize) -> usize {
    text.get(start..end).unwrap_or_default().matches('\n').count()
}
