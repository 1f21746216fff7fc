//! How usage objects of providers are read: one file per format, and what all formats have in common.

mod anthropic;
mod bedrock;
mod cases;
mod cohere;
mod detect;
mod gemini;
mod mixes;
mod openai;
mod stream;
mod terms;
mod unreadable;
mod vercel;

use model_catalog::{Usage, UsageError, UsageFormat, UsageReport};
use serde_json::Value;

fn read(format: UsageFormat, usage: &Value) -> Result<Usage, UsageError> {
    Usage::from_format(format, usage)
}

fn report(format: UsageFormat, usage: &Value) -> UsageReport {
    UsageReport::from_format(format, usage).unwrap_or_else(|error| panic!("{usage}: {error}"))
}

/// Returns the error message for an object.
fn rejection(format: UsageFormat, usage: &Value) -> String {
    match UsageReport::from_format(format, usage) {
        Ok(report) => panic!("{usage} was read as {report:?}"),
        Err(error) => error.to_string(),
    }
}
