//! Turns text into tokens and comments. Every byte is looked at a bounded number of times, whatever the text.

use crate::number::{self, Number};
use crate::printable::BYTE_ORDER_MARK;
use crate::quoted::escaped;
use crate::raw_diagnostic::{DiagnosticKind, RawDiagnostic};
use crate::source::ByteSpan;
use crate::token::{Token, TokenKind};
use vocabulary::is_bidi_control;

/// The tokens and comments of a text. The last token is always [`TokenKind::EndOfFile`].
#[derive(Debug)]
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    /// From `//` to the end of the line, without the line break.
    pub(crate) comments: Vec<ByteSpan>,
}

pub(crate) fn lex<'s>(text: &'s str, file: u32, diagnostics: &mut Vec<RawDiagnostic<'s>>) -> Lexed {
    let mut lexer = Lexer {
        text,
        at: if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 },
        begins_line: true,
        file,
        diagnostics,
        lexed: Lexed { tokens: Vec::with_capacity(text.len() / 8), comments: Vec::new() },
    };
    while let Some(byte) = text.as_bytes().get(lexer.at).copied() {
        lexer.token(byte);
    }
    lexer.push(TokenKind::EndOfFile, lexer.at, false);
    lexer.lexed
}

struct Lexer<'s, 'p> {
    text: &'s str,
    at: usize,
    begins_line: bool,
    file: u32,
    diagnostics: &'p mut Vec<RawDiagnostic<'s>>,
    lexed: Lexed,
}

