//! Tokens.

use crate::source::ByteSpan;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Identifier,
    Number,
    Duration,
    String,
    BlockString,
    /// A string without closing quotes. It extends to the end of the line, or of the file.
    Unterminated,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Comma,
    Colon,
    Arrow,
    /// A word that has already been reported and may stand for anything.
    Malformed,
    EndOfFile,
}

impl TokenKind {
    /// Returns the name of the token in a message that does not quote it.
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Identifier | Self::Malformed => "an identifier",
            Self::Number => "a number",
            Self::Duration => "a duration",
            Self::String | Self::BlockString | Self::Unterminated => "a string",
            Self::OpenBrace => "`{`",
            Self::CloseBrace => "`}`",
            Self::OpenBracket => "`[`",
            Self::CloseBracket => "`]`",
            Self::Comma => "`,`",
            Self::Colon => "`:`",
            Self::Arrow => "`->`",
            Self::EndOfFile => "the end of the file",
        }
    }

    pub(crate) const fn is_literal(self) -> bool {
        matches!(self, Self::Identifier | Self::Number | Self::Duration) || self.is_string()
    }

    pub(crate) const fn is_string(self) -> bool {
        matches!(self, Self::String | Self::BlockString | Self::Unterminated)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// The whole token, quotes included.
    pub(crate) span: ByteSpan,
    /// Whether it is the first token on its line.
    pub(crate) begins_line: bool,
    /// Whether the lexer reported an error in it, so that it has no value.
    pub(crate) broken: bool,
}
