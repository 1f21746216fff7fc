//! Parses names, literals and objects.

use super::{Parse, Parser, Reported};
use crate::ast::{Entry, Literal, Name, Object, Spanned, Value};
use crate::keyword::{self, Block};
use crate::number::{self, Number};
use crate::quoted;
use crate::raw_diagnostic::{DiagnosticKind, Place};
use crate::source::ByteSpan;
use crate::token::{Token, TokenKind};
use std::borrow::Cow;
use std::collections::HashMap;

/// Fewer keys of an object are compared one by one, which needs no map.
const FEW_KEYS: usize = 16;

pub(super) const QUOTE_NAME: &str = "names of capabilities are strings: add quotes";
pub(super) const QUOTE_TEXT: &str = "texts are strings: add quotes";
const UNQUOTE_IT: &str = "names of nodes, kinds, channels, keys and policies are not quoted";

impl<'s> Parser<'s, '_> {
    /// Reads an identifier.
    pub(super) fn identifier(&mut self, block: &'static Block, expected: &'static str) -> Parse<Name<'s>> {
        if self.is_value_missing(block) {
            return Err(self.missing_value(expected));
        }
        let token = self.peek();
        match token.kind {
            TokenKind::Identifier => {
                self.bump();
                Ok(Spanned { value: Cow::Borrowed(self.text_of(token)), span: token.span })
            }
            kind => Err(self.wrong(block, expected, kind.is_string().then_some(UNQUOTE_IT))),
        }
    }

    /// Reads a string. The span of its value excludes the quotes.
    pub(super) fn string(&mut self, block: &'static Block, quote: &'static str) -> Parse<Name<'s>> {
        let token = self.peek();
        if !token.kind.is_string() {
            return Err(self.wrong(block, "a string", (token.kind == TokenKind::Identifier).then_some(quote)));
        }
        self.bump();
        if token.broken { Err(Reported) } else { Ok(self.content(token)) }
    }

    fn content(&self, token: Token) -> Name<'s> {
        let quotes = if token.kind == TokenKind::BlockString { 3 } else { 1 };
        let span = ByteSpan { start: token.span.start + quotes, end: token.span.end - quotes };
        let raw = span.of(self.text);
        let value = if token.kind == TokenKind::BlockString { quoted::dedent(raw) } else { quoted::unescape(raw) };
        Spanned { value, span }
    }

    /// Reports what was found instead of a name or literal. A literal of the wrong kind is skipped, unless it begins
    /// the next item.
    pub(super) fn wrong(
        &mut self,
        block: &'static Block,
        expected: &'static str,
        hint: Option<&'static str>,
    ) -> Reported {
        if self.is_value_missing(block) {
            return self.missing_value(expected);
        }
        let token = self.peek();
        let next_item =
            token.begins_line || (token.kind == TokenKind::Identifier && block.items.contains(&self.text_of(token)));
        if !token.kind.is_literal() || (token.kind == TokenKind::Identifier && next_item) {
            return self.unexpected(expected, None);
        }
        self.bump();
        if token.broken {
            return Reported;
        }
        self.report(token.span, DiagnosticKind::WrongLiteral { expected, found: token.kind, hint })
    }

    /// Reports what was found instead of a list entry, and skips it if it is a literal.
    pub(super) fn wrong_entry(&mut self, expected: &'static str, hint: Option<&'static str>) -> Reported {
        let token = self.peek();
        if !token.kind.is_literal() {
            return self.unexpected(expected, hint);
        }
        self.bump();
        if token.broken {
            return Reported;
        }
        self.report(token.span, DiagnosticKind::WrongLiteral { expected, found: token.kind, hint })
    }

    pub(super) fn literal(&mut self, block: &'static Block) -> Parse<Literal<'s>> {
        let token = self.peek();
        let text = self.text_of(token);
        let value = match token.kind {
            TokenKind::String | TokenKind::BlockString if !token.broken => {
                self.bump();
                let content = self.content(token);
                return Ok(Spanned { value: Value::String(content.value), span: content.span });
            }
            TokenKind::Identifier => Value::Identifier(Cow::Borrowed(text)),
            TokenKind::Number | TokenKind::Duration => match number::parse(text) {
                Some(Number::Integer(number)) => Value::Integer(number),
                Some(Number::Float(number)) => Value::Float(number),
                Some(Number::Duration(milliseconds)) => Value::Duration(milliseconds),
                None => return Err(self.unexpected("a literal", None)),
            },
            _ => return Err(self.wrong(block, "a literal", None)),
        };
        self.bump();
        Ok(Spanned { value, span: token.span })
    }

    /// `{ key literal … }`
    pub(super) fn object(&mut self, outer: &'static Block) -> Parse<Object<'s>> {
        let open = self.open_short(outer)?;
        let mut object = Object { entries: Vec::with_capacity(1) };
        let mut keys = HashMap::new();
        self.block(&keyword::OBJECT, open, |parser| match parser.entry() {
            Err(Reported) => parser.recover(&keyword::OBJECT),
            Ok(entry) => {
                let (text, name) = (parser.text, entry.key.span.of(parser.text));
                let keys_so_far = || object.entries.iter().map(|entry| entry.key.span);
                let first = if object.entries.len() < FEW_KEYS {
                    keys_so_far().find(|span| span.of(text) == name)
                } else {
                    if keys.is_empty() {
                        keys.extend(keys_so_far().map(|span| (span.of(text), span)));
                    }
                    let first = *keys.entry(name).or_insert(entry.key.span);
                    (first != entry.key.span).then_some(first)
                };
                if let Some(first) = first {
                    let first = Place { file: parser.file, span: first };
                    parser.report(entry.key.span, DiagnosticKind::DuplicateItem { name, first });
                } else {
                    object.entries.push(entry);
                }
            }
        });
        Ok(object)
    }

    fn entry(&mut self) -> Parse<Entry<'s>> {
        let key = self.identifier(&keyword::OBJECT, "a key")?;
        self.eat(TokenKind::Colon);
        let value = self.literal(&keyword::OBJECT)?;
        Ok(Entry { key, value })
    }
}