impl<'s> Lexer<'s, '_> {
    fn token(&mut self, byte: u8) {
        let start = self.at;
        match byte {
            b' ' | b'\t' | b'\r' => self.at += 1,
            b'\n' => {
                self.at += 1;
                self.begins_line = true;
            }
            b'{' => self.punctuation(TokenKind::OpenBrace),
            b'}' => self.punctuation(TokenKind::CloseBrace),
            b'[' => self.punctuation(TokenKind::OpenBracket),
            b']' => self.punctuation(TokenKind::CloseBracket),
            b',' => self.punctuation(TokenKind::Comma),
            b':' => self.punctuation(TokenKind::Colon),
            b'/' if self.rest().starts_with("//") => self.comment(),
            b'"' if self.rest().starts_with("\"\"\"") => self.block_string(),
            b'"' => self.string(),
            b'-' if self.rest().starts_with("->") => {
                self.at += 2;
                self.push(TokenKind::Arrow, start, false);
            }
            b'-' | b'0'..=b'9' if self.number_begins(start) => self.number(),
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => self.name(),
            _ => match self.rest().chars().next() {
                Some(c) if c.is_alphanumeric() => self.name(),
                _ => self.invalid(),
            },
        }
    }

    fn rest(&self) -> &'s str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn push(&mut self, kind: TokenKind, start: usize, broken: bool) {
        let span = ByteSpan::new(start, self.at);
        self.lexed.tokens.push(Token { kind, span, begins_line: self.begins_line, broken });
        self.begins_line = false;
    }

    fn report(&mut self, start: usize, end: usize, kind: DiagnosticKind<'s>) {
        self.diagnostics.push(RawDiagnostic::at(self.file, ByteSpan::new(start, end), kind));
    }

    fn punctuation(&mut self, kind: TokenKind) {
        self.at += 1;
        self.push(kind, self.at - 1, false);
    }

    fn comment(&mut self) {
        let start = self.at;
        let line = self.rest().split('\n').next().unwrap_or_default();
        let comment = line.strip_suffix('\r').unwrap_or(line);
        self.at += line.len();
        self.lexed.comments.push(ByteSpan::new(start, start + comment.len()));
        self.bidi_controls(start, start + comment.len());
    }

    /// Reports characters in a string or comment that change the direction of text. Returns whether there are any.
    fn bidi_controls(&mut self, start: usize, end: usize) -> bool {
        let slice = self.text.get(start..end).unwrap_or_default();
        // They all begin with this byte.
        if !slice.as_bytes().contains(&0xE2) {
            return false;
        }
        let before = self.diagnostics.len();
        let mut run = None;
        for (at, c) in slice.char_indices() {
            match (is_bidi_control(c), run) {
                (true, None) => run = Some(start + at),
                (false, Some(first)) => {
                    self.report(first, start + at, DiagnosticKind::DirectionControl);
                    run = None;
                }
                _ => {}
            }
        }
        if let Some(first) = run {
            self.report(first, end, DiagnosticKind::DirectionControl);
        }
        self.diagnostics.len() > before
    }

    fn string(&mut self) {
        let start = self.at;
        let mut broken = false;
        self.at += 1;
        loop {
            match self.byte(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    broken |= self.bidi_controls(start, self.at);
                    return self.push(TokenKind::String, start, broken);
                }
                Some(b'\\') => {
                    let escape = self.at;
                    let Some(c) = self.text.get(escape + 1..).and_then(|rest| rest.chars().next()) else {
                        self.at += 1;
                        continue;
                    };
                    if c == '\n' || (c == '\r' && self.byte(escape + 2) == Some(b'\n')) {
                        self.at += 1;
                        continue;
                    }
                    self.at += 1 + c.len_utf8();
                    if escaped(c).is_none() {
                        self.report(escape, self.at, DiagnosticKind::InvalidEscape);
                        broken = true;
                    }
                }
                None | Some(b'\n') => {
                    let end = if self.byte(self.at - 1) == Some(b'\r') { self.at - 1 } else { self.at };
                    self.report(start, end, DiagnosticKind::UnterminatedString { block: false });
                    self.bidi_controls(start, end);
                    return self.push(TokenKind::Unterminated, start, true);
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn block_string(&mut self) {
        let start = self.at;
        let end = self.text.get(start + 3..).and_then(|rest| rest.find("\"\"\"")).map(|length| start + 3 + length);
        self.at = end.map_or(self.text.len(), |end| end + 3);
        if end.is_none() {
            self.report(start, start + 3, DiagnosticKind::UnterminatedString { block: true });
        }
        let broken = self.bidi_controls(start, self.at) || end.is_none();
        self.push(if end.is_some() { TokenKind::BlockString } else { TokenKind::Unterminated }, start, broken);
    }

    fn number_begins(&self, at: usize) -> bool {
        let digit = if self.byte(at) == Some(b'-') { at + 1 } else { at };
        self.byte(digit).is_some_and(|byte| byte.is_ascii_digit())
    }

    /// Returns the end of the word that begins at `from`. Numbers, durations and names are never adjacent, so adjacent
    /// characters are one word.
    fn word_end(&self, from: usize) -> usize {
        let is_plain = |byte: &u8| *byte == b'_' || byte.is_ascii_alphanumeric();
        let bytes = self.text.as_bytes();
        let mut end = from;
        loop {
            end += bytes.get(end..).unwrap_or_default().iter().take_while(|byte| is_plain(byte)).count();
            end += match bytes.get(end) {
                Some(b'.' | b'-') if bytes.get(end + 1).is_some_and(is_plain) => 1,
                Some(0x80..) => match self.text.get(end..).and_then(|rest| rest.chars().next()) {
                    Some(c) if c.is_alphanumeric() => c.len_utf8(),
                    _ => return end,
                },
                _ => return end,
            };
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let mut end = self.word_end(start + 1);
        // A trailing point belongs to the number, so that `1.` is one error.
        while self.byte(end) == Some(b'.') {
            end = self.word_end(end + 1);
        }
        self.at = end;
        let word = self.text.get(start..end).unwrap_or_default();
        match number::parse(word) {
            Some(Number::Duration(_)) => self.push(TokenKind::Duration, start, false),
            Some(Number::Integer(_) | Number::Float(_)) => self.push(TokenKind::Number, start, false),
            None => {
                self.report(start, end, DiagnosticKind::MalformedNumber { word });
                self.push(TokenKind::Malformed, start, true);
            }
        }
    }

    /// Reads an identifier, or a word that would be one if names could contain hyphens, points or non-ASCII letters.
    fn name(&mut self) {
        let start = self.at;
        self.at = self.word_end(start);
        // Invalid characters after non-ASCII letters are part of the same error.
        while !self.byte(self.at - 1).is_some_and(|last| last.is_ascii()) {
            let end = self.invalid_end(self.at);
            if end == self.at {
                break;
            }
            self.at = self.word_end(end);
        }
        let word = self.text.get(start..self.at).unwrap_or_default();
        if word.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric()) {
            return self.push(TokenKind::Identifier, start, false);
        }
        if word.as_bytes().windows(2).any(|pair| pair[0] == b'-' && pair[1].is_ascii_digit()) {
            self.report(start, self.at, DiagnosticKind::HyphenatedName { word });
            return self.push(TokenKind::Malformed, start, true);
        }
        let mut invalid = None;
        for (at, c) in word.char_indices().chain([(word.len(), '_')]) {
            match (c == '_' || c.is_ascii_alphanumeric(), invalid) {
                (false, None) => invalid = Some(at),
                (true, Some(first)) => {
                    let characters = word.get(first..at).unwrap_or_default();
                    self.report(
                        start + first,
                        start + at,
                        DiagnosticKind::InvalidCharacter { characters, in_name: true },
                    );
                    invalid = None;
                }
                _ => {}
            }
        }
        self.push(TokenKind::Malformed, start, true);
    }

    fn invalid(&mut self) {
        let start = self.at;
        let rest = self.rest();
        if let Some((quote, whole)) = quoted_otherwise(rest) {
            self.at = start + whole;
            let characters = self.text.get(start..start + quote).unwrap_or_default();
            self.report(start, start + quote, DiagnosticKind::InvalidCharacter { characters, in_name: false });
            self.bidi_controls(start, self.at);
            return self.push(TokenKind::Malformed, start, true);
        }
        let comment = ["#", "/*"].into_iter().find(|begin| rest.starts_with(begin));
        self.at = comment.map_or_else(|| self.invalid_end(start), |begin| start + begin.len());
        let characters = self.text.get(start..self.at).unwrap_or_default();
        self.report(start, self.at, DiagnosticKind::InvalidCharacter { characters, in_name: false });
        if characters == "=>" {
            self.push(TokenKind::Arrow, start, true);
        } else if let Some(begin) = comment {
            let line = self.rest().split('\n').next().unwrap_or_default();
            let content = self.at;
            self.at += line.find("*/").filter(|_| begin == "/*").map_or(line.len(), |end| end + 2);
            self.bidi_controls(content, self.at);
        }
    }

    /// Returns the position of the next white space or character that begins a token.
    fn invalid_end(&self, from: usize) -> usize {
        let rest = self.text.get(from..).unwrap_or_default();
        let mut characters = rest.char_indices().map(|(at, c)| (from + at, c));
        let begins_token = |(at, c): (usize, char)| {
            matches!(c, ' ' | '\t' | '\r' | '\n' | '{' | '}' | '[' | ']' | ',' | ':' | '"' | '_')
                || c.is_ascii_alphanumeric()
                || (c == '/' && self.byte(at + 1) == Some(b'/'))
                || (c == '-' && (self.byte(at + 1) == Some(b'>') || self.number_begins(at)))
        };
        characters.find(|found| begins_token(*found)).map_or(self.text.len(), |(at, _)| at)
    }
}

/// Returns the length of the opening quote and of the whole text if it is quoted with something other than `"` and ends
/// soon and on the same line.
fn quoted_otherwise(text: &str) -> Option<(usize, usize)> {
    const CHARACTERS: usize = 200;
    let mut characters = text.char_indices().take(CHARACTERS);
    let quote = characters.next()?.1;
    let closing: &[char] = match quote {
        '\'' => &['\''],
        '\u{2018}' => &['\u{2019}'],
        '\u{201C}' | '\u{201D}' => &['\u{201D}', '\u{201C}'],
        _ => return None,
    };
    let (end, c) = characters.take_while(|(_, c)| *c != '\n').find(|(_, c)| closing.contains(c))?;
    Some((quote.len_utf8(), end + c.len_utf8()))
}
