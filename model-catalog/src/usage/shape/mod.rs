//! The formats of usage objects: for each a table of its members, and the rule by which its totals include them.

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
    /// Whose usage objects are read.
    pub enum UsageFormat: "usage format" {
        /// `usage` of `OpenAI`'s APIs and of the many that copy them.
        OpenAi = "openai",
        /// `usage` of Anthropic's messages.
        Anthropic = "anthropic",
        /// `usageMetadata` of Gemini's responses.
        Gemini = "gemini",
        /// `usage` of the AI SDK by Vercel, versions 4 to 6. Its version 5 hands on Anthropic's input without the cache,
        /// which is noticed only where more was read from the cache than the input has: read the provider's own object
        /// instead, or that of version 6.
        Vercel = "vercel",
        /// `usage` of the Converse API of Amazon Bedrock.
        Bedrock = "bedrock",
        /// `usage` of Cohere's chat, and `meta` of its other endpoints.
        Cohere = "cohere",
    }
}

impl UsageFormat {
    /// The format that a usage object has, or `None` when it has members of several formats or of none.
    ///
    /// Where several formats would read an object alike, such as one of a total of input and of output alone, it is one
    /// of them.
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
        // The names of these totals are no others', whatever else gateways put beside them.
        if has(&["prompt_tokens"]) {
            return Some(Self::OpenAi);
        }
        if has(&["total_input_tokens"]) {
            return Some(Self::Gemini);
        }
        let mut formats = MARKS.iter().filter(|(_, marks)| has(marks)).map(|(format, _)| *format);
        match (formats.next(), formats.next()) {
            (Some(format), None) => Some(format),
            (None, _) if has(&["input_tokens"]) && has(&["output_tokens"]) => Some(Self::OpenAi),
            (None, _) if has(&["inputTokens"]) && has(&["outputTokens"]) => Some(Self::Vercel),
            _ => None,
        }
    }

    /// The table of the format, and the rule that makes a usage of what was found.
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

/// Makes a usage of what was found: how a format's totals include their parts.
type TotalsRule = fn(&Reading) -> Result<Usage, UsageError>;

/// Members that tell a format from the others.
const MARKS: &[(UsageFormat, &[&str])] = &[
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

/// What each iteration used, where the call was sampled more than once.
pub(super) fn samplings(reading: &Reading) -> Result<Vec<Usage>, UsageError> {
    if reading.iterations.len() > 1 { anthropic::samplings(reading) } else { Ok(Vec::new()) }
}

/// Reads a usage object, and makes a usage of it.
pub(super) fn read(format: UsageFormat, usage: &Value, path: &str) -> Result<(Reading, Usage), UsageError> {
    let (table, rule) = format.table_and_rule();
    let mut reading = member::read(table, usage, path)?;
    let mut counted = rule(&reading)?;
    reading.refuse_unknown_tools()?;
    if let Some(raw) = reading.raw.take() {
        vercel::compare(&raw, &mut reading, &mut counted)?;
    }
    Ok((reading, super::reading::sound(counted)?))
}
