//! The rules that a snapshot has to keep, and what is found when it breaks one.

use crate::json::JsonPosition;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fmt::{self, Write as _};
use vocabulary::{Severity, keyed};

macro_rules! rules {
    ($( $variant:ident = $key:literal, $severity:ident, $text:literal; )*) => {
        keyed! {
            /// A rule that a snapshot has to keep.
            pub enum Rule: "rule" { $( #[doc = $text] $variant = $key, )* }
        }

        impl Rule {
            /// How grave it is to break the rule.
            pub const fn severity(self) -> Severity {
                match self { $( Self::$variant => Severity::$severity, )* }
            }

            /// The rule in a sentence.
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
    Currency = "currency", Error, "Prices are in USD.";
    Unit = "unit", Error, "Prices are per token.";
    MissingSource = "missing-source", Error, "A snapshot names at least one source, and every entry one of them.";
    SourceId = "source-id", Error, "A source has an id and a version of 1 to 256 bytes, and no other source has the same id.";
    SourceUrl = "source-url", Error, "A source is an absolute https or http address.";
    SourceHash = "source-sha256", Error, "The SHA-256 of a source is 64 lower-case hexadecimal digits.";
    NoModels = "no-models", Error, "A snapshot has at least one model.";
    TooLarge = "too-large", Error, "The texts of a snapshot have at most 4 GiB together.";
    ProviderName = "provider-name", Error, "A provider has a name of 1 to 64 bytes without white space, control characters and slashes.";
    ModelName = "model-name", Error, "An id or alias has 1 to 256 bytes, no control characters, and no white space at its ends.";
    DuplicateId = "duplicate-id", Error, "A provider has one model of an id.";
    AliasCollision = "alias-collision", Error, "An alias is no other name of the same provider, and listed once.";
    Limit = "limit", Error, "A token limit is at most 10^12.";
    NegativePrice = "negative-price", Error, "A price is not negative.";
    PriceDigits = "price-digits", Error, "A price has at most 15 significant digits.";
    DuplicateRate = "duplicate-rate", Error, "No two rates of a model, known or unknown, agree in component, tier, threshold, date and window.";
    OverlappingWindows = "overlapping-windows", Error, "The windows of otherwise equal rates do not overlap.";
    RateTerms = "rate-terms", Error, "A threshold is at most 10^12 tokens.";
    Multiplier = "multiplier", Error, "A multiplier is more than 0 and at most 10, with at most 15 significant digits.";
    Successor = "successor", Error, "A successor and a base model are other models than the entry, by names as an id has them.";
    EntrySource = "entry-source", Error, "The page that an entry cites is an absolute https or http address.";
    ProvenanceSource = "provenance-source", Error, "A provenance names sources of the snapshot.";
    OverlayTarget = "overlay-target", Error, "An overlay names each model once and its provider as the snapshot does, removes models that the snapshot has, and bases models on ones that are there, without a cycle.";
    Stale = "stale", Error, "A snapshot is no older than whoever checks it allows.";
    ProviderSpelling = "provider-spelling", Warning, "A provider is in the spelling that people type, not in that of a source.";
    OutputOverContext = "output-over-context", Warning, "An output limit is not larger than the context window.";
    CacheReadPrice = "cache-read-price", Warning, "Reading a token from the cache is cheaper than sending it.";
    UnknownPrice = "unknown-price", Warning, "Every price that a source states could be taken.";
    BasePrice = "base-price", Warning, "A component with a price above a threshold has one below it.";
    Retired = "retired", Warning, "A model is not retired before the day of the snapshot.";
    SuccessorUnknown = "successor-unknown", Warning, "A successor is a model of the snapshot.";
    SuccessorRetired = "successor-retired", Warning, "A successor is not retired before the day of the snapshot.";
    MultiplierOutlier = "multiplier-outlier", Warning, "A multiplier changes a price by half at most.";
    AmbiguousId = "ambiguous-id", Warning, "A provider has no model whose id is its own name, a slash and the id of another one at another price.";
    PriceOutlier = "price-outlier", Warning, "A price is less than 1,000 times the median of its component among models of its mode.";
}

/// One rule that one place of a snapshot breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The entry as `provider/id`, or `models[17]` when it has no readable name; `None` is the snapshot's head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// Where in the file, when the finding is about its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<JsonPosition>,
    /// What was found, and what was expected.
    pub detail: String,
}

impl Finding {
    /// How grave the finding is: its rule's severity.
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

/// A text that may quote the file: what is not printable in it would reach beyond its line.
fn write_on_one_line(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.chars().try_for_each(|c| match c {
        '"' | '\'' | '\\' => f.write_char(c),
        c => write!(f, "{}", c.escape_debug()),
    })
}

/// What breaks rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CatalogFile {
    /// A snapshot.
    #[default]
    Snapshot,
    /// An overlay, by itself or laid over a snapshot.
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

/// A snapshot or an overlay that breaks rules: every one of them at every place, errors only.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {file} breaks {} rule{}:{}", findings.len(), if findings.len() == 1 { "" } else { "s" }, lines(findings))]
pub struct SnapshotError {
    /// What breaks them.
    pub file: CatalogFile,
    /// What was found, in the order of the file.
    pub findings: Vec<Finding>,
}

impl From<Infallible> for SnapshotError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl SnapshotError {
    /// A snapshot in which this was found.
    pub const fn of_snapshot(findings: Vec<Finding>) -> Self {
        Self { file: CatalogFile::Snapshot, findings }
    }

    /// An overlay in which this was found.
    pub const fn of_overlay(findings: Vec<Finding>) -> Self {
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
    fn what_is_not_printable_in_the_file_is_escaped_in_the_finding() {
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
