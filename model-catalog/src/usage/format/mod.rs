//! The formats of usage objects: for each, a table of its members and the rule for what its totals include.

mod anthropic;
mod bedrock;
mod cohere;
mod gemini;
mod openai;
mod vercel;

use super::member::{self, Table};
use super::reading::Reading;
use super::{Usage, UsageError};
use serde_json::Value;
use vocabulary::keyed;

keyed! {
    /// The format of a usage object.
    pub enum UsageFormat: "usage format" {
        /// `usage` of `OpenAI`'s APIs and of compatible ones.
        OpenAi = "openai",
        /// `usage` of Anthropic's messages.
        Anthropic = "anthropic",
        /// `usageMetadata` of Gemini's responses.
        Gemini = "gemini",
        /// `usage` of Vercel's AI SDK, versions 4 to 6. Version 5 passes on Anthropic's input without the cache, which
        /// can only be
        /// detected if more was read from the cache than the input has: read the provider's own object instead, or use
        /// version 6.
        Vercel = "vercel",
        /// `usage` of the Converse API of Amazon Bedrock.
        Bedrock = "bedrock",
        /// `usage` of Cohere's chat, and `meta` of its other endpoints.
        Cohere = "cohere",
    }
}

impl UsageFormat {
    /// Returns the format of a usage object, or `None` if it has members of several formats or of none.
    ///
    /// If several formats would read an object in the same way, such as one with only a total for input and one for
    /// output,
    /// returns one of them.
    ///
    /// ```
    /// use registry::catalog::UsageFormat;
    /// use serde_json::json;
    ///
    /// let usage = json!({"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 100});
    /// assert_eq!(UsageFormat::detect(&usage), Some(UsageFormat::Anthropic));
    /// assert_eq!(UsageFormat::detect(&json!({"tokens": 10})), None);
    /// ```
    pub fn detect(usage: &Value) -> Option<Self> {
        let object = usage.as_object()?;
        let has = |names: &[&str]| names.iter().any(|name| object.get(*name).is_some_and(|value| !value.is_null()));
        // The names of these totals are unique to a format, whatever other members gateways add.
        if has(&["prompt_tokens"]) {
            return Some(Self::OpenAi);
        }
        if has(&["total_input_tokens"]) {
            return Some(Self::Gemini);
        }
        let mut formats = DISTINGUISHING_MEMBERS.iter().filter(|(_, marks)| has(marks)).map(|(format, _)| *format);
        match (formats.next(), formats.next()) {
            (Some(format), None) => Some(format),
            (None, _) if has(&["input_tokens"]) && has(&["output_tokens"]) => Some(Self::OpenAi),
            (None, _) if has(&["inputTokens"]) && has(&["outputTokens"]) => Some(Self::Vercel),
            _ => None,
        }
    }

    /// Returns the format's table, and the rule that turns the contents into a usage.
    const fn table_and_rule(self) -> (Table, TotalsRule) {
        match self {
            Self::OpenAi => (openai::TABLE, openai::usage),
            Self::Anthropic => (anthropic::TABLE, anthropic::usage),
            Self::Gemini => (gemini::TABLE, gemini::usage),
            Self::Vercel => (vercel::TABLE, vercel::usage),
            Self::Bedrock => (bedrock::TABLE, bedrock::usage),
            Self::Cohere => (cohere::TABLE, cohere::usage),
        }
    }
}

/// Turns the contents of an object into a usage: which parts the totals of the format include.
type TotalsRule = fn(&Reading) -> Result<Usage, UsageError>;

/// Members that distinguish a format from the others.
const DISTINGUISHING_MEMBERS: &[(UsageFormat, &[&str])] = &[
    (UsageFormat::OpenAi, &["total_tokens", "input_tokens_details", "input_token_details", "output_token_details"]),
    (
        UsageFormat::Anthropic,
        &[
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
            "cache_creation",
            "server_tool_use",
            "iterations",
            "speed",
            "inference_geo",
        ],
    ),
    (
        UsageFormat::Gemini,
        &["promptTokenCount", "prompt_token_count", "totalTokenCount", "total_token_count", "totalInputTokens"],
    ),
    (
        UsageFormat::Vercel,
        &[
            "promptTokens",
            "completionTokens",
            "cachedInputTokens",
            "reasoningTokens",
            "inputTokenDetails",
            "outputTokenDetails",
        ],
    ),
    (UsageFormat::Bedrock, &["cacheReadInputTokens", "cacheWriteInputTokens", "cacheDetails"]),
    (UsageFormat::Cohere, &["billed_units"]),
];

/// Returns what each iteration used, if the call was sampled more than once.
pub(super) fn iteration_usages(reading: &Reading) -> Result<Vec<Usage>, UsageError> {
    if reading.iterations.len() > 1 { anthropic::iteration_usages(reading) } else { Ok(Vec::new()) }
}

/// Reads a usage object, and turns it into a usage.
pub(super) fn read(format: UsageFormat, usage: &Value, path: &str) -> Result<(Reading, Usage), UsageError> {
    let (table, rule) = format.table_and_rule();
    let mut reading = member::read(table, usage, path)?;
    let mut counted = rule(&reading)?;
    reading.reject_unknown_tools()?;
    if let Some(raw) = reading.raw.take() {
        vercel::compare(&raw, &mut reading, &mut counted)?;
    }
    Ok((reading, super::reading::check_parts(counted)?))
}
