//! The words of the language.

use crate::source::ByteSpan;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Identifier,
    Number,
    Duration,
    String,
    BlockString,
    /// A string without its closing quotes; the rest of its line, or of the file, is inside it.
    Unterminated,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Comma,
    Colon,
    Arrow,
    /// A word that is reported already and may stand for anything.
    Malformed,
    EndOfFile,
}

impl TokenKind {
    /// What a message calls the token when it does not quote it.
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
    /// Whether only white space and comments stand before it on its line.
    pub(crate) begins_line: bool,
    /// Whether the lexer reported something inside it, so that its value means nothing.
    pub(crate) broken: bool,
}
