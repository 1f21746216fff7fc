//! The rules for snapshots and overlays, and the findings that report violations.

use crate::json::JsonPosition;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fmt::{self, Write as _};
use vocabulary::{Severity, keyed};

macro_rules! rules {
    ($( $variant:ident = $key:literal, $severity:ident, $text:literal; )*) => {
        keyed! {
            /// A rule that a snapshot or an overlay must follow.
            pub enum Rule: "rule" { $( #[doc = $text] $variant = $key, )* }
        }

        impl Rule {
            /// Returns the severity of a violation.
            pub const fn severity(self) -> Severity {
                match self { $( Self::$variant => Severity::$severity, )* }
            }

            /// Returns the rule as a sentence.
            pub const fn text(self) -> &'static str {
                match self { $( Self::$variant => $text, )* }
            }
        }
    };
}

rules! {
    Syntax = "syntax", Error, "A file is well-formed JSON.";
    Shape = "shape", Error, "A file has the fields of the schema, each once and of its type, and no others.";
    SchemaVersion = "schema-version", Error, "The schema version is one that this crate reads.";
    SnapshotId = "snapshot-id", Error, "A snapshot has an id of 1 to 256 bytes without control characters.";
    Currency = "currency", Error, "The currency is USD.";
    Unit = "unit", Error, "The unit of prices is the token.";
    MissingSource = "missing-source", Error, "A snapshot has at least one source, and every entry names one of them.";
    SourceId = "source-id", Error, "A source has a unique id and a version, each of 1 to 256 bytes.";
    SourceUrl = "source-url", Error, "The URL of a source is an absolute https or http URL.";
    SourceHash = "source-sha256", Error, "The SHA-256 of a source is 64 lower-case hexadecimal digits.";
    NoModels = "no-models", Error, "A snapshot has at least one model.";
    TooLarge = "too-large", Error, "The packed form of a snapshot takes at most 4 GiB.";
    ProviderName = "provider-name", Error, "The name of a provider has 1 to 64 bytes and contains no white space, control characters or slashes.";
    ModelName = "model-name", Error, "An id or alias has 1 to 256 bytes, no control characters, and no leading or trailing white space.";
    DuplicateId = "duplicate-id", Error, "An id is unique within a provider.";
    AliasCollision = "alias-collision", Error, "An alias is listed once and is not another name at the same provider.";
    Limit = "limit", Error, "A token limit is at most 10^12.";
    NegativePrice = "negative-price", Error, "A price is not negative.";
    PriceDigits = "price-digits", Error, "A price has at most 15 significant digits.";
    DuplicateRate = "duplicate-rate", Error, "No two rates of a model, with known or unknown prices, have the same component, tier, threshold, date and window.";
    OverlappingWindows = "overlapping-windows", Error, "The windows of rates that otherwise apply to the same calls do not overlap.";
    RateTerms = "rate-terms", Error, "A threshold is at most 10^12 tokens.";
    Multiplier = "multiplier", Error, "A multiplier is more than 0 and at most 10, with at most 15 significant digits.";
    Successor = "successor", Error, "A successor or base model is a valid id of a model other than the entry.";
    EntrySource = "entry-source", Error, "The source page of an entry is an absolute https or http URL.";
    ProvenanceSource = "provenance-source", Error, "Provenance refers only to sources of the snapshot.";
    OverlayTarget = "overlay-target", Error, "An overlay lists each model once and under the provider name of the snapshot, removes only models of the snapshot, and bases models only on existing ones, without cycles.";
    Stale = "stale", Error, "A snapshot is not older than the given maximum age.";
    ProviderSpelling = "provider-spelling", Warning, "A provider has its canonical id, not a source's spelling.";
    OutputOverContext = "output-over-context", Warning, "The output limit is not larger than the context window.";
    CacheReadPrice = "cache-read-price", Warning, "Reading a token from the cache is cheaper than sending it.";
    UnknownPrice = "unknown-price", Warning, "Every price that the source states is known.";
    BasePrice = "base-price", Warning, "A component with a price above a threshold also has one below it.";
    Retired = "retired", Warning, "A model is not retired before the snapshot date.";
    SuccessorUnknown = "successor-unknown", Warning, "A successor is a model of the snapshot.";
    SuccessorRetired = "successor-retired", Warning, "A successor is not retired before the snapshot date.";
    MultiplierOutlier = "multiplier-outlier", Warning, "A multiplier changes a price by at most 50 percent.";
    AmbiguousId = "ambiguous-id", Warning, "No id of a provider is the full name of another of its models with different prices.";
    PriceOutlier = "price-outlier", Warning, "A price is less than 1,000 times the median price of the component among models of the same mode.";
}

/// A violation of a rule at one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The entry as `provider/id`, or `models[17]` if its name cannot be read; `None` for the snapshot as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The position in the file, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<JsonPosition>,
    /// What was found, and what was expected if the rule does not say so.
    pub detail: String,
}

impl Finding {
    /// Returns the severity of the rule.
    pub const fn severity(&self) -> Severity {
        self.rule.severity()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}] ", self.severity(), self.rule)?;
        write_on_one_line(f, self.entry.as_deref().unwrap_or("snapshot"))?;
        if let Some(position) = self.position {
            write!(f, " at {position}")?;
        }
        f.write_str(": ")?;
        write_on_one_line(f, &self.detail)
    }
}

/// Writes a string that may quote the file, escaping characters that would break out of the line.
fn write_on_one_line(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.chars().try_for_each(|c| match c {
        '"' | '\'' | '\\' => f.write_char(c),
        c => write!(f, "{}", c.escape_debug()),
    })
}

/// The kind of file that breaks rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CatalogFile {
    /// A snapshot.
    #[default]
    Snapshot,
    /// An overlay, by itself or applied to a snapshot.
    Overlay,
}

impl fmt::Display for CatalogFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Snapshot => "model catalog snapshot",
            Self::Overlay => "overlay",
        })
    }
}

/// A snapshot or overlay that breaks rules. It contains all findings of severity error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {file} breaks {} rule{}:{}", findings.len(), if findings.len() == 1 { "" } else { "s" }, lines(findings))]
pub struct SnapshotError {
    /// The kind of file.
    pub file: CatalogFile,
    /// The findings, in the order of the file.
    pub findings: Vec<Finding>,
}

impl From<Infallible> for SnapshotError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl SnapshotError {
    /// Creates the error for a snapshot with these findings.
    pub const fn in_snapshot(findings: Vec<Finding>) -> Self {
        Self { file: CatalogFile::Snapshot, findings }
    }

    /// Creates the error for an overlay with these findings.
    pub const fn in_overlay(findings: Vec<Finding>) -> Self {
        Self { file: CatalogFile::Overlay, findings }
    }
}

fn lines(findings: &[Finding]) -> String {
    findings
        .iter()
        .fold(String::new(), |lines, finding| lines + &format!("\n  {finding}\n    rule: {}", finding.rule.text()))
}

#[cfg(test)]
mod tests {
    use super::{Finding, Rule};

    #[test]
    fn unprintable_characters_of_the_file_are_escaped_in_the_finding() {
        let finding = Finding {
            rule: Rule::ModelName,
            entry: Some("acme/a\u{202E}\nerror[syntax] ü".to_owned()),
            position: None,
            detail: "unknown field `\u{1B}[2J`, not \"model_id\"".to_owned(),
        };
        assert_eq!(
            finding.to_string(),
            r#"error[model-name] acme/a\u{202e}\nerror[syntax] ü: unknown field `\u{1b}[2J`, not "model_id""#
        );
    }
}
